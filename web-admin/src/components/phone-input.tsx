import { usePhoneHint } from '@fasocolis/web-kit/use-phone-hint';
import { TextInput, type TextInputProps } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';

interface Props extends Pick<TextInputProps, 'label'> {
  source: string;
}

/** A phone number in any spelling, with how it is read. */
export function PhoneInput({ source, label }: Props) {
  const hint = usePhoneHint(String(useWatch<FieldValues, string>({ name: source }) ?? ''));
  return (
    <TextInput
      source={source}
      {...(label !== undefined && { label })}
      type="tel"
      helperText={hint ?? "Facultatif. Sans indicatif, c'est un numéro du Burkina Faso."}
    />
  );
}
