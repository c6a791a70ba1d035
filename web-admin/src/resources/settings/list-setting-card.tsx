import { call } from '@fasocolis/web-kit/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type * as z from 'zod/mini';
import { outcomeToasts } from '../../components/outcome.ts';
import { Entries, LoadedSection, SettingForm } from './setting-form.tsx';

type Entry = Record<string, string | null | undefined>;

interface Change {
  value: Entry[];
}

interface ListSettingProps extends Omit<ComponentProps<typeof Entries>, 'name'> {
  title: string;
  /** The path of the operations that read and replace the list. */
  path: string;
  schema: z.ZodMiniType<Entry[]>;
  changeSchema: z.ZodMiniType<Change, Change>;
  words: { add: string; remove: string; success: string; failure: string; loadFailure: string };
}

/** Saving replaces the whole list, including what another administrator has added. */
const CHANGED_MEANWHILE =
  "quelqu'un a modifié cette liste entre-temps. Rechargez la page, puis refaites votre changement.";

/** A setting that is a list: all entries are edited and saved together. */
export function ListSettingCard({ title, path, schema, changeSchema, ...entries }: ListSettingProps) {
  const { words } = entries;
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call('GET', path, schema, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutateAsync } = useMutation({
    async mutationFn(change: Change) {
      const known = queryClient.getQueryData([path]);
      const present = await call('GET', path, schema);
      if (JSON.stringify(present) !== JSON.stringify(known)) throw new Error(CHANGED_MEANWHILE);
      return call('POST', path, schema, change);
    },
    ...outcomeToasts({
      success: words.success,
      failure: (reason) => `${words.failure}\u00a0: ${reason}`,
      onSuccess: (saved) => queryClient.setQueryData([path], saved),
    }),
  });
  return (
    <LoadedSection title={title} query={query} height={120} failure={words.loadFailure}>
      {(value) => (
        <SettingForm schema={changeSchema} values={{ value }} save={mutateAsync}>
          <Entries name="value" {...entries} />
        </SettingForm>
      )}
    </LoadedSection>
  );
}
