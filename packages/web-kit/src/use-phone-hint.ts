import { type DiallingCode, spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { useEffect, useState } from 'react';

/** Fewer digits are the beginning of a number. */
const LEAST_DIGITS = 4;

/**
 * How a typed phone number is understood, or what is wrong with it; undefined without a number. The numbering
 * plans are loaded when a number is being typed.
 */
export function usePhoneHint(text: string, code?: DiallingCode): string | undefined {
  const [hint, setHint] = useState<{ text: string; sentence: string }>();
  const isTyped = text.replace(/\D/g, '').length >= LEAST_DIGITS;
  useEffect(() => {
    if (!isTyped) return;
    let isOutdated = false;
    import('@fasocolis/contracts/reading/phone')
      .then(({ readPhone, phoneProblem }) => {
        if (isOutdated) return;
        const phone = readPhone(text, code);
        setHint({ text, sentence: phone ? `Numéro compris\u00a0: ${spacedPhone(phone)}` : phoneProblem(text, code) });
      })
      // Without the numbering plans, the server reports an invalid number.
      .catch(() => undefined);
    return () => {
      isOutdated = true;
    };
  }, [text, code, isTyped]);
  return isTyped && hint?.text === text ? hint.sentence : undefined;
}
