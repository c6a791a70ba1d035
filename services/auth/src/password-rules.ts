import { staffPasswordWeakness } from '@fasocolis/contracts/auth';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { canonicalPassword } from './password.ts';

const TOO_COMMON = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
const LISTED = 10_000;

let commonest: Promise<Set<string>> | undefined;

/** Loaded at first use: the list takes 15 MB. */
async function loadCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, LISTED).map(String));
}

/**
 * Rejects blanks, the 10,000 most common passwords, the product's name, and the account's own names.
 * @param field the form field of the message
 */
export async function assertUncommonPassword(
  field: 'password' | 'newPassword',
  password: string,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  const candidate = canonicalPassword(password).toLowerCase();
  commonest ??= loadCommonest();
  const names = [PRODUCT_NAME, username, email ?? ''].map((name) => name.toLowerCase());
  const isBlank = candidate.trim() === '';
  if (!isBlank && !names.includes(candidate) && !(await commonest).has(candidate)) return;
  throw AppError.field(field, TOO_COMMON);
}

/** Agents' passwords are stronger than customers'. */
export function assertStaffPassword(field: 'password' | 'newPassword', password: string): void {
  const weakness = staffPasswordWeakness(password);
  if (weakness !== null) throw AppError.field(field, weakness);
}
