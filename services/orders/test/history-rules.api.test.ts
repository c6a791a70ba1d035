import type { OrderEvent } from '@fasocolis/contracts/orders';
import { asAgent, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, recordsOf, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

type NewOrder = Awaited<ReturnType<Staff['newOrder']>>;

const ARRIVAL = 'Arrivé à Ouagadougou';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The ways to the first milestone of a status. */
const ARRIVALS: [name: string, arrive: (order: NewOrder) => Promise<unknown>][] = [
  ['an arrival scan', ({ reference }) => staff.scan('arrive', reference)],
  ['the form', ({ id }) => staff.edit(id, { status: 'ARRIVED' })],
  ['a consignment', ({ consignmentId }) => staff.pass(consignmentId, ARRIVAL)],
];

describe('a milestone that an order has', () => {
  it.each(ARRIVALS)('by %s is skipped and counted by its consignment [HIST-002]', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    const milestone = await staff.pass(order.consignmentId, ARRIVAL);
    expect(milestone).toMatchObject({ applied: 0, skipped: 1 });
    const { events, told } = await recordsOf(orders, order.id);
    expect([events.length, told.length]).toEqual([2, 1]);
  });

  it.each(ARRIVALS)('by %s is not recorded again by a scan or the form [HIST-002]', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    expect(await staff.scan('arrive', order.reference)).toBe('already');
    await staff.edit(order.id, { status: 'ARRIVED' });
    const { events, told } = await recordsOf(orders, order.id);
    expect([events.length, told.length]).toEqual([2, 1]);
  });

  it('by a consignment is skipped by the next consignment, which says why', async () => {
    const first = await staff.newOrder();
    await staff.pass(first.consignmentId, ARRIVAL);
    await staff.send('PATCH', `/api/consignments/${first.consignmentId}`, { closed: true });
    const next = await staff.newConsignment('AIR', first.id);
    const { id, ...milestone } = await staff.pass(next, ARRIVAL);
    expect(milestone).toMatchObject({ applied: 0, skipped: 1 });
    const where = { milestoneId: id };
    expect(await orders.database.skippedOrder.findMany({ where })).toMatchObject([{ reason: 'already' }]);
  });

  it('by a scan before the order had a mode is skipped by its consignment by sea', async () => {
    const { id, reference } = await orders.createOrder({ recipientPhone: '+22670123456' });
    await staff.scan('receive', reference);
    const milestone = await staff.pass(await staff.newConsignment('SEA', id), "Reçu à l'entrepôt", { mode: 'SEA' });
    expect(milestone).toMatchObject({ applied: 0, skipped: 1 });
  });

  it('by the form is the first one of its status alone, and none that others come after', async () => {
    const order = await staff.newOrder();
    await staff.edit(order.id, { status: 'CUSTOMS' });
    expect(await staff.pass(order.consignmentId, ARRIVAL)).toMatchObject({ applied: 1 });
    await staff.edit(order.id, { status: 'IN_TRANSIT' });
    await staff.edit(order.id, { status: 'ARRIVED' });
    expect(await staff.pass(order.consignmentId, 'Prêt au retrait')).toMatchObject({ applied: 1 });
  });

  it.each(ARRIVALS)('by %s is recorded again after it was withdrawn [HIST-002]', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    const { events } = await recordsOf(orders, order.id);
    await staff.withdraw(order.id, events.at(-1)?.id ?? 0);
    expect(await staff.pass(order.consignmentId, ARRIVAL)).toMatchObject({ applied: 1, skipped: 0 });
  });
});

it('going back and forth by the form is recorded each time, and the present status is not [HIST-002]', async () => {
  const { id } = await staff.newOrder();
  for (const status of ['ARRIVED', 'IN_TRANSIT', 'ARRIVED', 'ARRIVED']) await staff.edit(id, { status });
  const { events } = await recordsOf(orders, id);
  expect(events.map(({ status }) => status)).toEqual(['ORDER_CONFIRMED', 'ARRIVED', 'IN_TRANSIT', 'ARRIVED']);
});

describe('a milestone that opens the pick-up', () => {
  beforeAll(() =>
    orders.database.milestoneDefinition.updateMany({ where: { label: ARRIVAL }, data: { opensPickup: true } }),
  );
  afterAll(() =>
    orders.database.milestoneDefinition.updateMany({ where: { label: ARRIVAL }, data: { opensPickup: false } }),
  );

  it.each(ARRIVALS)('gives a code by %s, which a withdrawal takes back [HIST-003]', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    const { order: open, events, told } = await recordsOf(orders, order.id);
    expect(open.pickupCode).toMatch(/^\d{6}$/);
    expect(told).toMatchObject([{ pickupCode: open.pickupCode }]);
    await staff.withdraw(order.id, events.at(-1)?.id ?? 0);
    expect((await recordsOf(orders, order.id)).order.pickupCode).toBeNull();
  });
});

describe('the latest update', () => {
  const NEWS = 'Il manque la facture';

  const read = async <T>(path: string) =>
    (await call(orders.app, { url: `/api/orders${path}` }, asAgent(AGENT))).json<T>();

  it.each<[string, (order: NewOrder) => Promise<unknown>]>([
    ['scan', ({ reference }) => staff.scan('arrive', reference, { at: hoursAgo(2) })],
    ['milestone', ({ consignmentId }) => staff.pass(consignmentId, ARRIVAL, { occurredAt: hoursAgo(2) })],
  ])(
    'is what happened last on card, list and history, not a %s that was written later [HIST-004]',
    async (_name, arrive) => {
      const order = await staff.newOrder();
      await staff.giveNews(order.id, NEWS);
      await arrive(order);
      const events = await read<OrderEvent[]>(`/${order.reference}/events`);
      expect(events.at(-1)).toMatchObject({ note: NEWS });
      const latestUpdateTime = events.at(-1)?.occurredAt;
      const latest = { status: 'ARRIVED', furthestStep: 'ARRIVED', latestUpdate: NEWS, latestUpdateTime };
      expect(await read(`/${order.reference}`)).toMatchObject(latest);
      expect(await read(`?filter={"id":${order.id}}`)).toMatchObject([latest]);
    },
  );

  it('stays empty after its text was removed and a later event was withdrawn', async () => {
    const { id } = await staff.newOrder();
    await staff.edit(id, { status: 'PROCESSING', latestUpdate: 'Emballé' });
    await staff.edit(id, { status: 'PROCESSING', latestUpdate: '' });
    const { eventId } = await staff.giveNews(id, NEWS);
    expect((await recordsOf(orders, id)).order.latestUpdate).toBe(NEWS);
    await staff.withdraw(id, eventId);
    expect((await recordsOf(orders, id)).order.latestUpdate).toBeNull();
  });
});

it.each([
  ['the first one first', [0, 1]],
  ['the last one first', [1, 0]],
])('two later dates leave the date before them when both are withdrawn, %s', async (_order, sequence) => {
  const { id } = await orders.createOrder({ estimatedDelivery: '2027-01-01' });
  const dates = [
    await staff.edit(id, { estimatedDelivery: '2027-02-01' }),
    await staff.edit(id, { estimatedDelivery: '2027-03-01' }),
  ];
  for (const index of sequence) await staff.withdraw(id, dates[index]?.eventId ?? 0);
  expect((await recordsOf(orders, id)).order.estimatedDelivery).toEqual(new Date('2027-01-01'));
});

it('a corrected date stays when a later one from before is withdrawn', async () => {
  const { id } = await orders.createOrder({ estimatedDelivery: '2027-01-01' });
  const { eventId } = await staff.edit(id, { estimatedDelivery: '2027-03-01' });
  await staff.edit(id, { estimatedDelivery: '2027-02-01' });
  await staff.withdraw(id, eventId);
  expect((await recordsOf(orders, id)).order.estimatedDelivery).toEqual(new Date('2027-02-01'));
});

it('a later date is told to the owner that the same change sets', async () => {
  const { id } = await orders.createOrder({ userId: 2, estimatedDelivery: '2027-01-01' });
  await staff.edit(id, { userId: 3, estimatedDelivery: '2027-02-01' });
  expect((await recordsOf(orders, id)).told).toMatchObject([{ ownerId: 3 }]);
});
