import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@fasocolis/contracts/orders';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { startPushService, type TestPhone, type TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** On their way at once, or accepted and not recorded yet: as many may be sent a second time after a kill. */
const IN_FLIGHT = 8;
/** An order has at most fifty without an account. */
const PHONES = 50;

let service: TestPushService;
let stack: TemporaryStack;
let cookie: string;
beforeAll(async () => {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'web-push-')));
  service = await startPushService(authority.certify('DNS:localhost'));
  const env = { NODE_EXTRA_CA_CERTS: authority.file, PUSH_HOSTS: new URL(service.url).host, MILESTONE_UNDO_MS: '1' };
  stack = await startTemporaryStack('web-push', { env, demoData: false, services: ['auth', 'orders', 'notify'] });
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await send('POST', '/api/auth/login', body);
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await service?.close();
});

const send = (method: string, path: string, body: object) =>
  fetch(stack.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

async function sent<T = { id: number }>(method: string, path: string, body: object): Promise<T> {
  const response = await send(method, path, body);
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text);
}

async function follower({ reference }: Order): Promise<TestPhone> {
  const phone = service.addPhone();
  await sent('POST', '/api/push/devices', { ...phone.subscription, references: [reference], account: false });
  return phone;
}

const until = (condition: () => boolean, timeout = 60_000) => vi.waitUntil(condition, { timeout, interval: 50 });

it('a new status, a new date and a milestone of a consignment reach the phone that follows the parcel [PUSH-002]', async () => {
  const order = await sent<Order>('POST', '/api/orders', {
    ...{ reference: 'PHONE-1', mode: 'AIR', estimatedDelivery: '2031-05-01', recipientPhone: '+22670123456' },
  });
  const phone = await follower(order);
  await sent('PATCH', `/api/orders/${order.id}`, { status: 'PROCESSING', latestUpdate: 'Emballé' });
  await until(() => phone.received.length === 1);
  await sent('PATCH', `/api/orders/${order.id}`, { estimatedDelivery: '2031-05-04', reason: 'Vol reporté' });
  await until(() => phone.received.length === 2);
  const consignment = await sent('POST', '/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' });
  await sent('POST', `/api/consignments/${consignment.id}/orders`, {
    lines: [{ line: 1, reference: order.reference }],
    dryRun: false,
  });
  const list = await fetch(`${stack.url}/api/milestone-definitions`, { headers: { cookie } });
  const definitions = (await list.json()) as { id: number; mode: string; label: string }[];
  const { id: definitionId } =
    definitions.find(({ mode, label }) => mode === 'AIR' && label === 'Parti de Chine') ?? {};
  await sent('POST', `/api/consignments/${consignment.id}/milestones`, { definitionId, place: 'Guangzhou' });
  await until(() => phone.received.length === 3);

  const [status, date, milestone] = phone.received.map(({ message }) => message);
  const path = '/c/PHONE-1';
  const day = (number: string) => `Livraison estimée\u00a0: ${number} mai 2031.`;
  expect(status).toMatchObject({ title: 'En Traitement', body: `PHONE-1 : Emballé\n${day('1er')}`, path });
  expect(date).toMatchObject({
    title: 'Nouvelle date estimée\u00a0: 4 mai 2031',
    body: `PHONE-1 : Vol reporté\n${day('4')}`,
    path,
  });
  expect(milestone).toMatchObject({ title: 'Parti de Chine, Guangzhou', body: `PHONE-1\n${day('4')}`, path });
  const headers = phone.received.map((each) => each.headers);
  expect(new Set(headers.map(({ topic }) => topic)).size).toBe(1);
  for (const each of headers) expect(each).toMatchObject({ ttl: String(3 * 24 * 3600), urgency: 'high' });
}, 90_000);

it('every phone is told although the worker is stopped, and it and Redis are killed, and none twice except under the same Topic [PUSH-003]', async () => {
  const order = await sent<Order>('POST', '/api/orders', { reference: 'PHONE-2' });
  const phones: TestPhone[] = [];
  for (let count = 0; count < PHONES; count += 1) phones.push(await follower(order));
  const told = () => phones.filter(({ received }) => received.length > 0).length;
  // Slow enough that some are on their way at every kill; a failed try in between has to be repeated as well.
  let tries = 0;
  service.respond = async () => {
    tries += 1;
    await new Promise((resolve) => setTimeout(resolve, 150));
    return tries % 10 === 0 ? { status: 503, headers: { 'retry-after': '1' } } : { status: 201 };
  };
  await sent('PATCH', `/api/orders/${order.id}`, { status: 'IN_TRANSIT' });
  for (const [name, count, signal] of [
    ['notify-worker', 8, 'SIGKILL'],
    ['redis', 16, 'SIGKILL'],
    ['notify-worker', 26, 'SIGTERM'],
    ['notify-worker', 36, 'SIGKILL'],
  ] as const) {
    await until(() => told() >= count);
    await stack.kill(name, signal);
    await stack.restart(name);
  }
  await until(() => told() === PHONES, 90_000);
  const notify = await stack.connect(stack.databases.notify);
  const countIn = async (state: string) =>
    (
      await notify.query<{ count: number }>(
        `SELECT count(*)::int FROM email_deliveries d JOIN delivery_orders o ON o.delivery_id = d.id
         WHERE channel = 'push' AND order_id = $1 AND state = $2`,
        [order.id, state],
      )
    ).rows[0]?.count;
  await vi.waitUntil(async () => (await countIn('pending')) === 0, { timeout: 60_000, interval: 100 });
  expect(await countIn('sent')).toBe(PHONES);
  const topics = phones.map(({ received }) => received.map(({ headers }) => headers.topic));
  expect(new Set(topics.flat()).size).toBe(1);
  expect(topics.flat().length).toBeLessThanOrEqual(PHONES + 3 * IN_FLIGHT);
}, 240_000);
