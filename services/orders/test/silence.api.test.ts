import type { StaffOrder } from '@fasocolis/contracts/orders';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';

const DAY_MS = 24 * 3600 * 1000;

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await seedOrderStatuses(orders.database);
});
afterAll(() => orders.close());
afterEach(() => vi.useRealTimers());

/** Sets the clock to that many days after now. */
const shiftDays = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
const patch = (id: number, payload: object) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
const list = async (filter: object) =>
  (await call(orders.app, { url: `/api/orders?filter=${JSON.stringify(filter)}` }, asAdmin())).json<StaffOrder[]>();
const isSilent = async (id: number) => (await list({ id, silent: true })).length === 1;

describe('an order without an event', () => {
  it.each([
    ['AIR', 4],
    ['SEA', 12],
    [null, 7],
  ])('with mode %s is "sans nouvelles" after %d days [QUIET-001]', async (mode, days) => {
    const { id } = await orders.createOrder({ mode });
    shiftDays(days - 0.01);
    expect(await isSilent(id)).toBe(false);
    vi.useRealTimers();
    shiftDays(days + 0.01);
    expect(await isSilent(id)).toBe(true);
  });

  it('is marked as silent for administrators only', async () => {
    const { reference } = await orders.createOrder({ mode: 'AIR', userId: 2 });
    shiftDays(5);
    const find = async (as?: ReturnType<typeof asUser>) =>
      (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<StaffOrder>();
    expect((await find(asAdmin())).isSilent).toBe(true);
    for (const viewer of [undefined, asUser(2)]) expect(await find(viewer)).not.toHaveProperty('isSilent');
  });

  it.each([
    ['at its end', { status: 'DELIVERED' }],
    ['archived', { archived: true }],
  ])('is not silent when it is %s', async (_, change) => {
    const { id } = await orders.createOrder({ mode: 'AIR' });
    await patch(id, change);
    shiftDays(30);
    expect(await isSilent(id)).toBe(false);
  });

  it('is not silent at a defined status of kind "fin"', async () => {
    const { id } = await orders.createOrder({ mode: 'AIR' });
    await orders.database.orderStatusDefinition.updateMany({ where: { code: 'RETURNED' }, data: { isActive: true } });
    await patch(id, { status: 'RETURNED' });
    shiftDays(30);
    expect(await isSilent(id)).toBe(false);
  });

  it('is not silent while it is announced and not received, and is afterwards', async () => {
    const { id, reference } = await orders.createOrder({ mode: 'AIR', userId: 2 });
    const payload = { alias: `YT${Date.now()}` };
    await call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload }, asAdmin());
    shiftDays(30);
    expect(await isSilent(id)).toBe(false);
    const found = await call(orders.app, { url: `/api/orders/${reference}` }, asAdmin());
    expect(found.json<StaffOrder>().isSilent).toBe(false);
    vi.useRealTimers();
    await patch(id, { status: 'PROCESSING' });
    shiftDays(30);
    expect(await isSilent(id)).toBe(true);
  });

  it('is no longer silent after news', async () => {
    const { id } = await orders.createOrder({ mode: 'AIR' });
    const longAgo = new Date(Date.now() - 9 * DAY_MS);
    await orders.database.order.update({ where: { id }, data: { lastEventAt: longAgo } });
    expect(await isSilent(id)).toBe(true);
    const payload = { orderIds: [id], text: 'Toujours en mer' };
    await call(orders.app, { method: 'POST', url: '/api/orders/tell', payload }, asAdmin());
    expect(await isSilent(id)).toBe(false);
  });
});

it('services get the number of silent orders and the longest silent ones first', async () => {
  const [first, second] = await Promise.all([orders.createOrder({ mode: 'AIR' }), orders.createOrder({ mode: 'AIR' })]);
  for (const [order, days] of [
    [first, 400],
    [second, 300],
  ] as const) {
    const lastEventAt = new Date(Date.now() - days * DAY_MS);
    await orders.database.order.update({ where: { id: order.id }, data: { lastEventAt } });
  }
  const service = { kind: 'service', name: 'notify' } as const;
  const response = (await call(orders.app, { url: '/internal/orders/silent' }, service)).json();
  expect(response.total).toBeGreaterThanOrEqual(2);
  expect(response.orders.slice(0, 2)).toMatchObject([
    { reference: first.reference, statusLabel: 'Commande Confirmée' },
    { reference: second.reference },
  ]);
});
