import { type AppSetting, type AppSettingKey, AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { api } from '@fasocolis/web-kit/api';
import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { useQuery } from '@tanstack/react-query';
import { TextInput, type TextInputProps } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
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
  const query = settingQuery(settingKey);
  return (
    <LoadedSection title={title} query={useQuery(query)} height={120} failure="Ce paramètre n'a pas pu être chargé.">
      {(data) => (
        <SettingForm
          schema={schema}
          query={query}
          data={data}
          valuesOf={(setting) => ({ value: setting?.value ?? '', description: setting?.description ?? description })}
          save={(change): Promise<AppSetting | null> =>
            api.post(`/api/app-settings/${settingKey}`, change, AppSettingSchema)
          }
          outcome={{ success, failure, unknownReason: 'Raison inconnue' }}
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
