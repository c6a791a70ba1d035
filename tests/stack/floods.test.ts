import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stack } from '../../infra/local/stack.ts';
import { startTemporaryStack } from './temporary-stack.ts';

let stack: Stack;
beforeEach(async () => {
  stack = await startTemporaryStack('floods', { rateLimits: true, services: ['auth'] });
}, 120_000);
afterEach(() => stack?.stop());

/** The status of a sign-in from `localAddress`: every 127.x.x.x is this machine. */
function post(path: string, body: object, localAddress: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const options = { host: '127.0.0.1', port: new URL(stack.url).port, path, method: 'POST', localAddress };
  const call = request({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  call.on('error', reject);
  call.end(JSON.stringify(body));
  return promise;
}

const signIn = (email: string, password: string, from: string) => post('/api/auth/login', { email, password }, from);

it('of a thousand wrong passwords for many accounts from one address nine hundred are refused unchecked, and the owners sign in from elsewhere', async () => {
  const usernames = Array.from({ length: 20 }, (_, index) => `flooded${index}`);
  for (const [index, username] of usernames.entries()) {
    const email = `${username}@example.com`;
    const body = { firstName: 'Awa', lastName: 'Traoré', username, email, password: 'Colis-1234' };
    // Registrations are limited to ten an hour and address.
    expect(await post('/api/auth/register', body, `127.0.1.${Math.floor(index / 10)}`)).toBe(201);
  }
  const statuses: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const guesses = usernames.map((username) => signIn(username, `guess-${round}`, '127.0.0.2'));
    statuses.push(...(await Promise.all(guesses)));
  }
  const count = (status: number) => statuses.filter((each) => each === status).length;
  expect([count(401), count(429)]).toEqual([100, 900]);
  expect(await signIn(usernames[0] ?? '', 'Colis-1234', '127.0.0.2')).toBe(429);
  for (const username of usernames) expect(await signIn(username, 'Colis-1234', '127.0.0.3')).toBe(200);
}, 60_000);
