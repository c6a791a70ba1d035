import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrderStatuses } from '../src/seed/order-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';
import { recordsOf, staffOf } from './ways-in.ts';

let orders: Orders;
let staff: ReturnType<typeof staffOf>;
beforeAll(async () => {
  orders = await startOrders();
  staff = staffOf(orders);
  await seedOrderStatuses(orders.database);
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

type NewOrder = Awaited<ReturnType<(typeof staff)['newOrder']>>;

const ARRIVAL = 'Arrivé à Ouagadougou';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The ways to the first milestone of a status. */
const ARRIVALS: [name: string, arrive: (order: NewOrder) => Promise<unknown>][] = [
  ['an arrival scan', ({ reference }) => staff.scan('arrive', reference)],
  ['the form', ({ id }) => staff.edit(id, { status: 'ARRIVED' })],
  ['a consignment', ({ consignmentId }) => staff.pass(consignmentId, ARRIVAL)],
];

describe('a milestone that an order has', () => {
  it.fails.each(ARRIVALS)(
    'by %s is not recorded again by its consignment: it only skips later ones',
    async (_name, arrive) => {
      const order = await staff.newOrder();
      await arrive(order);
      const milestone = await staff.pass(order.consignmentId, ARRIVAL);
      expect(milestone).toMatchObject({ applied: 0, skipped: 1 });
      const { events, told } = await recordsOf(orders, order.id);
      expect([events.length, told.length]).toEqual([2, 1]);
    },
  );

  it.each(ARRIVALS)('by %s is not recorded again by a scan or the form', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    expect(await staff.scan('arrive', order.reference)).toBe('already');
    await staff.edit(order.id, { status: 'ARRIVED' });
    const { events, told } = await recordsOf(orders, order.id);
    expect([events.length, told.length]).toEqual([2, 1]);
  });

  it.each(ARRIVALS)('by %s is recorded again after it was withdrawn', async (_name, arrive) => {
    const order = await staff.newOrder();
    await arrive(order);
    const { events } = await recordsOf(orders, order.id);
    await staff.withdraw(order.id, events.at(-1)?.id ?? 0);
    expect(await staff.pass(order.consignmentId, ARRIVAL)).toMatchObject({ applied: 1, skipped: 0 });
  });
});

it('going back and forth by the form is recorded each time', async () => {
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

  const [scan, form, consignment] = ARRIVALS;
  const codeAfter = async (arrive: (order: NewOrder) => Promise<unknown>) => {
    const order = await staff.newOrder();
    await arrive(order);
    return (await recordsOf(orders, order.id)).order.pickupCode;
  };

  it.fails.each([scan, form].flatMap((way) => (way ? [way] : [])))(
    'gives a code by %s: only consignments do',
    async (_name, arrive) => {
      expect(await codeAfter(arrive)).toMatch(/^\d{6}$/);
    },
  );

  it.each([consignment].flatMap((way) => (way ? [way] : [])))('gives a code by %s', async (_name, arrive) => {
    expect(await codeAfter(arrive)).toMatch(/^\d{6}$/);
  });
});

describe('the latest update', () => {
  const NEWS = 'Il manque la facture';

  it.each<[string, (order: NewOrder) => Promise<unknown>]>([
    ['scan', ({ reference }) => staff.scan('arrive', reference, { at: hoursAgo(2) })],
    ['milestone', ({ consignmentId }) => staff.pass(consignmentId, ARRIVAL, { occurredAt: hoursAgo(2) })],
  ])('is what happened last, not a %s that was written later', async (_name, arrive) => {
    const order = await staff.newOrder();
    await staff.giveNews(order.id, NEWS);
    await arrive(order);
    const { order: after, events } = await recordsOf(orders, order.id);
    const at = events.find(({ note }) => note === NEWS)?.occurredAt;
    expect(after).toMatchObject({
      status: 'ARRIVED',
      furthestStep: 'ARRIVED',
      latestUpdate: NEWS,
      latestUpdateTime: at,
    });
  });

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

it('a later date is told to the owner that the same change sets', async () => {
  const { id } = await orders.createOrder({ userId: 2, estimatedDelivery: '2027-01-01' });
  await staff.edit(id, { userId: 3, estimatedDelivery: '2027-02-01' });
  expect((await recordsOf(orders, id)).told).toMatchObject([{ users: [3] }]);
});
