import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Order } from '@fasocolis/contracts/orders';
import type { Ledger, Payment } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** Between the first payment of a round and the kill of orders: before, during and after their transactions. */
const KILL_AFTER_MS = [5, 20, 60, 150, 400];
const PER_ROUND = 20;

let stack: TemporaryStack;
let cookie: string;
beforeAll(async () => {
  stack = await startTemporaryStack('payments', { demoData: false });
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await send('POST', '/api/auth/login', body);
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterAll(() => stack?.stop());

const send = (method: string, path: string, body?: object) =>
  fetch(stack.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sent again while orders, which was just killed, is not back. */
async function read<T>(method: string, path: string, body?: object): Promise<T> {
  for (;;) {
    const response = await send(method, path, body);
    if (response.status !== 503) return (await response.json()) as T;
    await setTimeout(100);
  }
}

/** As a device does: sends it again until it has an outcome. */
async function payAtLast(payment: object): Promise<Payment> {
  for (;;) {
    const response = await send('POST', '/api/payments', payment).catch(() => undefined);
    if (response?.status === 201) return (await response.json()) as Payment;
    if (response && response.status < 500) throw new Error(await response.text());
    await setTimeout(100);
  }
}

it('every payment is taken once, with receipts without gaps, whenever the process is killed and payments are repeated [PAY-004, PAY-008]', async () => {
  const order = await read<Order>('POST', '/api/orders', { reference: 'PAID-1' });
  await read('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 1_000_000 });
  const payments: Payment[] = [];
  for (const killAfter of KILL_AFTER_MS) {
    const bodies = Array.from({ length: PER_ROUND }, () => {
      return { id: randomUUID(), method: 'cash', amount: 100, orderIds: [order.id] };
    });
    // Each twice at once, as after a response that was lost.
    const taken = Promise.all([...bodies, ...bodies].map(payAtLast));
    await setTimeout(killAfter);
    await stack.kill('orders');
    await stack.restart('orders');
    payments.push(...(await taken));
  }
  const total = PER_ROUND * KILL_AFTER_MS.length;
  const receipts = new Map(payments.map(({ id, receipt }) => [id, receipt]));
  const year = new Date().getUTCFullYear();
  expect([...receipts.values()].toSorted()).toEqual(
    Array.from({ length: total }, (_, index) => `REC-${year}-${String(index + 1).padStart(6, '0')}`),
  );
  expect(payments.filter(({ id, receipt }) => receipts.get(id) !== receipt)).toEqual([]);
  const ledger = await read<Ledger>('GET', `/api/ledgers/${order.id}`);
  expect(ledger.payments).toHaveLength(total);
  expect(ledger).toMatchObject({ due: 1_000_000, paid: total * 100 });
}, 180_000);

it('two hundred payments at once, in the middle of which the process is killed, are each taken once or refused for good [PAY-004, PAY-008]', async () => {
  const orders = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const order = await read<Order>('POST', '/api/orders', { reference: `AT-ONCE-${index}` });
      await read('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 1000 });
      return order;
    }),
  );
  const { receipt: first } = await payAtLast({
    id: randomUUID(),
    method: 'cash',
    amount: 1,
    orderIds: [orders[0]?.id],
  });
  const bodies = orders.flatMap(({ id }, index) => {
    const payment = { amount: 100, orderIds: [id] };
    const cash = Array.from({ length: 8 }, () => ({ ...payment, id: randomUUID(), method: 'cash' }));
    // The transaction of two orders, and one payment sent twice.
    const transaction = { method: 'wave', transactionReference: `AT-ONCE-${index % 10}` };
    return [...cash, { ...payment, ...transaction, id: randomUUID() }, cash[0]];
  });
  let outcomes = 0;
  const sent = bodies.map(async (body) => {
    const payment = await payAtLast(body ?? {}).catch((error: Error) => error);
    outcomes += 1;
    return payment;
  });
  await vi.waitUntil(() => outcomes >= 60, { timeout: 30_000, interval: 1 });
  await stack.kill('orders');
  expect(outcomes).toBeLessThan(200);
  await stack.restart('orders');
  const results = await Promise.all(sent);

  const refused = results.filter((result) => result instanceof Error);
  expect(refused.map(({ message }) => (JSON.parse(message) as { code: string }).code)).toEqual(
    Array(10).fill('conflict'),
  );
  const receipts = new Map(
    results.flatMap((result) => (result instanceof Error ? [] : [[result.id, result.receipt] as const])),
  );
  const numberOf = (receipt: string) => Number(receipt.split('-').at(-1));
  expect([...receipts.values()].map(numberOf).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 170 }, (_, index) => numberOf(first) + index + 1),
  );
  const database = await stack.connect(stack.databases.orders);
  const { rows } = await database.query(
    `SELECT count(*)::int, sum(amount)::int AS amount, (SELECT sum(paid)::int FROM orders WHERE reference LIKE 'AT-ONCE-%') AS paid
     FROM payments WHERE receipt_number > $1`,
    [numberOf(first)],
  );
  expect(rows).toEqual([{ count: 170, amount: 17_000, paid: 17_001 }]);
}, 120_000);

/** All rows of a service: what its messages are made of, for accounts, followers and phones. */
async function contentsOf(service: 'notify'): Promise<string> {
  const database = await stack.connect(stack.databases[service]);
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = current_schema()`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await database.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

it('nothing of money is in a response to visitors, in a page, in a preview, in a message or in a log', async () => {
  const account = { firstName: 'Awa', lastName: 'Traoré', username: 'awa', email: 'awa@example.com' };
  // As a visitor: a registration ends the session of its request.
  const registered = await fetch(`${stack.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, password: 'Colis-1234' }),
  });
  const { id: userId } = (await registered.json()) as User;
  const order = await read<Order>('POST', '/api/orders', {
    ...{ reference: 'PRIVATE-1', userId, recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' },
  });
  await read('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 12_345_655, label: 'Fret secret' });
  const payment = {
    id: randomUUID(),
    method: 'wave',
    transactionReference: 'SECRET77',
    amount: 5_432_150,
    orderIds: [order.id],
  };
  const { receipt, receiptPath } = await payAtLast(payment);
  await read('PATCH', `/api/orders/${order.id}`, { status: 'ARRIVED', latestUpdate: 'Arrivé à Ouagadougou' });
  const toTell = async () => (await send('GET', '/api/to-tell')).text();
  await vi.waitUntil(async () => (await toTell()).includes('PRIVATE-1'), 30_000);
  const visit = async (path: string) => {
    const response = await fetch(stack.url + path, { headers: { accept: 'text/html,application/json' } });
    return response.text();
  };
  const paths = ['', '/events', '/matches'].map((rest) => `/api/orders/PRIVATE-1${rest}`);
  const pages = ['/c/PRIVATE-1', '/?tracking=PRIVATE-1', `/api/ledgers/${order.id}`, '/api/payments', '/api/tariffs'];
  const responses = await Promise.all([...paths, ...pages, '/sitemap.xml'].map(visit));
  const messages = [await toTell(), await contentsOf('notify')];
  const logs = ['gateway', 'orders', 'notify', 'notify-worker'].map((name) => stack.logOf(name));
  // Written in any way, but not as a part of a longer number.
  const amounts = [
    /(?<![\d.])12[\s\u202f.]?345[\s\u202f.]?655(?!\d)/,
    /(?<![\d.])5[\s\u202f.]?432[\s\u202f.]?150(?!\d)/,
    /(?<![\d.])6[\s\u202f.]?913[\s\u202f.]?505(?!\d)/,
  ];
  for (const text of [...responses, ...messages, ...logs]) {
    for (const amount of amounts) expect(text).not.toMatch(amount);
    for (const word of ['Fret secret', 'SECRET77', receipt, receiptPath]) expect(text).not.toContain(word);
  }
  for (const text of [responses[0], ...messages]) expect(text).toContain('PRIVATE-1');
  expect(await visit(receiptPath)).toContain(receipt);
}, 60_000);
