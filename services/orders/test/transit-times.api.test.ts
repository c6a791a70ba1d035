import type { Order } from '@fasocolis/contracts/orders';
import type { TransitTime } from '@fasocolis/contracts/transit-times';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

const DAY_MS = 24 * 3600 * 1000;

let orders: Orders;
beforeEach(async () => {
  orders = await startOrders();
});
afterEach(() => orders.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const day = (date: Date) => date.toISOString().slice(0, 10);

/** An order that departed `days` before its arrival, which was some days ago, and was delivered a day later. */
async function arrived(
  number: number,
  days: number,
  { mode = 'SEA' as const, arrivedDaysAgo = 10, withdrawn = false } = {},
) {
  const left = daysAgo(arrivedDaysAgo + days);
  const times = [
    ['ORDER_CONFIRMED', new Date(left.getTime() - 2 * DAY_MS)],
    ['IN_TRANSIT', left],
    ['ARRIVED', daysAgo(arrivedDaysAgo)],
    ['DELIVERED', daysAgo(arrivedDaysAgo - 1)],
  ] as const;
  await orders.database.order.create({
    data: {
      reference: `PAST-${number}`,
      referenceKey: `PAST${number}`,
      status: 'DELIVERED',
      mode,
      furthestStep: 'DELIVERED',
      events: {
        create: times.map(([status, occurredAt]) => ({
          status,
          occurredAt,
          withdrawnAt: withdrawn && status === 'ARRIVED' ? new Date() : null,
        })),
      },
    },
  });
}

async function transitTimes() {
  await orders.transitTimes.refresh();
  return (await call(orders.app, { url: '/api/transit-times' })).json<TransitTime[]>();
}

/** Orders that took 1 to `count` days from the departure to the arrival. */
async function arrivedOrders(count: number, options = {}) {
  for (let number = 1; number <= count; number += 1) await arrived(number, number, options);
}

const find = async (reference: string) => (await call(orders.app, { url: `/api/orders/${reference}` })).json<Order>();

/** An order in transit since some days. */
async function inTransit(body: object = {}, since = 2) {
  const { id, reference } = await orders.createOrder({ mode: 'SEA', ...body });
  const payload = { status: 'IN_TRANSIT' };
  await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
  await orders.database.order.update({ where: { id }, data: { furthestStepAt: daysAgo(since) } });
  return { id, reference };
}

describe('transit times', () => {
  it('are the median and the 90th percentile by mode and step, with the number of orders [QUIET-005]', async () => {
    await arrivedOrders(21);
    expect(await transitTimes()).toEqual([
      { mode: 'SEA', step: 'ORDER_CONFIRMED', medianDays: 13, p90Days: 21, orders: 21 },
      { mode: 'SEA', step: 'IN_TRANSIT', medianDays: 11, p90Days: 19, orders: 21 },
      { mode: 'SEA', step: 'ARRIVED', medianDays: 1, p90Days: 1, orders: 21 },
    ]);
  });

  it('need 20 orders', async () => {
    await arrivedOrders(19);
    expect(await transitTimes()).toEqual([]);
  });

  it.each([
    ['that arrived more than 90 days ago', { arrivedDaysAgo: 95 }],
    ['whose arrival was withdrawn', { withdrawn: true }],
    ['without a mode', { mode: null }],
  ])('omit orders %s', async (_, options) => {
    await arrivedOrders(20, options);
    expect((await transitTimes()).filter(({ step }) => step !== 'ARRIVED')).toEqual([]);
  });

  it('are read from memory', async () => {
    await arrivedOrders(20);
    const before = await transitTimes();
    await orders.database.orderEvent.deleteMany();
    expect((await call(orders.app, { url: '/api/transit-times' })).json()).toEqual(before);
  });
});

describe('the expected arrival', () => {
  it('lies between the median and the 90th percentile of the time from the current step [QUIET-004]', async () => {
    await arrivedOrders(21);
    await transitTimes();
    const { reference } = await inTransit({}, 2);
    const expected = { from: day(daysAgo(2 - 11)), to: day(daysAgo(2 - 19)) };
    expect((await find(reference)).expectedArrival).toEqual(expected);
  });

  it('begins today when the median is over, and is null once both are', async () => {
    await arrivedOrders(21);
    await transitTimes();
    const late = await inTransit({}, 15);
    expect((await find(late.reference)).expectedArrival).toEqual({ from: day(new Date()), to: day(daysAgo(15 - 19)) });
    const overdue = await inTransit({}, 20);
    const { expectedArrival, situation } = await find(overdue.reference);
    expect(expectedArrival).toBeNull();
    expect(situation).toMatchObject({ kind: 'late', text: expect.stringContaining('En retard') });
  });

  it.each([
    ['with an estimated delivery', { estimatedDelivery: '2026-12-24' }],
    ['of another mode', { mode: 'AIR' }],
    ['without a mode', { mode: null }],
  ])('is null for an order %s', async (_, body) => {
    await arrivedOrders(21);
    await transitTimes();
    const { reference } = await inTransit(body);
    expect((await find(reference)).expectedArrival).toBeNull();
  });

  it.each(['ARRIVED', 'DELIVERED'])('is null after the arrival, as at %s', async (status) => {
    await arrivedOrders(21);
    await transitTimes();
    const { id, reference } = await inTransit();
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { status } }, asAdmin());
    expect((await find(reference)).expectedArrival).toBeNull();
  });
});
