import { DEFAULT_DIALLING_CODE, type DiallingCode, withDiallingCode } from '@fasocolis/contracts/reading/dialling-code';

/** The form in which a typed number is kept and sent: that of the number which the hint at its field shows. */
export async function keptPhone(text: string, code: DiallingCode = DEFAULT_DIALLING_CODE): Promise<string> {
  if (text.trim() === '') return '';
  const reading = await import('@fasocolis/contracts/reading/phone').catch(() => undefined);
  // Without the numbering plans, the server says what is wrong.
  return (reading?.withCodeOnce ?? withDiallingCode)(text, code);
}
