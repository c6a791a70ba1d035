import { randomUUID } from 'node:crypto';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { asAgent, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Orders, startOrders } from './helpers.ts';

const HOUR_MS = 3_600_000;

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

/** A device whose clock differs from the server's by `offMs`. */
function deviceWith(offMs: number) {
  const at = (agoMs: number) => new Date(Date.now() + offMs - agoMs).toISOString();
  return {
    /** Sends a scan that was made some time ago. */
    async scan(mode: string, reference: string, agoMs = 0, sentAt: string | null = at(0)) {
      const scans = [{ id: randomUUID(), mode, reference, at: at(agoMs) }];
      const request = { method: 'POST', url: '/api/scans', payload: { scans, ...(sentAt && { sentAt }) } } as const;
      return (await call(orders.app, request, asAgent(9))).json<ScanOutcome[]>();
    },
  };
}

const clockOf = (year: number) => Date.parse(`${year}-01-01T00:00:00Z`) - Date.now();
const eventsOf = async (reference: string) =>
  (await call(orders.app, { url: `/api/orders/${reference}/events` })).json<OrderEvent[]>();
const creationOf = async (reference: string) =>
  Date.parse((await call(orders.app, { url: `/api/orders/${reference}` })).json<Order>().createdAt);

async function arrivalOf(reference: string): Promise<number> {
  const arrival = (await eventsOf(reference)).find(({ status }) => status === 'ARRIVED');
  return Date.parse(arrival?.occurredAt ?? '');
}

/** Within the seconds of a request. */
const expectTime = (time: number, expected: number) => {
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(Math.abs(time - expected)).toBeLessThan(10_000);
};

const CLOCKS: [name: string, offMs: () => number][] = [
  ['of 1970', () => clockOf(1970)],
  ['of 2010', () => clockOf(2010)],
  ['of 2030', () => clockOf(2030)],
  ['that is three minutes slow', () => -180_000],
  ['that is three minutes fast', () => 180_000],
];

describe.each(CLOCKS)('a device with a clock %s', (_name, offMs) => {
  it('creates an order at the time when it was scanned, days before it was sent [HIST-008]', async () => {
    const reference = orders.newReference();
    expect(await deviceWith(offMs()).scan('receive', reference, 3 * DAY_MS)).toMatchObject([{ outcome: 'done' }]);
    const expected = Date.now() - 3 * DAY_MS;
    expectTime(await creationOf(reference), expected);
    for (const { occurredAt } of await eventsOf(reference)) expectTime(Date.parse(occurredAt), expected);
  });

  it('records an arrival at the time of its scan [HIST-008]', async () => {
    const { id, reference } = await orders.createOrder();
    await orders.ageOrder(id, 30);
    await deviceWith(offMs()).scan('arrive', reference, 5 * HOUR_MS);
    expectTime(await arrivalOf(reference), Date.now() - 5 * HOUR_MS);
  });

  it('records nothing before the creation of an order [HIST-008]', async () => {
    const { reference, createdAt } = await orders.createOrder();
    await deviceWith(offMs()).scan('arrive', reference, 5 * HOUR_MS);
    expect(await arrivalOf(reference)).toBe(Date.parse(createdAt));
  });

  it.each([
    ['that was set right before it sent', () => new Date().toISOString()],
    ['of which a former version says nothing', () => null],
  ])(
    '%s creates an order of the last seven days and arrives at a time that is possible [HIST-008]',
    async (_how, sentAt) => {
      const reference = orders.newReference();
      const { id, reference: known } = await orders.createOrder();
      await orders.ageOrder(id, 30);
      const request = (mode: string, name: string) => deviceWith(offMs()).scan(mode, name, HOUR_MS, sentAt());
      expect(await request('receive', reference)).toMatchObject([{ outcome: 'done' }]);
      expect(await request('arrive', known)).toMatchObject([{ outcome: 'done' }]);
      for (const time of [await creationOf(reference), await arrivalOf(known)]) {
        expect(time).toBeGreaterThan(Date.now() - 2 * HOUR_MS);
        expect(time).toBeLessThanOrEqual(Date.now());
      }
    },
  );
});

it('an order is at most seven days old when a scan creates it, however long the device was offline [HIST-008]', async () => {
  const reference = orders.newReference();
  await deviceWith(0).scan('receive', reference, 20 * DAY_MS);
  const created = await creationOf(reference);
  expect(created).toBeGreaterThanOrEqual(Date.now() - 7 * DAY_MS);
  expect(created).toBeLessThanOrEqual(Date.now());
});

it('the scans of a device keep their order when none of their times is possible', async () => {
  const { id, reference } = await orders.createOrder();
  await orders.ageOrder(id, 30);
  const [at, sentAt] = ['2010-01-01T00:00:00.000Z', new Date().toISOString()];
  const scans = ['receive', 'arrive'].map((mode) => ({ id: randomUUID(), mode, reference, at }));
  await call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans, sentAt } }, asAgent(9));
  expect((await eventsOf(reference)).map(({ status }) => status)).toEqual(['ORDER_CONFIRMED', 'PROCESSING', 'ARRIVED']);
});
