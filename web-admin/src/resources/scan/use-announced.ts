import { clientCode } from '@fasocolis/contracts/reading/client-code';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { lookAlikes } from '@fasocolis/contracts/reading/references-in-text';
import { type AnnouncedNumber, AnnouncedNumbersSchema } from '@fasocolis/contracts/receiving';
import { api } from '@fasocolis/web-kit/api';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, set } from 'idb-keyval';
import { useMemo } from 'react';
import { settingQuery } from '../../components/settings.ts';

/** In IndexedDB. */
const KEY = 'announced';
/** How long a list is used before it is read again, in milliseconds. */
const REFRESH_MS = 10 * 60_000;

interface Kept {
  numbers: AnnouncedNumber[];
  prefix: string | undefined;
}

const NOTHING: Kept = { numbers: [], prefix: undefined };

/** The numbers that customers announced, as this device read them last: they are known without a network too. */
export function useAnnounced() {
  const queryClient = useQueryClient();
  const { data: kept = NOTHING } = useQuery({
    queryKey: ['announced', 'kept'],
    queryFn: readKept,
    networkMode: 'always',
  });
  const { data: { numbers, prefix } = kept } = useQuery({
    queryKey: ['announced', 'fresh'],
    queryFn: ({ signal }) => readAnnounced(queryClient, signal),
    refetchInterval: REFRESH_MS,
    refetchOnReconnect: true,
  });
  const byKey = useMemo(() => new Map(numbers.map((each) => [referenceKey(each.number), each])), [numbers]);
  const find = (number: string) => byKey.get(referenceKey(number));
  return {
    find,
    /** The announced number that looks like a number which was not announced. */
    nearMissOf(number: string): AnnouncedNumber | undefined {
      if (find(number)) return undefined;
      return lookAlikes(number).flatMap((key) => byKey.get(key) ?? [])[0];
    },
    codeOf: (userId: number | null | undefined) => (userId && prefix ? clientCode(prefix, userId) : undefined),
  };
}
export type Announced = ReturnType<typeof useAnnounced>;

const readKept = async (): Promise<Kept> => (await get<Kept>(KEY)) ?? NOTHING;

async function readAnnounced(queryClient: QueryClient, signal: AbortSignal): Promise<Kept> {
  const numbers = await api.get('/api/scans/announced', AnnouncedNumbersSchema, { signal });
  const setting = await queryClient.fetchQuery(settingQuery('client_code_prefix')).catch(() => null);
  const fresh = { numbers, prefix: setting?.value };
  // Without room on the device they are known as long as the page is open.
  await set(KEY, fresh).catch(() => undefined);
  return fresh;
}
