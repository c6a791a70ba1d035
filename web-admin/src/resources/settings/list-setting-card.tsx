import { call } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { Section } from '../../components/screen.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';

type Entry = Record<string, string | null | undefined>;
interface Change {
  value: Entry[];
}

interface ListSettingProps {
  title: string;
  /** The path of the operations that read and replace the list. */
  path: string;
  schema: z.ZodMiniType<Entry[]>;
  changeSchema: z.ZodMiniType<Change, Change>;
  /** A new entry. */
  blank: Entry;
  max: number;
  /** The inputs of an entry, whose names begin with `prefix`. */
  inputs: (prefix: string) => ReactNode;
  /** Shown while there is no entry. */
  nothing: string;
  words: { add: string; remove: string; success: string; failure: string; loadFailure: string };
}

/** A setting that is a list: all entries are edited and saved together. */
export function ListSettingCard(props: ListSettingProps) {
  const { title, path, schema, words } = props;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call('GET', path, schema, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section title={title}>
      {isPending && <Loading height={120} />}
      {error && <LoadFailure onRetry={refetch}>{words.loadFailure}</LoadFailure>}
      {data && !error && <ListSettingForm {...props} entries={data} />}
    </Section>
  );
}

/** Saving replaces the whole list, including what another administrator has added. */
const CHANGED_MEANWHILE =
  "quelqu'un a modifié cette liste entre-temps. Rechargez la page, puis refaites votre changement.";

function ListSettingForm(props: ListSettingProps & { entries: Entry[] }) {
  const { entries, path, schema, changeSchema, blank, max, inputs, nothing, words } = props;
  const queryClient = useQueryClient();
  const form = useForm<Change>({ resolver: zodResolver(changeSchema), defaultValues: { value: entries } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'value' });
  const { mutate, isPending } = useMutation({
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
  useUnsavedChanges(form.formState.isDirty);
  const save = (change: Change) => mutate(change, { onSuccess: () => form.reset(change, { keepValues: true }) });
  const { root } = form.formState.errors.value ?? {};

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        {fields.length === 0 && <p>{nothing}</p>}
        {fields.map(({ id }, index) => (
          <Box key={id} component="fieldset" sx={entryStyle}>
            {inputs(`value.${index}.`)}
            <TextButton label={words.remove} icon={Trash2} color="error" onClick={() => remove(index)} />
          </Box>
        ))}
        {root?.message && (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {root.message}
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <OutlinedButton label={words.add} icon={Plus} onClick={() => append(blank)} disabled={fields.length >= max} />
          <MainButton label="Enregistrer" type="submit" disabled={isPending} />
        </Box>
      </form>
    </FormProvider>
  );
}

export const entryStyle = {
  m: 0,
  mb: 2,
  p: 2,
  border: '1px solid var(--fc-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
