import { phoneProblem, readPhone } from '@fasocolis/contracts/reading/phone';
import { AppError } from './errors.ts';

/** The number in a field as E.164 (READ-006); null for none. @throws AppError `validation` at the field */
export function phoneIn(field: string, text: string | null | undefined): string | null {
  if (!text) return null;
  const phone = readPhone(text);
  if (phone !== null) return phone;
  const problem = phoneProblem(text);
  throw AppError.field(field, problem);
}
