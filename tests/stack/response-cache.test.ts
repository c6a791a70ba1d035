import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Product } from '@fasocolis/contracts/catalog';
import { type Order, PublicOrderSchema, StaffOrderSchema } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import { TEST_IDENTITY_KEYS } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildGateway } from '../../gateway/src/app.ts';
import { loadGatewayConfig } from '../../gateway/src/config.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

let stack: TemporaryStack;
/** The gateway that receives the changes, and another one. */
let gateways: string[];
let cookie: string;
let second: Awaited<ReturnType<typeof buildGateway>>;

beforeAll(async () => {
  stack = await startTemporaryStack('response-cache');
  const signedIn = await fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword }),
  });
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  second = await buildGateway(loadGatewayConfig(secondEnvironment()));
  gateways = [stack.url, await second.app.listen({ host: '127.0.0.1', port: 0 })];
}, 120_000);
afterAll(async () => {
  await second?.app.close();
  await second?.internal.close();
  await stack?.stop();
});

function secondEnvironment(): Record<string, string> {
  const services = stack.processes().map(({ name, port }) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`]);
  return {
    ...Object.fromEntries(services),
    PORT: '0',
    LOG_LEVEL: 'silent',
    IDENTITY_KEY: TEST_IDENTITY_KEYS.gateway,
    REDIS_URL: stack.redisUrl,
    RATE_LIMITS: 'off',
    WEB_CUSTOMER_FOLDER: '/nowhere',
    WEB_ADMIN_FOLDER: '/nowhere',
  };
}

async function asAdmin<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(stack.url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (await response.json()) as T;
}

/** The response of each gateway to a visitor: the body, or the status of an error. */
const told = (path: string) =>
  Promise.all(
    gateways.map(async (url) => {
      const response = await fetch(url + path);
      return response.ok ? await response.text() : response.status;
    }),
  );

/** Fills the cache of every gateway. */
const remember = (path: string) => told(path);

/**
 * Waits until each gateway responds to visitors as to the administrator. How long a response is fresh is tested with a
 * fake clock (gateway/test/response-cache.test.ts).
 */
async function expectSoonAsAdmin(path: string): Promise<void> {
  const response = await fetch(stack.url + path, { headers: { cookie } });
  const truth = response.ok ? asVisitor(await response.text()) : response.status;
  await vi.waitFor(async () => expect(await told(path)).toEqual(gateways.map(() => truth)), {
    timeout: 10_000,
    interval: 20,
  });
}

const OF_ADMINISTRATORS = new Set(
  Object.keys(StaffOrderSchema.shape).filter((field) => !(field in PublicOrderSchema.shape)),
);

/** An order as returned to visitors; other bodies unchanged. */
const asVisitor = (text: string) =>
  JSON.stringify(JSON.parse(text, (key, value) => (OF_ADMINISTRATORS.has(key) ? undefined : value)));

const newOrder = () => asAdmin<Order>('POST', '/api/orders', { reference: generateReference() });
const newProduct = () =>
  asAdmin<Product>('POST', '/api/products', { name: 'Lampe', description: 'Solaire.', price: '12 500 FCFA' });

describe('a change by the administrator is visible to the administrator at once and to all others within a second:', () => {
  it('of a parcel', async () => {
    const { id, reference } = await newOrder();
    const paths = [`/api/orders/${reference}`, `/api/orders/${reference}/events`];
    for (const path of paths) await remember(path);
    await asAdmin('PATCH', `/api/orders/${id}`, { status: 'PROCESSING', latestUpdate: 'À Guangzhou' });
    expect(await asAdmin<Order>('GET', paths[0] ?? '')).toMatchObject({ status: 'PROCESSING' });
    await Promise.all(paths.map(expectSoonAsAdmin));
  });

  it('of a product, until it is deleted', async () => {
    const { id } = await newProduct();
    const paths = [`/api/products/${id}`, '/api/products'];
    for (const path of paths) await remember(path);
    expect((await told('/api/products')).join()).toContain(`"id":${id},`);
    await asAdmin('PATCH', `/api/products/${id}`, { name: 'Lampe à dynamo' });
    await Promise.all(paths.map(expectSoonAsAdmin));
    for (const path of paths) await remember(path);
    expect((await told('/api/products')).join()).toContain('Lampe à dynamo');
    await asAdmin('DELETE', `/api/products/${id}`);
    await Promise.all(paths.map(expectSoonAsAdmin));
    expect(await told(`/api/products/${id}`)).toEqual([404, 404]);
  });

  it('of a new product in the list', async () => {
    await remember('/api/products');
    const { id } = await newProduct();
    await expectSoonAsAdmin('/api/products');
    expect((await told('/api/products')).join()).toContain(`"id":${id},`);
  });

  it('of pages and settings', async () => {
    for (const path of ['/api/static-pages/about', '/api/app-settings/whatsapp_number', '/api/whatsapp-number']) {
      await remember(path);
    }
    await asAdmin('PATCH', '/api/static-pages/about', { title: 'Qui nous sommes' });
    await expectSoonAsAdmin('/api/static-pages/about');
    await asAdmin('POST', '/api/app-settings/whatsapp_number', { value: '+22670000001' });
    await Promise.all(['/api/app-settings/whatsapp_number', '/api/whatsapp-number'].map(expectSoonAsAdmin));
    expect((await told('/api/whatsapp-number')).join()).toContain('22670000001');
  });
});

it('the name of a user whose account is deleted disappears from cached parcels', async () => {
  const name = `awa${Date.now()}`;
  const registered = await fetch(`${stack.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Awa',
      lastName: 'Traoré',
      username: name,
      email: `${name}@example.com`,
      password: 'Client-1234',
    }),
  });
  const { id: userId } = (await registered.json()) as { id: number };
  const order = { reference: generateReference(), userId, recipientName: 'Awa Traoré' };
  const { reference } = await asAdmin<Order>('POST', '/api/orders', order);
  await remember(`/api/orders/${reference}`);
  expect((await told(`/api/orders/${reference}`)).join()).toContain('Awa');
  await asAdmin('DELETE', `/api/users/${userId}`);
  await vi.waitFor(async () => {
    const responses = (await told(`/api/orders/${reference}`)).map((text) => JSON.parse(String(text)) as Order);
    expect(responses.map(({ recipientName }) => recipientName)).toEqual([null, null]);
  }, 5000);
}, 30_000);

/** Resident memory of the first gateway, in MiB. */
const gatewayMemory = () => {
  const { pid } = stack.processes().find(({ name }) => name === 'gateway') ?? {};
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
};

/** Sends a GET; unlike fetch it does not parse the path, which may be long. */
function send(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { hostname, port } = new URL(stack.url);
  const outgoing = request({ hostname, port, path, agent }, (response) => {
    response.resume().once('end', resolve);
  });
  outgoing.once('error', reject).end();
  return promise;
}
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

it('twenty thousand distinct addresses of the largest size leave the memory of the gateway within 64 MiB [SEC-019]', async () => {
  const text = (size: number) => randomBytes(size / 2).toString('hex');
  const addresses = {
    // Its response is in the memory of its service.
    undeclared: () => `/api/transit-times?x=${text(16_000)}`,
    declared: () => `/api/products?filter=${encodeURIComponent(JSON.stringify({ q: text(1900) }))}`,
    page: () => `/?tracking=${text(1900)}`,
  };
  const open = async (kind: keyof typeof addresses, count: number) => {
    const numbers = Array.from({ length: count }).values();
    const next = async () => {
      for (const _ of numbers) await send(addresses[kind]());
    };
    await Promise.all(Array.from({ length: 8 }, next));
  };
  // The code is compiled, and the heap has its working size.
  for (const kind of ['undeclared', 'declared', 'page'] as const) await open(kind, 300);
  const before = gatewayMemory();
  await open('undeclared', 17_700);
  await open('declared', 2000);
  await open('page', 300);
  // Memory is collected while further requests are handled.
  await vi.waitFor(
    async () => {
      for (let index = 0; index < 500; index += 1) await send('/api/transit-times?x=1');
      expect(gatewayMemory() - before).toBeLessThan(64);
    },
    { timeout: 30_000, interval: 0 },
  );
}, 180_000);

describe('when the orders service is killed', () => {
  it('known parcels are shown with their date, others are 503, and everything recovers', async () => {
    const [known, unknown] = [await newOrder(), await newOrder()];
    const path = `/api/orders/${known.reference}`;
    await remember(path);
    const before = Date.now();
    await stack.kill('orders');
    for (const url of gateways) {
      await vi.waitFor(
        async () => {
          const response = await fetch(url + path);
          expect([response.status, response.headers.get('age')]).toEqual([200, expect.stringMatching(/^\d+$/)]);
          const parcel = (await response.json()) as Order;
          expect(parcel).toMatchObject({ reference: known.reference, knownAt: expect.any(String) });
          expect(Date.parse(parcel.knownAt ?? '')).toBeLessThanOrEqual(before);
        },
        { timeout: 5000, interval: 50 },
      );
      expect((await fetch(`${url}/api/orders/${unknown.reference}`)).status).toBe(503);
    }
    await stack.restart('orders');
    for (const url of gateways) {
      const order = async () => (await (await fetch(url + path)).json()) as Order;
      await vi.waitFor(async () => expect(await order()).not.toHaveProperty('knownAt'), 20_000);
    }
    expect(await told(`/api/orders/${unknown.reference}`)).toEqual([expect.any(String), expect.any(String)]);
  }, 60_000);
});
