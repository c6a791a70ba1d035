import { PROCESSES } from '@fasocolis/contracts/services';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';

const TIMEOUT = { timeout: 20_000, interval: 100 };

let stack: CommonStack;
beforeAll(async () => {
  stack = await useCommonStack();
}, 120_000);
afterAll(() => stack?.stop());

/** Each at a new URL, so that the gateway has no last known response. */
const lookup = () => fetch(`${stack.url}/api/orders/DEMO0003?${crypto.randomUUID()}`);
const currentUser = () => fetch(`${stack.url}/api/user`);
const signIn = (email: string, password: string) =>
  fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
const untilOk = () => vi.waitFor(async () => expect((await lookup()).status).toBe(200), TIMEOUT);

/** Sends concurrent requests until it is stopped. @returns the distinct responses */
function startLoad(request: () => Promise<Response>) {
  const responses = new Map<string, number>();
  let running = true;
  const clients = Array.from({ length: 8 }, async () => {
    while (running) {
      const response = await request();
      const { message = '' } = response.status === 200 ? {} : ((await response.json()) as { message?: string });
      const reply = `${response.status} ${message}`.trim();
      responses.set(reply, (responses.get(reply) ?? 0) + 1);
    }
  });
  return {
    responses,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

describe('when the orders service is killed under load', () => {
  it('orders responds with 503 JSON, everything else still works, and orders recovers', async () => {
    await untilOk();
    const orders = startLoad(lookup);
    const elsewhere = startLoad(currentUser);
    await vi.waitFor(() => expect(orders.responses.get('200')).toBeGreaterThan(50), 20_000);
    await stack.kill('orders');
    await vi.waitFor(
      () => expect(orders.responses.get('503 Service temporairement indisponible')).toBeGreaterThan(50),
      20_000,
    );
    await stack.restart('orders');
    await untilOk();
    await Promise.all([orders.stop(), elsewhere.stop()]);
    expect([...orders.responses.keys()].toSorted()).toEqual(['200', '503 Service temporairement indisponible']);
    expect([...elsewhere.responses.keys()]).toEqual(['401 Non authentifié']);
  }, 90_000);

  it('the gateway is not ready while the service is unavailable', async () => {
    const ready = async () => (await fetch(`${stack.url}/health/ready`)).status;
    await stack.kill('orders');
    await vi.waitFor(async () => expect(await ready()).toBe(503), 10_000);
    expect((await fetch(`${stack.url}/health/live`)).status).toBe(200);
    await stack.restart('orders');
    await vi.waitFor(async () => expect(await ready()).toBe(200), 20_000);
  }, 60_000);
});

describe('when Redis is killed', () => {
  it('visitors can still look up parcels, sign-in responds with 503, and all sessions exist again afterwards', async () => {
    const signInAsClient = () => signIn('client', 'Client-1234');
    const signedIn = await signInAsClient();
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = async () => (await fetch(`${stack.url}/api/user`, { headers: { cookie } })).status;
    expect(await me()).toBe(200);

    await stack.kill('redis');
    await vi.waitFor(async () => expect(await me()).toBe(503), 10_000);
    expect((await lookup()).status).toBe(200);
    expect((await signInAsClient()).status).toBe(503);
    await stack.restart('redis');
    await vi.waitFor(async () => expect(await me()).toBe(200), 20_000);
    await vi.waitFor(async () => expect((await signInAsClient()).status).toBe(200), 20_000);
  }, 60_000);
});

describe('when PostgreSQL is killed', () => {
  it('lookups respond with 503 without internals, acknowledged orders exist afterwards, and everything recovers', async () => {
    const signedIn = await signIn(stack.adminEmail, stack.adminPassword);
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const create = (reference: string) =>
      fetch(`${stack.url}/api/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ reference }),
      });
    const acknowledged: string[] = [];
    const refusals = new Set<string>();
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n += 1) {
        const reference = `CRASH-${n}`;
        const response = await create(reference);
        if (response.status === 201) acknowledged.push(reference);
        else refusals.add(((await response.json()) as { code: string }).code);
      }
    })();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 20_000);
    await stack.kill('postgres');
    await vi.waitFor(async () => {
      const response = await lookup();
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ message: 'Service temporairement indisponible' });
    }, 20_000);
    writing = false;
    await writer;
    expect([...refusals]).toEqual(['unavailable']);
    await stack.restart('postgres');
    await untilOk();
    for (const reference of acknowledged) {
      expect((await fetch(`${stack.url}/api/orders/${reference}`)).status, reference).toBe(200);
    }
  }, 90_000);

  it('services are not ready but keep running, and are ready again afterwards', async () => {
    const names = PROCESSES.filter((name) => name !== 'gateway');
    const processes = stack.processes().filter(({ name }) => names.includes(name));
    expect(processes).toHaveLength(names.length);
    const health = (path: string) =>
      Promise.all(processes.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status));
    const until = (status: number) =>
      vi.waitFor(async () => expect(await health('ready')).toEqual(processes.map(() => status)), TIMEOUT);
    await until(200);
    await stack.kill('postgres');
    await until(503);
    expect(await health('started')).toEqual(processes.map(() => 200));
    await stack.restart('postgres');
    await until(200);
    expect(stack.processes()).toEqual(expect.arrayContaining(processes));
  }, 60_000);
});
