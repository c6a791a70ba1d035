import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, useFieldArray, useForm, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
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
      {error && <LoadFailure onRetry={refetch}>{failure}</LoadFailure>}
      {data !== undefined && !error && children(data)}
    </Section>
  );
}

interface SettingFormProps<Change> {
  schema: z.ZodMiniType<Change, FieldValues>;
  values: FieldValues;
  /** Rejects when the change was not saved, after it has shown why. */
  save: (change: Change) => Promise<unknown>;
  children: ReactNode;
}

export function SettingForm<Change extends FieldValues>({ schema, values, save, children }: SettingFormProps<Change>) {
  const form = useForm<FieldValues, unknown, Change>({ resolver: zodResolver(schema), defaultValues: values });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChanges(isDirty);
  const { submit, offline } = useSubmit(form, async (change) => {
    const isSaved = await save(change).catch(() => false);
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
