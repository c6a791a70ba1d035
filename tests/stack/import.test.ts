import { setTimeout as delay } from 'node:timers/promises';
import type { ImportOutcome } from '@fasocolis/contracts/order-import';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const BATCH = 500;
const BATCHES = 10;
/** Between the start of a batch and the kill of orders: before, during and after its transaction. */
const KILL_AFTER_MS = [5, 40, 80, 120, 160, 240, 400];

let stack: TemporaryStack;
let orders: pg.Client;
let cookie: string;
beforeAll(async () => {
  stack = await startTemporaryStack('import', { demoData: false, services: ['auth', 'orders'] });
  orders = await stack.connect(stack.databases.orders);
  const response = await post('/api/auth/login', { email: stack.adminEmail, password: stack.adminPassword });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterAll(() => stack?.stop());

const post = (path: string, body: object) =>
  fetch(stack.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

const count = async (sql: string) => (await orders.query<{ count: number }>(sql)).rows[0]?.count;

it('5,000 lines in a consignment are imported once each, whenever the process is killed and the batch repeated [READ-009]', async () => {
  const created = await post('/api/consignments', { mode: 'SEA', departureCity: 'Guangzhou' });
  const { code } = (await created.json()) as { code: string };
  const linesOf = (batch: number) =>
    Array.from({ length: BATCH }, (_, index) => ({
      ...{ line: index + 2, reference: `LISTE-${batch}-${index}`, recipientName: 'Awa', recipientPhone: '70123456' },
      consignment: code,
    }));
  const sendBatch = async (batch: number): Promise<ImportOutcome[]> => {
    const response = await post('/api/orders/import', { lines: linesOf(batch), dryRun: false });
    expect([200, 503]).toContain(response.status);
    return response.ok ? ((await response.json()) as ImportOutcome[]) : [];
  };

  for (const [batch, killAfter] of KILL_AFTER_MS.entries()) {
    const sent = sendBatch(batch);
    await delay(killAfter);
    await stack.kill('orders');
    await sent;
    // All lines of a batch or none.
    expect(await count(`SELECT (count(*) % ${BATCH})::int AS count FROM orders`)).toBe(0);
    await stack.restart('orders');
  }
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await vi.waitUntil(async () => (await sendBatch(batch)).length === BATCH, { timeout: 30_000, interval: 200 });
  }

  const total = BATCH * BATCHES;
  expect(await count(`SELECT count(*)::int FROM orders WHERE reference LIKE 'LISTE-%' AND mode = 'SEA'`)).toBe(total);
  expect(await count('SELECT count(*)::int FROM order_events')).toBe(total);
  expect(await count('SELECT count(*)::int FROM consignment_orders')).toBe(total);
  expect(await count(`SELECT count(*)::int FROM changes WHERE action = 'created' AND subject = 'order'`)).toBe(total);
}, 180_000);
