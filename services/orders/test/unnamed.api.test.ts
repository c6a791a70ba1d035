import type { Consignment } from '@fasocolis/contracts/consignments';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { isGenerated } from '@fasocolis/contracts/reading/reference';
import { type AnnouncedNumber, nearMissPrompt, UNNAMED_MEMBER } from '@fasocolis/contracts/receiving';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { newNumber, newPhoto, receivingCalls } from './receiving-helpers.ts';

let orders: Orders;
let staff: ReturnType<typeof receivingCalls>;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
  staff = receivingCalls(orders);
});
afterAll(() => orders.close());

const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  call(orders.app, { method, url, payload }, asAgent(9));
/** An order with a courier number, of user 2. */
async function announced(number = newNumber()) {
  const order = await orders.createOrder({ userId: 2 });
  expect((await send('POST', `/api/orders/${order.id}/aliases`, { alias: number })).statusCode).toBe(200);
  return { ...order, number };
}
const queue = async (filter: object = {}) => {
  const query = { filter: JSON.stringify({ unnamed: true, ...filter }), range: '[0,99]' };
  return (await call(orders.app, { url: '/api/orders', query }, asAgent(9))).json<StaffOrder[]>();
};
const isQueued = async (reference: string) => (await queue()).some((order) => order.reference === reference);
/** A parcel that an unknown courier number was received for. */
async function received(carton: object = {}): Promise<StaffOrder & { number: string }> {
  const number = newNumber();
  const { order } = await staff.receive(number, { carton });
  if (!order) throw new Error('Not received');
  return { ...order, number };
}
const newConsignment = async () =>
  (await send('POST', '/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' })).json<Consignment>();

describe('"Recevoir"', () => {
  it('finds the parcel that was announced under a courier number, with its owner [INT-005]', async () => {
    const { id, number, reference } = await announced();
    const outcome = await staff.receive(number.toLowerCase());
    expect(outcome).toMatchObject({
      outcome: 'done',
      orderId: id,
      order: { reference, userId: 2, status: 'PROCESSING' },
    });
  });

  it('gives an unknown courier number a parcel with a reference of its own, once, and keeps the number [INT-005]', async () => {
    const number = newNumber();
    const outcomes = await Promise.all([staff.receive(number), staff.receive(number), staff.receive(number)]);
    const ids = new Set(outcomes.map(({ orderId }) => orderId));
    expect(ids.size).toBe(1);
    const found = await staff.find(number);
    expect(found).toMatchObject({ aliases: [number], status: 'PROCESSING', isDeletable: true });
    expect(isGenerated(found.reference)).toBe(true);
    expect((await call(orders.app, { url: `/api/orders/${number}` })).statusCode).toBe(404);
    expect((await call(orders.app, { url: `/api/orders/${found.reference}` })).statusCode).toBe(200);
  });

  it('gives an unknown reference of the office, with hyphens, the parcel that it names', async () => {
    const reference = `COLIS-${newNumber().slice(-6)}`;
    await staff.receive(reference);
    expect((await call(orders.app, { url: `/api/orders/${reference}` })).statusCode).toBe(200);
  });

  it('is a conflict when it looks like a known number, and is received as either of them [INT-005]', async () => {
    const { id, number } = await announced(newNumber().replace('YT75', 'YTO75'));
    const misread = number.replace('YTO75', 'YT075');
    const requested = await staff.receive(misread);
    expect(requested).toMatchObject({ outcome: 'conflict', message: nearMissPrompt(number) });
    expect(await staff.receive(number)).toMatchObject({ outcome: 'done', orderId: id });
    const other = await staff.receive(misread, { isConfirmed: true });
    expect(other).toMatchObject({ outcome: 'done', order: { aliases: [misread], userId: null } });
  });

  it.each(['-1', '-001', '_2', '#1', '/1/2', '-1-2', '-1-2-'])(
    'is the one that was announced when the bar code of a piece adds %s to its number',
    async (mark) => {
      const { id, number } = await announced();
      expect(await staff.receive(number + mark)).toMatchObject({ outcome: 'done', orderId: id });
    },
  );

  it.each([
    ['without its letters', (number: string) => number.replace(/^[A-Z]+/, '')],
    ['with the letters of another courier', (number: string) => `ZTO${number}`],
    ['with more after it', (number: string) => `${number}A7`],
  ])('is asked about when it is an announced number %s', async (_, misread) => {
    const { number } = await announced();
    expect(await staff.receive(misread(number))).toMatchObject({
      outcome: 'conflict',
      message: nearMissPrompt(number),
    });
  });

  it('has the open announcements for the time without a network, for staff only [INT-005]', async () => {
    const { number, reference } = await announced();
    const list = async () =>
      (await call(orders.app, { url: '/api/scans/announced' }, asAgent(9))).json<AnnouncedNumber[]>();
    expect(await list()).toContainEqual({ number, reference, userId: 2 });
    expect((await call(orders.app, { url: '/api/scans/announced' }, asUser(2))).statusCode).toBe(403);
    await staff.receive(number);
    expect(await list()).not.toContainEqual(expect.objectContaining({ number }));
  });
});

describe('a parcel without a name', () => {
  it('waits in the queue with its photo until it gets an owner or a phone [INT-005]', async () => {
    const [owned, called] = [await received({ photos: [await newPhoto()] }), await received()];
    const inQueue = (await queue()).find(({ id }) => id === owned.id);
    expect(inQueue).toMatchObject({ aliases: [owned.number], photos: [expect.any(Number)] });
    expect(await isQueued(called.reference)).toBe(true);
    await send('PATCH', `/api/orders/${owned.id}`, { userId: 2 });
    await send('PATCH', `/api/orders/${called.id}`, { recipientPhone: '+22670123456' });
    expect(await isQueued(owned.reference)).toBe(false);
    expect(await isQueued(called.reference)).toBe(false);
  });

  it('is one that was received: not one that is only expected, or has ended [INT-005]', async () => {
    const expected = await orders.createOrder();
    expect(await isQueued(expected.reference)).toBe(false);
    const ended = await received();
    await send('PATCH', `/api/orders/${ended.id}`, { status: 'DELIVERED' });
    expect(await isQueued(ended.reference)).toBe(false);
    const byName = { filter: JSON.stringify({ unnamed: false, q: expected.reference }) };
    const others = (await call(orders.app, { url: '/api/orders', query: byName }, asAgent(9))).json<StaffOrder[]>();
    expect(others.map(({ id }) => id)).toEqual([expected.id]);
  });

  it('enters a consignment after a confirmation only, from a list and by a scan [INT-005]', async () => {
    const [{ id }, listed, scanned] = [await newConsignment(), await received(), await received()];
    const add = async (body: object) =>
      (
        await send('POST', `/api/consignments/${id}/orders`, { lines: [{ line: 1, orderId: listed.id }], ...body })
      ).json();
    const refused = { outcome: 'refused', message: UNNAMED_MEMBER };
    for (const dryRun of [true, false]) expect(await add({ dryRun })).toMatchObject([refused]);
    expect(await add({ dryRun: false, isConfirmed: true })).toMatchObject([{ outcome: 'added' }]);
    const load = (data: object = {}) => staff.receive(scanned.number, { mode: 'load', consignmentId: id, ...data });
    expect(await load()).toMatchObject({ outcome: 'conflict', message: UNNAMED_MEMBER });
    expect(await load({ isConfirmed: true })).toMatchObject({ outcome: 'done' });
  });
});
