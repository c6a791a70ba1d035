import {
  DEFAULT_DIALLING_CODE,
  DIALLING_CODES,
  type DiallingCode,
  replaceDiallingCode,
  withDiallingCode,
} from '@fasocolis/contracts/reading/dialling-code';
import { useState } from 'react';

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
