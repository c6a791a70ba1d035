import { randomInt } from 'node:crypto';
import { DEFAULT_CLIENT_PREFIX, userIdInCode } from '@fasocolis/contracts/reading/client-code';
import { searchForm } from '@fasocolis/contracts/reading/text';
import type { Transaction } from '../database.ts';
import { RESERVED_USERNAME_KEY } from './user-row.ts';

const SHORTEST = 3;
const LONGEST = 40;
const FALLBACK = 'client';

const plain = (text: string) =>
  searchForm(text)
    .replace(/[^a-z0-9._-]+/g, '.')
    .slice(0, LONGEST)
    .replace(/^[._-]+|[._-]+$/g, '');

interface Person {
  email: string | null;
  firstName: string;
  lastName: string;
}

/** Neither a number nor a client code, see the rules of chosen ones. */
const isUsable = (username: string) =>
  /[a-z]/.test(username) && userIdInCode(username, DEFAULT_CLIENT_PREFIX) === undefined;

export function usernamesFor({ email, firstName, lastName }: Person): string[] {
  const texts = [email?.split('@')[0] ?? '', `${firstName} ${lastName}`].map(plain);
  const base = texts.find((text) => text.length >= SHORTEST && isUsable(text)) ?? FALLBACK;
  const numbered = [100, 10_000, 1_000_000].map((limit) => `${base}${randomInt(limit / 10, limit)}`);
  return [base, ...numbered].filter((username) => username !== RESERVED_USERNAME_KEY && isUsable(username));
}

export async function freeUsername(transaction: Transaction, person: Person): Promise<string> {
  const candidates = usernamesFor(person);
  const rows = await transaction.user.findMany({
    where: { usernameKey: { in: candidates } },
    select: { usernameKey: true },
  });
  const taken = new Set(rows.map(({ usernameKey }) => usernameKey));
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free === undefined) throw new Error('No username of a new person is free');
  return free;
}
