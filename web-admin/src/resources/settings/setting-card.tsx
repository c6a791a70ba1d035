import { type AppSetting, type AppSettingKey, AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { api } from '@fasocolis/web-kit/api';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TextInput, type TextInputProps } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { Section } from '../../components/screen.tsx';
import { settingQuery } from '../../components/settings.ts';
import { MainButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useSubmit } from '../../components/use-submit.tsx';

interface Setting {
  value: string;
  description?: string | null | undefined;
}

interface SettingProps {
  settingKey: AppSettingKey;
  schema: z.ZodMiniType<Setting, Setting>;
  title: string;
  /** The default description of a setting. */
  description: string;
  hint: string;
  input: Partial<TextInputProps>;
  success: string;
  failure: (reason: string) => string;
}

export function SettingCard(props: SettingProps) {
  const { settingKey, title } = props;
  const { data, error, isPending, refetch } = useQuery(settingQuery(settingKey));

  return (
    <Section title={title}>
      {isPending && <Loading height={120} />}
      {error && <LoadFailure onRetry={refetch}>Ce paramètre n'a pas pu être chargé.</LoadFailure>}
      {data !== undefined && !error && <SettingForm {...props} setting={data} />}
    </Section>
  );
}

function SettingForm(props: SettingProps & { setting: AppSetting | null }) {
  const { settingKey, schema, title, description, hint, input, success, failure, setting } = props;
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { value: setting?.value ?? '', description: setting?.description ?? description },
  });
  const { mutateAsync } = useMutation({
    mutationFn: (change: Setting) => api.post(`/api/app-settings/${settingKey}`, change, AppSettingSchema),
    ...outcomeToasts({
      success,
      failure,
      unknownReason: 'Raison inconnue',
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['app-settings', settingKey] }),
    }),
  });
  useUnsavedChanges(form.formState.isDirty);
  const value = useWatch({ control: form.control, name: 'value' });
  // A number that cannot be called is kept, with a warning.
  const phoneHint = usePhoneHint(input.type === 'tel' ? value : '');

  const { submit, offline } = useSubmit(form, async (change) => {
    const isSaved = await mutateAsync(change).catch(() => false);
    // Text typed during the request is not saved yet.
    if (isSaved) form.reset(change, { keepValues: true });
  });

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        <TextInput {...input} source="value" label={title} parse={asTyped} helperText={phoneHint ?? hint} />
        {offline}
        <MainButton label="Enregistrer" type="submit" disabled={form.formState.isSubmitting} sx={{ mt: 1 }} />
      </form>
    </FormProvider>
  );
}

/** Keeps an emptied field an empty string: the schema expects strings. */
const asTyped = (text: string) => text;
