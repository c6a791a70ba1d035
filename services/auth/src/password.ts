import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '@fasocolis/service-kit/errors';

const argon2Async = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** So few hashes at once that a flood of them leaves the process, and half of its threads, to everything else. */
const MOST_AT_ONCE = 2;
/** About three seconds' worth: who comes after those would wait in vain. */
const MOST_WAITING = 100;

let atWork = 0;
const waiting: (() => void)[] = [];

/** @throws AppError `too-many-requests` when too many wait already */
async function deriveKey(parameters: Argon2Parameters): Promise<Buffer> {
  if (atWork < MOST_AT_ONCE) atWork += 1;
  else if (waiting.length >= MOST_WAITING) throw new AppError('too-many-requests');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await argon2Async('argon2id', parameters);
  } finally {
    // The place is handed on, so that nobody who comes now gets in first.
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
}

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const KEY_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * Hashes a password with argon2id and a fresh salt, as a PHC string.
 * @throws AppError `too-many-requests` when too many passwords wait to be hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await deriveKey({ message: password, nonce, tagLength: KEY_BYTES, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(key)}`;
}

/** Compares in constant time with a hash that any account could have, so that an absent one takes as long. */
const absentHash = hashPassword(randomBytes(16).toString('hex'));

/**
 * Whether a password is the one behind a PHC string. Takes as long, and is false, when there is none.
 * @throws AppError `too-many-requests` when too many passwords wait to be compared
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = PHC.exec(hash ?? (await absentHash)) ?? [];
  const stored = Buffer.from(expected, 'base64');
  const key = await deriveKey({
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: stored.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return hash !== null && timingSafeEqual(key, stored);
}
