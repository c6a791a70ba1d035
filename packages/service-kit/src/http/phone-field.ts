import { phoneProblem, readPhone } from '@fasocolis/contracts/reading/phone';
import { AppError } from './errors.ts';

/**
 * The number that a field of a request is (READ-006), in the form E.164; null for none.
 * @throws AppError `validation` at the field when the number cannot be called
 */
export function phoneIn(field: string, text: string | null | undefined): string | null {
  if (!text) return null;
  const phone = readPhone(text);
  if (phone !== null) return phone;
  const problem = phoneProblem(text);
  throw AppError.field(field, problem);
}
