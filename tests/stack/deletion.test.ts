import type { Order } from '@fasocolis/contracts/orders';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Stack } from '../../infra/local/stack.ts';
import { startTemporaryStack } from './temporary-stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startTemporaryStack('deletion');
}, 120_000);
afterAll(() => stack?.stop());

async function send(method: string, path: string, cookie = '', body?: object): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${stack.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function signInAsAdmin(): Promise<string> {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  return cookieOf(await send('POST', '/api/auth/login', '', body));
}

let people = 0;
async function register() {
  people += 1;
  const username = `leaving${people}-${Date.now()}`;
  const body = {
    firstName: 'Issa',
    lastName: 'Sanou',
    username,
    email: `${username}@example.com`,
    password: 'Colis-1234',
  };
  const response = await send('POST', '/api/auth/register', '', body);
  expect(response.status).toBe(201);
  return { id: ((await response.json()) as { id: number }).id, cookie: cookieOf(response) };
}

/** Somebody with an order of their own and a favourite, which a second person has saved too. */
async function personWithData(admin: string) {
  const [leaving, staying] = [await register(), await register()];
  const reference = `LEAVING-${leaving.id}`;
  const order: Order = await (await send('POST', '/api/orders', admin, { reference, userId: leaving.id })).json();
  for (const { cookie } of [leaving, staying]) {
    expect((await send('POST', '/api/orders/save', cookie, { orderId: order.id })).status).toBe(201);
  }
  return { leaving, staying, reference };
}

async function expectNothingLeft(
  admin: string,
  { leaving, staying, reference }: Awaited<ReturnType<typeof personWithData>>,
) {
  await vi.waitFor(async () => expect((await send('GET', `/api/orders/${reference}`)).status).toBe(404), {
    timeout: 5000,
    interval: 50,
  });
  expect(await (await send('GET', `/api/orders/user/${leaving.id}`, admin)).json()).toEqual([]);
  expect(await (await send('GET', `/api/orders/saved/${leaving.id}`, admin)).json()).toEqual([]);
  expect(await (await send('GET', `/api/orders/saved/${staying.id}`, staying.cookie)).json()).toEqual([]);
}

describe('deleting an account', () => {
  it('ends its session at once, and removes its orders and favourites everywhere within five seconds', async () => {
    const admin = await signInAsAdmin();
    const person = await personWithData(admin);
    expect((await send('DELETE', `/api/users/${person.leaving.id}`, admin)).status).toBe(200);
    expect((await send('GET', '/api/user', person.leaving.cookie)).status).toBe(401);
    await expectNothingLeft(admin, person);
  });

  it('does so within five seconds of everything being back, whatever was down at that moment', async () => {
    const admin = await signInAsAdmin();
    const person = await personWithData(admin);
    for (const name of ['auth-worker', 'orders-worker', 'notify-worker', 'orders']) await stack.kill(name);
    expect((await send('DELETE', `/api/users/${person.leaving.id}`, admin)).status).toBe(200);
    expect((await send('GET', '/api/user', person.leaving.cookie)).status).toBe(401);
    for (const name of ['orders', 'orders-worker', 'notify-worker', 'auth-worker']) await stack.restart(name);
    await vi.waitFor(async () => expect((await send('GET', '/health/ready')).status).toBe(200), 20_000);
    await expectNothingLeft(admin, person);
  }, 60_000);
});
