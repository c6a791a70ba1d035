import type { Order, OwnOrder } from '@fasocolis/contracts/orders';
import type { MoneySummary } from '@fasocolis/contracts/payments';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellLastFreeDay } from '../src/payments/storage-notices.ts';
import { DAY_MS, type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment, newReport } from './ledger-helpers.ts';

let orders: Orders;
let calls: ReturnType<typeof ledgerCalls>;
beforeAll(async () => {
  orders = await startOrders();
  calls = ledgerCalls(orders);
  await calls.settings({ storagePrice: '500' });
  await orders.database.orderStatusDefinition.create({
    data: { code: 'GONE', codeKey: 'GONE', label: 'Parti', searchText: '', displayOrder: 9, kind: 'end' },
  });
});
afterAll(() => orders.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** An order of user 2 with a freight of 10 000 FCFA that has waited for its pick-up. */
async function waitingOrder(days: number): Promise<Order> {
  const order = await orders.createOrder({ userId: 2, recipientName: 'Awa Ouédraogo' });
  await calls.charge(order, { kind: 'freight', amount: 10_000 });
  const { id: orderId } = order;
  const opening = { orderId, status: 'ARRIVED', opensPickup: true, occurredAt: daysAgo(days) };
  await orders.database.orderEvent.create({ data: opening });
  await orders.database.order.update({ where: { id: orderId }, data: { status: 'ARRIVED', pickupCode: '048213' } });
  return order;
}
const makeOlder = ({ id: orderId }: Order, days: number) =>
  orders.database.orderEvent.updateMany({
    where: { orderId, opensPickup: true },
    data: { occurredAt: daysAgo(days) },
  });
const seenBy = async ({ reference }: Order, as: Identity) => {
  const { due, paid } = (await call(orders.app, { url: `/api/orders/${reference}` }, as)).json<OwnOrder>();
  return { due, paid };
};
const chargesOf = async (order: Order) =>
  (await calls.ledgerOf(order)).charges.map(({ label, amount }) => [label, amount]);
const FREIGHT = ['Fret', 10_000];
const THREE_DAYS = ['Magasinage\u00a0: 3 jours', 1500];

describe('the storage of a parcel that waits', () => {
  it('is due to its owner and to staff from the eighth day on, without being a charge yet [PAY-007]', async () => {
    const order = await waitingOrder(10);
    for (const as of [asUser(2), asAgent(9), asAdmin()]) {
      expect(await seenBy(order, as)).toEqual({ due: 11_500, paid: 0 });
      const storage = { label: THREE_DAYS[0], amount: 1500 };
      expect(await calls.ledgerOf(order, as)).toMatchObject({ due: 11_500, rest: 11_500, storage });
    }
    expect(await chargesOf(order)).toEqual([FREIGHT]);
    expect(await seenBy(await waitingOrder(7), asUser(2))).toEqual({ due: 10_000, paid: 0 });
  });

  it('is what is left to pay in the list of orders, in the summary and in the sums of a consignment [PAY-007]', async () => {
    const get = async <T>(url: string) => (await call(orders.app, { url }, asAdmin())).json<T>();
    const summary = () => get<MoneySummary>('/api/money-summary');
    const order = await waitingOrder(0);
    await calls.pay(newPayment({ amount: 10_000, orderIds: [order.id] }));
    const consignment = await orders.database.consignment.create({
      data: { code: 'AIR-TEST-1', mode: 'AIR', departureCity: 'Guangzhou', searchText: '' },
    });
    await orders.database.consignmentOrder.create({ data: { consignmentId: consignment.id, orderId: order.id } });
    const before = await summary();
    await makeOlder(order, 10);
    const { toCollect } = await summary();
    expect(toCollect - before.toCollect).toBe(1500);
    const listed = <T>(url: string, filter: object) =>
      get<T[]>(`${url}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const unpaid = (is: boolean) => listed<Order>('/api/orders', { unpaid: is, id: [order.id] });
    expect(await listed('/api/consignments', { id: [consignment.id] })).toMatchObject([{ due: 11_500, paid: 10_000 }]);
    expect(await unpaid(true)).toMatchObject([{ id: order.id, due: 11_500 }]);
    expect(await unpaid(false)).toEqual([]);
  });

  it('is counted from the first event that opened the pick-up and was not withdrawn', async () => {
    const order = await waitingOrder(10);
    const { id: orderId } = order;
    const second = { orderId, status: 'ARRIVED', opensPickup: true, occurredAt: daysAgo(8) };
    await orders.database.orderEvent.create({ data: second });
    expect(await seenBy(order, asUser(2))).toEqual({ due: 11_500, paid: 0 });
    const first = { orderId, occurredAt: { lt: daysAgo(9) } };
    await orders.database.orderEvent.updateMany({ where: first, data: { withdrawnAt: new Date() } });
    expect(await seenBy(order, asUser(2))).toEqual({ due: 10_500, paid: 0 });
  });

  it.each([
    ['is archived', { archivedAt: new Date() }],
    ['has another status that ends its way', { status: 'GONE' }],
  ])('is not counted once its parcel %s', async (_state, data) => {
    const order = await waitingOrder(10);
    await orders.database.order.update({ where: { id: order.id }, data });
    expect(await calls.ledgerOf(order)).toMatchObject({ due: 10_000, storage: null });
  });

  it('follows the settings: the free days, and a price of 0 for none [PAY-007]', async () => {
    const order = await waitingOrder(10);
    await calls.settings({ storageFreeDays: 9 });
    expect(await calls.ledgerOf(order)).toMatchObject({ rest: 10_500 });
    await calls.settings({ storagePrice: 0 });
    expect(await calls.ledgerOf(order)).toMatchObject({ rest: 10_000, storage: null });
    const errors = (await calls.settings({ storageFreeDays: 366, storagePrice: '12,5' })).json().errors;
    expect(errors).toEqual({
      storageFreeDays: 'Les jours gratuits doivent être un nombre entier entre 0 et 365',
      storagePrice: 'Écrivez un nombre entier de francs, sans virgule',
    });
    await calls.settings({ storageFreeDays: 7, storagePrice: 500 });
  });

  it('becomes a charge with a payment, once, and goes on with the next day [PAY-007]', async () => {
    const order = await waitingOrder(10);
    await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }));
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
    await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }));
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
    await makeOlder(order, 11);
    expect(await calls.ledgerOf(order)).toMatchObject({ rest: 10_000, storage: { amount: 500 } });
    const tooMuch = await calls.pay(newPayment({ amount: 10_001, orderIds: [order.id] }));
    expect(tooMuch.statusCode).toBe(409);
    expect((await calls.pay(newPayment({ amount: 10_000, orderIds: [order.id] }))).statusCode).toBe(201);
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS, ['Magasinage\u00a0: 1 jour', 500]]);
    expect(await calls.ledgerOf(order)).toMatchObject({ due: 12_000, paid: 12_000, rest: 0 });
  });

  it('is a part of what its owner may report as paid, and a charge once staff confirms it [PAY-006, PAY-007]', async () => {
    const order = await waitingOrder(10);
    expect((await calls.report(order, newReport({ amount: 11_501 }))).statusCode).toBe(409);
    const report = newReport({ amount: 11_500 });
    expect((await calls.report(order, report)).statusCode).toBe(201);
    expect((await calls.confirmReport(report.id)).statusCode).toBe(200);
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
    expect(await calls.ledgerOf(order)).toMatchObject({ paid: 11_500, rest: 0 });
  });

  it('is charged once by payments at once [PAY-007]', async () => {
    const order = await waitingOrder(10);
    const pay = () => calls.pay(newPayment({ amount: 100, orderIds: [order.id] }));
    await Promise.all(Array.from({ length: 8 }, pay));
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
  });

  it('has to be paid at the hand-over, and is a charge afterwards [PAY-007]', async () => {
    const order = await waitingOrder(10);
    const tooLittle = await calls.handOver(order, { payment: newPayment({ amount: 10_000 }) });
    expect(tooLittle.json()).toMatchObject({ code: 'balance-due', message: 'Il reste 1\u202f500\u00a0FCFA à payer.' });
    expect(await chargesOf(order)).toEqual([FREIGHT]);
    expect((await calls.handOver(order, { payment: newPayment({ amount: 11_500 }) })).statusCode).toBe(200);
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
    await makeOlder(order, 20);
    expect(await calls.ledgerOf(order)).toMatchObject({ due: 11_500, paid: 11_500, storage: null });
  });

  it('is a charge also when the parcel is released with a rest [PAY-007]', async () => {
    const order = await waitingOrder(10);
    expect((await calls.handOver(order, { releaseReason: 'Bon client' }, asAdmin())).statusCode).toBe(200);
    expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
    expect(await calls.ledgerOf(order)).toMatchObject({ rest: 11_500 });
  });

  it.each(['the form of its file', 'a message'])(
    'is a charge when %s calls the parcel delivered [PAY-007]',
    async (way) => {
      const order = await waitingOrder(10);
      const status = 'DELIVERED';
      const edit = { method: 'PATCH', url: `/api/orders/${order.id}`, payload: { status } } as const;
      const tell = { method: 'POST', url: '/api/orders/tell', payload: { orderIds: [order.id], status } } as const;
      expect((await call(orders.app, way === 'a message' ? tell : edit, asAdmin())).statusCode).toBe(200);
      expect(await chargesOf(order)).toEqual([FREIGHT, THREE_DAYS]);
      expect(await calls.ledgerOf(order)).toMatchObject({ rest: 11_500, storage: null });
    },
  );

  it('can be waived with a reason, before and after it is a charge [PAY-007]', async () => {
    const order = await waitingOrder(10);
    const waive = (reason: string, as: Identity = asAgent(9)) =>
      call(orders.app, { method: 'POST', url: `/api/ledgers/${order.id}/waive-storage`, payload: { reason } }, as);
    expect((await waive(' ')).json().errors).toEqual({ reason: 'Indiquez la raison' });
    expect((await waive('Non', asUser(2))).statusCode).toBe(403);
    const cancelled = { amount: 1500, cancelled: { reason: 'Notre retard', byUserId: 9 } };
    expect((await waive('Notre retard')).json()).toMatchObject({ rest: 10_000, charges: [{}, cancelled] });
    expect((await waive('Notre retard')).statusCode).toBe(409);
    await makeOlder(order, 12);
    await calls.pay(newPayment({ amount: 1, orderIds: [order.id] }));
    const [, , charge] = (await calls.ledgerOf(order)).charges;
    expect(charge).toMatchObject({ label: 'Magasinage\u00a0: 2 jours', amount: 1000 });
    await calls.cancelCharge(charge?.id ?? 0, 'Notre retard', asAgent(9));
    expect(await calls.ledgerOf(order)).toMatchObject({ due: 10_000, storage: null });
  });
});

describe('the message on the last free day', () => {
  /** 10:00 of the day that is so many days after today. */
  const inDays = (days: number, hour = 10) => {
    const now = new Date(Date.now() + days * DAY_MS);
    now.setUTCHours(hour, 0, 0, 0);
    return now;
  };
  const told = async ({ id: orderId }: Order) => {
    const events = await orders.database.orderEvent.findMany({ where: { orderId, note: { contains: 'magasinage' } } });
    return events.length;
  };

  it('is told once on that day, from 07:00 on, and on no other [PAY-007]', async () => {
    const order = await waitingOrder(0);
    await tellLastFreeDay(orders.database, inDays(6));
    await tellLastFreeDay(orders.database, inDays(7, 6));
    expect(await told(order)).toBe(0);
    const replicas = Array.from({ length: 3 }, () => tellLastFreeDay(orders.database, inDays(7)));
    expect((await Promise.all(replicas)).filter((count) => count > 0)).toHaveLength(1);
    await tellLastFreeDay(orders.database, inDays(7, 18));
    await tellLastFreeDay(orders.database, inDays(8));
    expect(await told(order)).toBe(1);
  });

  it('names no amount, and goes to the owner and the recipient [PAY-007]', async () => {
    const order = await waitingOrder(0);
    await orders.database.order.update({ where: { id: order.id }, data: { recipientPhone: '+22670123456' } });
    await tellLastFreeDay(orders.database, inDays(7));
    const events = await orders.database.outboxEvent.findMany({ where: { name: 'order.history-extended' } });
    const about = events.filter(({ data }) => JSON.stringify(data).includes('Dernier jour de magasinage gratuit'));
    const [event] = about.filter(({ data }) => JSON.stringify(data).includes(order.reference));
    expect(event?.data).toMatchObject({
      cause: 'news',
      title: 'Dernier jour de magasinage gratuit',
      note: 'Retirez votre colis aujourd’hui\u00a0: à partir de demain, chaque jour de magasinage est payant.',
      orders: expect.arrayContaining([
        expect.objectContaining({ ownerId: 2, recipient: expect.objectContaining({ phone: '+22670123456' }) }),
      ]),
    });
    expect(JSON.stringify(event?.data)).not.toContain('FCFA');
  });

  it('is told neither of a parcel that was handed over nor while storage is free [PAY-007]', async () => {
    const [handedOver, free] = [await waitingOrder(0), await waitingOrder(0)];
    await calls.handOver(handedOver, { payment: newPayment({ amount: 10_000 }) });
    await calls.settings({ storagePrice: 0 });
    await tellLastFreeDay(orders.database, inDays(7));
    await calls.settings({ storagePrice: 500 });
    expect([await told(handedOver), await told(free)]).toEqual([0, 0]);
  });
});
