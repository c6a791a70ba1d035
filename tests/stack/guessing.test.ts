import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceCookie } from '../../gateway/test/helpers.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const PHONES = 40;
const KNOWN = ['DEMO0001', 'DEMO0002', 'DEMO0003', 'DEMO0004', 'DEMO0005'];

let stack: TemporaryStack;
beforeAll(async () => {
  stack = await startTemporaryStack('guessing', { rateLimits: true, services: ['auth', 'orders', 'content'] });
}, 120_000);
afterAll(() => stack?.stop());

/** The cookie that a phone got from the site an hour ago. */
const phoneCookie = (id: string) => deviceCookie(id, 60, stack.secrets()['identity-gateway']);

/** Ways to look a reference up. Each gives the status, and what the page or the app says to a refused caller. */
const WAYS = {
  app: (reference: string) => ({ path: `/api/orders/${reference}`, accept: 'application/json' }),
  link: (reference: string) => ({ path: `/c/${reference}`, accept: 'text/html' }),
  search: (reference: string) => ({ path: `/?tracking=${reference}`, accept: 'text/html' }),
};

async function lookUp(way: keyof typeof WAYS, reference: string, cookie: string) {
  const { path, accept } = WAYS[way](reference);
  const response = await fetch(stack.url + path, { headers: { accept, cookie } });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

it('of forty phones behind one address only the one that guesses is refused, after thirty guesses, by every way [SEC-025]', async () => {
  const phones = Array.from({ length: PHONES }, (_, index) => phoneCookie(`phone-${index}`));
  const [guesser = '', ...others] = phones;
  const ways = Object.keys(WAYS) as (keyof typeof WAYS)[];

  const guesses: number[] = [];
  for (let guess = 0; guess < 40; guess += 1) {
    const way = ways[guess % ways.length] ?? 'app';
    guesses.push((await lookUp(way, `GUESS-${guess}`, guesser)).status);
    // Meanwhile another customer mistypes a number twice, then finds the parcel.
    const other = others[guess % others.length] ?? '';
    for (const typed of [`TYPO-${guess}`, `TYPO-${guess}`]) {
      expect((await lookUp('app', typed, other)).status).toBe(404);
    }
    expect((await lookUp(way, KNOWN[guess % KNOWN.length] ?? '', other)).status).toBe(200);
  }
  expect(guesses).toEqual([...Array<number>(30).fill(404), ...Array<number>(10).fill(429)]);

  for (const way of ways) {
    const refused = await lookUp(way, 'DEMO0003', guesser);
    expect(refused.status, way).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(refused.text).toMatch(
      /Trop de numéros inconnus\. Réessayez dans \d+ minutes?, ou écrivez-nous sur WhatsApp\./,
    );
  }
  const signedIn = await fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'agent', password: 'Agent-1234' }),
  });
  const agent = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await lookUp('app', 'DEMO0003', `${agent}; ${guesser}`)).status).toBe(200);
  // Without its cookie the guesser is one of the new visitors, who have an allowance of their own.
  expect((await lookUp('app', 'DEMO0003', '')).status).toBe(200);
}, 60_000);
