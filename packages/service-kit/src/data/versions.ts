import { AppError } from '../http/errors.ts';

/** The version of a row after a change, from the one before: never the same twice, even within a millisecond. */
export const nextVersion = (before: Date): Date => new Date(Math.max(Date.now(), before.getTime() + 1));

/**
 * Compares the version of a row with the one that a form has shown; absent ones are not compared.
 * @throws AppError `conflict` with `message`, for the whole form, when the row was changed since
 */
export function assertVersion(current: Date, edited: string | undefined, message: string): void {
  if (edited === undefined || Date.parse(edited) === current.getTime()) return;
  throw AppError.conflict('updatedAt', message);
}
