import { randomUUID } from 'node:crypto';
import type { Consignment, ConsignmentCount, CountedOrder } from '@fasocolis/contracts/consignments';
import type { Milestone } from '@fasocolis/contracts/milestones';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Orders } from './helpers.ts';
import { AGENT, type Staff, startOffice, toldOf } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

const get = async <T>(url: string) => (await call(orders.app, { url }, asAgent(AGENT))).json<T>();
const countOf = (id: number) => get<ConsignmentCount>(`/api/consignments/${id}/count`);
const listed = async (id: number, group: string) =>
  get<CountedOrder[]>(`/api/consignments/${id}/counted?filter=${JSON.stringify({ group })}`);
const referencesIn = async (id: number, group: string) => (await listed(id, group)).map(({ reference }) => reference);
const skippedBy = (milestoneId: number) => get<object[]>(`/api/milestones/${milestoneId}/skipped`);
const find = (id: number) => orders.database.order.findUniqueOrThrow({ where: { id } });
const historyOf = ({ reference }: Order) => get<OrderEvent[]>(`/api/orders/${reference}/events`);
const milestoneOf = async (id: number) => (await get<Milestone[]>(`/api/milestones?filter={"id":${id}}`))[0];

async function scanned(mode: string, { reference }: Order, data: object = {}): Promise<ScanOutcome | undefined> {
  const scan = { id: randomUUID(), mode, reference, at: new Date().toISOString(), ...data };
  return (await staff.send<ScanOutcome[]>('POST', '/api/scans', { scans: [scan] }))[0];
}

/** A consignment with orders of these kinds. */
async function listing(...bodies: object[]) {
  const { id } = await staff.send<Consignment>('POST', '/api/consignments', { mode: 'AIR', departureCity: 'Yiwu' });
  const members: Order[] = [];
  for (const body of bodies) members.push(await orders.createOrder(body));
  const lines = members.map((order, at) => ({ line: at + 1, orderId: order.id }));
  if (lines.length > 0) await staff.send('POST', `/api/consignments/${id}/orders`, { lines, dryRun: false });
  return { id, members: members as [Order, ...Order[]] };
}

describe('the count of a consignment', () => {
  it('has expected, loaded, arrived, missing and extra parcels, of the end that is being counted [CNT-004]', async () => {
    const { id, members } = await listing({ pieces: 2 }, {}, {}, { recipientName: 'Awa Ouédraogo' });
    const [cartons, second, third, left] = members as [Order, Order, Order, Order];
    const none = { end: null, expected: 4, loaded: 0, arrived: 0, missing: 0, unscanned: 4, extra: 0 };
    expect(await countOf(id)).toEqual(none);

    await scanned('load', cartons, { piece: 1, consignmentId: id });
    for (const order of [second, third]) await scanned('load', order, { consignmentId: id });
    expect(await countOf(id)).toEqual({ ...none, end: 'load', loaded: 2, missing: 2 });
    expect(await referencesIn(id, 'missing')).toEqual([cartons.reference, left.reference]);
    expect(await listed(id, 'expected')).toMatchObject([{ loadedPieces: 1 }, { loadedPieces: 1 }, {}, {}]);
    await scanned('load', cartons, { piece: 2, consignmentId: id });

    const stranger = await orders.createOrder();
    for (const order of [cartons, second, stranger]) {
      await scanned('arrive', order, { consignmentId: id, isConfirmed: true });
    }
    await scanned('arrive', third, { consignmentId: id });
    const counts = { end: 'arrive', expected: 4, loaded: 3, arrived: 3, missing: 1, unscanned: 1, extra: 1 };
    expect(await countOf(id)).toEqual(counts);
    expect(await referencesIn(id, 'extra')).toEqual([stranger.reference]);
    expect(await listed(id, 'missing')).toMatchObject([{ id: left.id, recipientName: 'Awa Ouédraogo' }]);
    expect(await listed(id, 'arrived')).toMatchObject([{ loadedPieces: 2, arrivedPieces: 2 }, {}, {}]);
  });

  it('expects a parcel from its first loaded piece on, and has it neither too many nor in the list yet', async () => {
    const { id, members } = await listing({});
    const cartons = await orders.createOrder({ pieces: 3 });
    await scanned('load', members[0], { consignmentId: id });
    await scanned('load', cartons, { piece: 1, consignmentId: id });
    expect(await countOf(id)).toMatchObject({ end: 'load', expected: 2, loaded: 1, missing: 1, extra: 0 });
    expect(await listed(id, 'missing')).toMatchObject([{ reference: cartons.reference, loadedPieces: 1 }]);
    expect(await referencesIn(id, 'extra')).toEqual([]);
    for (const order of [members[0], cartons]) await scanned('arrive', order, { consignmentId: id, isConfirmed: true });
    expect(await countOf(id)).toMatchObject({ end: 'arrive', expected: 2, arrived: 2, missing: 0, extra: 0 });
  });

  it('counts a parcel that was loaded, removed and added again as not loaded', async () => {
    const { id, members } = await listing({}, {});
    const [order] = members;
    await scanned('load', order, { consignmentId: id });
    const url = `/api/consignments/${id}/orders`;
    await call(orders.app, { method: 'DELETE', url: `${url}/${order.id}` }, asAgent(AGENT));
    expect(await countOf(id)).toMatchObject({ expected: 1, loaded: 0, extra: 0 });
    await staff.send('POST', url, { lines: [{ line: 1, orderId: order.id }], dryRun: false });
    expect(await countOf(id)).toMatchObject({ expected: 2, loaded: 0 });
  });

  it('has a parcel too many whose pieces were loaded before it was put into another consignment', async () => {
    const [{ id }, other] = [await listing({}), await listing({})];
    const cartons = await orders.createOrder({ pieces: 3 });
    await scanned('load', cartons, { piece: 1, consignmentId: id });
    const lines = [{ line: 1, orderId: cartons.id }];
    await staff.send('POST', `/api/consignments/${other.id}/orders`, { lines, dryRun: false });
    expect(await referencesIn(id, 'extra')).toEqual([cartons.reference]);
    expect(await countOf(other.id)).toMatchObject({ expected: 2, extra: 0 });
  });

  it('says of a parcel that is counted without being listed that it is one too many [CNT-004]', async () => {
    const { id } = await listing({});
    const { code } = await orders.database.consignment.findUniqueOrThrow({ where: { id } });
    const stranger = await orders.createOrder();
    const message = `En trop\u00a0: pas dans l'expédition ${code}`;
    expect(await scanned('arrive', stranger, { consignmentId: id })).toMatchObject({ outcome: 'done', message });
    expect(await find(stranger.id)).toMatchObject({ status: 'ARRIVED' });
    const unknown = { outcome: 'conflict', message: 'Expédition non trouvée' };
    expect(await scanned('arrive', stranger, { consignmentId: 2_000_000_000 })).toMatchObject(unknown);
  });

  it('counts a parcel that had arrived before, and keeps when it did', async () => {
    const { id, members } = await listing({});
    const stranger = await orders.createOrder();
    for (const order of [members[0], stranger]) {
      await scanned('arrive', order);
      const [step] = await orders.database.pieceStep.findMany({ where: { orderId: order.id } });
      expect(await scanned('arrive', order, { consignmentId: id })).toMatchObject({ outcome: 'done' });
      expect(await scanned('arrive', order, { consignmentId: id })).toMatchObject({ outcome: 'already' });
      await scanned('arrive', order);
      const again = await orders.database.pieceStep.findMany({ where: { orderId: order.id } });
      expect(again).toEqual([{ ...step, consignmentId: id }]);
    }
    expect(await countOf(id)).toMatchObject({ arrived: 1, missing: 0, extra: 1 });
  });

  it('misses no parcel that was handed over, or that has reached its end', async () => {
    const { id, members } = await listing({}, {}, {});
    const [seen, handedOver, returned] = members as [Order, Order, Order];
    await scanned('arrive', seen);
    await staff.handOver(handedOver.id);
    await staff.edit(returned.id, { status: 'DELIVERED' });
    expect(await countOf(id)).toMatchObject({ expected: 3, arrived: 2, missing: 0 });
  });

  it('is reported to all agents with the scans of each, and is for staff only [CNT-004]', async () => {
    const { id, members } = await listing({});
    orders.counted.length = 0;
    await scanned('arrive', members[0]);
    expect(orders.counted).toEqual([[id]]);
    for (const path of ['count', 'counted']) {
      const url = `/api/consignments/${id}/${path}`;
      expect((await call(orders.app, { url }, asUser(2))).statusCode).toBe(403);
      expect((await call(orders.app, { url: `/api/consignments/0/${path}` }, asAgent(AGENT))).statusCode).toBe(404);
    }
  });
});

describe('a milestone of the arrival', () => {
  /** Records it with a choice; the definition is that of consignments by air. */
  const record = async (consignmentId: number, label: string, body: object = {}) => {
    const { id: definitionId } = await orders.database.milestoneDefinition.findUniqueOrThrow({
      where: { mode_label: { mode: 'AIR', label } },
    });
    const payload = { definitionId, ...body };
    const url = `/api/consignments/${consignmentId}/milestones`;
    return call(orders.app, { method: 'POST', url, payload }, asAgent(AGENT));
  };

  it('asks nothing about a parcel that it does not reach, because its pieces are not all loaded', async () => {
    const { id, members } = await listing({});
    await scanned('load', await orders.createOrder({ pieces: 2 }), { piece: 1, consignmentId: id });
    await scanned('arrive', members[0], { consignmentId: id });
    expect(await countOf(id)).toMatchObject({ missing: 1, unscanned: 0 });
    expect((await record(id, 'Arrivé à Ouagadougou')).statusCode).toBe(201);
  });

  it.each(['Arrivé à Ouagadougou', 'Prêt au retrait'])(
    '"%s" asks what becomes of parcels that were not scanned while others were [CNT-004]',
    async (label) => {
      const { id, members } = await listing({}, {}, {});
      await scanned('arrive', members[0]);
      const refused = await record(id, label);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'not-scanned', message: "2 colis n'ont pas été scannés." },
      ]);
      expect((await record(id, 'En douane')).statusCode).toBe(201);
      expect((await record(id, label, { unscanned: 'some' })).statusCode).toBe(400);
      expect((await record(id, label, { unscanned: 'leave' })).statusCode).toBe(201);
    },
  );

  it('asks nothing and leaves nobody where no parcel, or each of them, was scanned [CNT-004]', async () => {
    const { id, members } = await listing({}, {});
    const arrived = await staff.pass(id, 'Arrivé à Ouagadougou', { unscanned: 'leave' });
    expect(arrived).toMatchObject({ applied: 2, skipped: 0 });
    for (const order of members) await scanned('arrive', order);
    expect((await record(id, 'Prêt au retrait')).statusCode).toBe(201);
  });

  it('also reaches parcels that were not scanned when staff says so [CNT-004]', async () => {
    const { id, members } = await listing({}, {});
    await scanned('arrive', members[0]);
    const ready = await staff.pass(id, 'Prêt au retrait', { unscanned: 'announce' });
    expect(ready).toMatchObject({ applied: 2, skipped: 0 });
  });

  it('leaves the others as "Non scanné", and they take it by a later scan with one message [CNT-004]', async () => {
    const { id, members } = await listing({}, { userId: 2, pieces: 2 });
    const [seen, late] = members as [Order, Order];
    await scanned('arrive', seen);
    await scanned('arrive', late, { piece: 1 });
    const arrived = await staff.pass(id, 'Arrivé à Ouagadougou', { unscanned: 'leave' });
    const ready = await staff.pass(id, 'Prêt au retrait', { unscanned: 'leave', note: 'Ouvert samedi' });
    for (const milestone of [arrived, ready]) {
      expect(await skippedBy(milestone.id)).toContainEqual({
        ...{ id: late.id, reference: late.reference, reason: 'unscanned' },
      });
    }
    expect(await find(late.id)).toMatchObject({ status: 'ORDER_CONFIRMED', pickupCode: null });
    expect(await toldOf(orders, late.id)).toEqual([]);

    expect(await scanned('arrive', late, { piece: 2 })).toMatchObject({
      outcome: 'done',
      order: { status: 'ARRIVED' },
    });
    expect((await historyOf(late)).map(({ milestone }) => milestone)).toEqual([
      ...[undefined, 'Arrivé à Ouagadougou', 'Prêt au retrait'],
    ]);
    const { pickupCode } = await find(late.id);
    expect(pickupCode).toMatch(/^\d{6}$/);
    const message = { title: 'Prêt au retrait, Ouagadougou', note: 'Ouvert samedi', ownerId: 2, pickupCode };
    expect(await toldOf(orders, late.id)).toMatchObject([message]);
    expect(await skippedBy(ready.id)).toEqual([]);
    expect(await milestoneOf(ready.id)).toMatchObject({ total: 2, applied: 2, skipped: 0 });
    expect(await scanned('arrive', late, { piece: 2 })).toMatchObject({ outcome: 'already' });
    expect(await toldOf(orders, late.id)).toHaveLength(1);
  });

  it('leaves them at customs after the arrival too, without asking again [CNT-004]', async () => {
    const { id, members } = await listing({}, {});
    const [seen, late] = members as [Order, Order];
    await scanned('arrive', seen);
    await staff.pass(id, 'Arrivé à Ouagadougou', { unscanned: 'leave' });
    const customs = await staff.pass(id, 'En douane');
    expect(customs).toMatchObject({ applied: 1, skipped: 1 });
    expect(await skippedBy(customs.id)).toMatchObject([{ id: late.id, reason: 'unscanned' }]);
    expect(await find(late.id)).toMatchObject({ status: 'ORDER_CONFIRMED' });
    await scanned('arrive', late);
    expect(await find(late.id)).toMatchObject({ status: 'CUSTOMS' });
  });

  it('sends one message when a parcel is scanned while the milestone is still being applied', async () => {
    const { id, members } = await listing({}, { userId: 2 });
    const [seen, late] = members as [Order, Order];
    await scanned('arrive', seen);
    const arrived = await staff.pass(id, 'Arrivé à Ouagadougou', { unscanned: 'leave' });
    await orders.database.milestone.update({ where: { id: arrived.id }, data: { finishedAt: null } });
    expect(await scanned('arrive', late)).toMatchObject({ outcome: 'done', order: { status: 'ARRIVED' } });
    await orders.runMilestone(arrived.id);
    expect(await toldOf(orders, late.id)).toMatchObject([{ title: 'Arrivé à Ouagadougou' }]);
  });

  it('is not taken by a later scan after it was taken back, and is taken back from those that took it', async () => {
    const { id, members } = await listing({}, {}, {});
    const [seen, late, lost] = members as [Order, Order, Order];
    await scanned('arrive', seen);
    const ready = await staff.pass(id, 'Prêt au retrait', { unscanned: 'leave' });
    await scanned('arrive', late);
    expect(await find(late.id)).toMatchObject({ pickupCode: expect.any(String) });
    await staff.send('POST', `/api/milestones/${ready.id}/withdraw`, { reason: 'Erreur' });
    await orders.runMilestone(ready.id);
    expect(await find(late.id)).toMatchObject({ status: 'ORDER_CONFIRMED', pickupCode: null });
    expect(await milestoneOf(ready.id)).toMatchObject({ state: 'withdrawn', applied: 0 });
    await scanned('arrive', lost);
    expect(await find(lost.id)).toMatchObject({ status: 'ARRIVED', pickupCode: null });
  });

  it('is taken once by a parcel whose scan comes twice at the same moment', async () => {
    const { id, members } = await listing({}, {});
    const [seen, late] = members as [Order, Order];
    await scanned('arrive', seen);
    const ready = await staff.pass(id, 'Prêt au retrait', { unscanned: 'leave' });
    await Promise.all([1, 2, 3].map(() => scanned('arrive', late)));
    expect(await historyOf(late)).toHaveLength(2);
    expect(await milestoneOf(ready.id)).toMatchObject({ applied: 2, skipped: 0 });
  });

  it('leaves 10 of 2,000 parcels [CNT-004]', { timeout: 60_000 }, async () => {
    const { id } = await listing();
    await orders.database.$executeRaw`
      WITH created AS (
        INSERT INTO orders (reference, reference_key, status, mode)
        SELECT 'MANY-' || n, 'MANY' || n, 'ORDER_CONFIRMED', 'AIR' FROM generate_series(1, 2000) AS n RETURNING id
      ), event AS (
        INSERT INTO order_events (order_id, status) SELECT id, 'ORDER_CONFIRMED' FROM created
      ), member AS (
        INSERT INTO consignment_orders (consignment_id, order_id) SELECT ${id}::int, id FROM created
      )
      INSERT INTO piece_steps (order_id, piece, step, occurred_at)
      SELECT id, 1, 'arrive', now() FROM (SELECT id FROM created ORDER BY id LIMIT 1990) AS seen`;
    expect(await countOf(id)).toMatchObject({ expected: 2000, arrived: 1990, missing: 10 });
    const ready = await staff.pass(id, 'Prêt au retrait', { unscanned: 'leave' });
    expect(ready).toMatchObject({ total: 2000, applied: 1990, skipped: 10 });
    expect(await skippedBy(ready.id)).toHaveLength(10);
  });
});
