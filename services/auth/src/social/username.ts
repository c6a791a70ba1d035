import { randomInt } from 'node:crypto';
import { RESERVED_USERNAME_KEY } from '../shared/user-row.ts';
import type { SocialProfile } from './provider.ts';

const SHORTEST = 3;
const LONGEST = 40;
const FALLBACK = 'client';

/** Reduces text to lower-case Latin letters, digits, dots and dashes. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '.')
    .slice(0, LONGEST)
    .replace(/^[._-]+|[._-]+$/g, '');

/** Candidates from the address, else the name, best first. Any may be taken. */
export function usernamesFor({ email, firstName, lastName }: SocialProfile): string[] {
  const texts = [email?.split('@')[0] ?? '', `${firstName} ${lastName}`].map(plain);
  const base = texts.find((text) => text.length >= SHORTEST) ?? FALLBACK;
  const numbered = [100, 10_000, 1_000_000].map((limit) => `${base}${randomInt(limit / 10, limit)}`);
  return [base, ...numbered].filter((username) => username !== RESERVED_USERNAME_KEY);
}
