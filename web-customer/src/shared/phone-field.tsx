import {
  DEFAULT_DIALLING_CODE,
  DIALLING_CODES,
  type DiallingCode,
  replaceDiallingCode,
  withDiallingCode,
} from '@fasocolis/contracts/reading/dialling-code';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

interface Props extends Omit<FieldProps, 'type' | 'leading'> {
  code: DiallingCode;
  onCodeChange: (code: DiallingCode) => void;
}

export function PhoneField({ code, onCodeChange, ...field }: Props) {
  return (
    <Field
      {...field}
      type="tel"
      leading={
        // An invisible select over the code: the names of countries would not fit beside the number.
        <span className="relative inline-flex shrink-0 items-center gap-1 rounded-xl border border-control-line px-3 tabular-nums has-focus-visible:ring-2 has-focus-visible:ring-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <span aria-hidden>{code}</span>
          <ChevronDown aria-hidden size={16} />
          <select
            aria-label="Indicatif du pays"
            autoComplete="tel-country-code"
            value={code}
            onChange={(event) => {
              const chosen = DIALLING_CODES.find(([each]) => each === event.target.value);
              if (chosen) onCodeChange(chosen[0]);
            }}
            className="absolute inset-0 cursor-pointer text-base opacity-0"
          >
            {DIALLING_CODES.map(([each, country]) => (
              <option key={each} value={each}>
                {`${each} ${country}`}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
}

/** The form in which a typed number is kept and sent: that of the number which the hint at its field shows. */
export async function keptPhone(text: string, code: DiallingCode = DEFAULT_DIALLING_CODE): Promise<string> {
  if (text.trim() === '') return '';
  const reading = await import('@fasocolis/contracts/reading/phone').catch(() => undefined);
  // Without the numbering plans, the server says what is wrong.
  return (reading?.withCodeOnce ?? withDiallingCode)(text, code);
}

interface PhoneForm {
  getValues(field: 'phone'): string | null | undefined;
  setValue(field: 'phone', phone: string): void;
}

/** The dialling code beside the field `phone` of a form, which follows it. */
export function useDiallingCode(form: PhoneForm, initial: DiallingCode) {
  const [code, setCode] = useState(initial);
  const rewrite = async (written: (kept: string) => string) => {
    const typed = form.getValues('phone') ?? '';
    const kept = await keptPhone(typed, code);
    // What was typed meanwhile is newer.
    if ((form.getValues('phone') ?? '') === typed) form.setValue('phone', written(kept));
  };
  const choose = (value: string) => {
    const chosen = DIALLING_CODES.find(([each]) => each === value);
    if (chosen) setCode(chosen[0]);
  };
  return {
    code,
    choice: { value: code === initial ? undefined : code, choose },
    addCode: () => rewrite((kept) => kept),
    changeCode: (next: DiallingCode) => {
      setCode(next);
      return rewrite((kept) => replaceDiallingCode(kept, next));
    },
  };
}
