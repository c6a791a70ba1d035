import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Typography } from '@mui/material';
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, useFieldArray, useForm, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { type Outcome, outcomeToasts } from '../../components/outcome.ts';
import { Section } from '../../components/screen.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useSubmit } from '../../components/use-submit.tsx';

interface LoadedSectionProps<Data> {
  title: string;
  query: UseQueryResult<Data>;
  /** The height while it is being loaded, in pixels. */
  height: number;
  failure: string;
  children: (data: Data) => ReactNode;
}

export function LoadedSection<Data>({ title, query, height, failure, children }: LoadedSectionProps<Data>) {
  const { data, error, isPending, refetch } = query;
  return (
    <Section title={title}>
      {isPending && <Loading height={height} />}
      {error && data === undefined && <LoadFailure onRetry={refetch}>{failure}</LoadFailure>}
      {data !== undefined && children(data)}
    </Section>
  );
}

interface SettingFormProps<Data, Key extends QueryKey, Change> {
  schema: z.ZodMiniType<Change, FieldValues>;
  /** The query of the setting, which has responded with `data`. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  data: Data;
  valuesOf: (data: Data) => FieldValues;
  save: (change: Change) => Promise<Data>;
  outcome: Outcome;
  children: ReactNode;
}

/** Saving replaces the whole setting, including what was saved elsewhere since the form was filled. */
const CHANGED_MEANWHILE =
  "quelqu'un a modifié ce réglage entre-temps. Rechargez la page, puis refaites votre changement.";

export function SettingForm<Data, Key extends QueryKey, Change extends FieldValues>({
  schema,
  query,
  data,
  valuesOf,
  save,
  outcome,
  children,
}: SettingFormProps<Data, Key, Change>) {
  const queryClient = useQueryClient();
  const [known, setKnown] = useState(data);
  const { mutateAsync } = useMutation({
    async mutationFn(change: Change) {
      const present = await queryClient.fetchQuery({ ...query, staleTime: 0 });
      if (JSON.stringify(present) !== JSON.stringify(known)) throw new Error(CHANGED_MEANWHILE);
      const saved = await save(change);
      queryClient.setQueryData<Data>(query.queryKey, saved);
      setKnown(saved);
      return saved;
    },
    ...outcomeToasts(outcome),
  });
  const form = useForm<FieldValues, unknown, Change>({ resolver: zodResolver(schema), defaultValues: valuesOf(known) });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChanges(isDirty);
  const { submit, offline } = useSubmit(form, async (change) => {
    const isSaved = await mutateAsync(change).catch(() => undefined);
    // Text typed during the request is not saved yet.
    if (isSaved) form.reset(change, { keepValues: true });
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        {children}
        {offline}
        <MainButton label="Enregistrer" type="submit" disabled={isSubmitting} sx={{ mt: 1 }} />
      </form>
    </FormProvider>
  );
}

interface EntriesProps {
  /** The field of the surrounding form that is the list. */
  name: string;
  blank: object;
  max: number;
  /** The inputs of an entry, whose names begin with `prefix`. */
  inputs: (prefix: string) => ReactNode;
  nothing: string;
  words: { add: string; remove: string };
}

/** A list in a form: entries are added, changed and removed. */
export function Entries({ name, blank, max, inputs, nothing, words }: EntriesProps) {
  const { formState } = useFormContext<Record<string, object[]>>();
  const { fields, append, remove } = useFieldArray({ name });
  const problem = formState.errors[name]?.root?.message;
  return (
    <>
      {fields.length === 0 && <Typography sx={{ mt: 2, mb: 1 }}>{nothing}</Typography>}
      {fields.map(({ id }, index) => (
        <Box key={id} component="fieldset" sx={entryStyle}>
          {inputs(`${name}.${index}.`)}
          <TextButton label={words.remove} icon={Trash2} color="error" onClick={() => remove(index)} />
        </Box>
      ))}
      {problem && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {problem}
        </Box>
      )}
      <OutlinedButton
        label={words.add}
        icon={Plus}
        onClick={() => append(blank)}
        disabled={fields.length >= max}
        sx={{ mt: 1, mr: 1 }}
      />
    </>
  );
}

const entryStyle = {
  m: 0,
  mb: 2,
  '&:last-of-type': { mb: 1 },
  p: 2,
  border: '1px solid var(--fc-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
