import { type AppSettingKey, AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { api } from '@fasocolis/web-kit/api';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TextInput, type TextInputProps } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { outcomeToasts } from '../../components/outcome.ts';
import { settingQuery } from '../../components/settings.ts';
import { LoadedSection, SettingForm } from './setting-form.tsx';

interface Setting {
  value: string;
  description?: string | null | undefined;
}

interface SettingProps extends ValueProps {
  settingKey: AppSettingKey;
  schema: z.ZodMiniType<Setting, Setting>;
  description: string;
  success: string;
  failure: (reason: string) => string;
}

export function SettingCard({ settingKey, schema, description, success, failure, ...input }: SettingProps) {
  const title = SETTING_NAMES[settingKey];
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (change: Setting) => api.post(`/api/app-settings/${settingKey}`, change, AppSettingSchema),
    ...outcomeToasts({
      success,
      failure,
      unknownReason: 'Raison inconnue',
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['app-settings', settingKey] }),
    }),
  });
  const query = useQuery(settingQuery(settingKey));
  return (
    <LoadedSection title={title} query={query} height={120} failure="Ce paramètre n'a pas pu être chargé.">
      {(setting) => (
        <SettingForm
          schema={schema}
          values={{ value: setting?.value ?? '', description: setting?.description ?? description }}
          save={mutateAsync}
        >
          <ValueInput label={title} {...input} />
        </SettingForm>
      )}
    </LoadedSection>
  );
}

interface ValueProps extends Partial<TextInputProps> {
  hint: string;
}

function ValueInput({ hint, ...input }: ValueProps) {
  const value = useWatch<FieldValues, 'value'>({ name: 'value' });
  // A number that cannot be called is kept, with a warning.
  const phoneHint = usePhoneHint(input.type === 'tel' ? value : '');
  return <TextInput autoComplete="off" {...input} source="value" parse={asTyped} helperText={phoneHint ?? hint} />;
}

/** Keeps an emptied field an empty string: the schema expects strings. */
const asTyped = (text: string) => text;
