import { randomUUID } from 'node:crypto';
import { AppError } from '@fasocolis/service-kit/errors';
import { hash, verify } from '@node-rs/argon2';
import limited from 'p-limit';

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most two at once: a flood of sign-ins takes 38 MiB and half of the process's threads. */
const limit = limited(2);
/** About three seconds' worth: later callers would wait in vain. */
const MAX_PENDING = 102;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= MAX_PENDING) throw new AppError('too-many-requests');
  return limit(work);
}

/**
 * Hashes a password with argon2id and a fresh salt, as a PHC string.
 * @throws AppError `too-many-requests` when too many passwords wait to be hashed
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

const absentHash = hashPassword(randomUUID());

/**
 * Whether a password matches a PHC string. Without one it is false and takes as long.
 * @throws AppError `too-many-requests` when too many passwords wait to be compared
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const expected = stored ?? (await absentHash);
  return (await inTurn(() => verify(expected, password))) && stored !== null;
}
