import { call } from '@fasocolis/web-kit/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type * as z from 'zod/mini';
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

/** A setting that is a list: all entries are edited and saved together. */
export function ListSettingCard({ title, path, schema, changeSchema, ...entries }: ListSettingProps) {
  const { words } = entries;
  const query = queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => call('GET', path, schema, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <LoadedSection title={title} query={useQuery(query)} height={120} failure={words.loadFailure}>
      {(data) => (
        <SettingForm
          schema={changeSchema}
          query={query}
          data={data}
          valuesOf={(value) => ({ value })}
          save={(change) => call('POST', path, schema, change)}
          outcome={{ success: words.success, failure: (reason) => `${words.failure}\u00a0: ${reason}` }}
        >
          <Entries name="value" {...entries} />
        </SettingForm>
      )}
    </LoadedSection>
  );
}
