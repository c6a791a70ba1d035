import { randomUUID } from 'node:crypto';
import { composed } from '@fasocolis/contracts/reading/text';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { hash, verify } from '@node-rs/argon2';
import limited from 'p-limit';

/**
 * OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits a flood of sign-ins to 38 MiB and half of the process's threads. */
const limit = limited(2);
/** About three seconds' worth. */
const MAX_PENDING = 102;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= MAX_PENDING) throw new AppError('too-many-requests');
  return limit(work);
}

/** A password in one spelling, whichever accents and widths of letters a keyboard writes (NIST SP 800-63B, 3.1.1.2). */
export const canonicalPassword = (password: string) => composed(password, 'NFKC');

/** Hashes a password with argon2id as a PHC string. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(canonicalPassword(password), COST));

const absentHash = hashPassword(randomUUID());

/** Compares a password with a PHC string; without one it takes as long and fails. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const expected = stored ?? (await absentHash);
  // Hashes of former versions are of the password as it was written.
  for (const form of new Set([canonicalPassword(password), password])) {
    if (await inTurn(() => verify(expected, form))) return stored !== null;
  }
  return false;
}
