import { randomUUID } from 'node:crypto';
import type { Change } from '@fasocolis/contracts/changes';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import type { Ledger } from '@fasocolis/contracts/payments';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import type { Orders } from './helpers.ts';
import { SAVER, type Staff, startOffice } from './ways-in.ts';

let orders: Orders;
let staff: Staff;
beforeAll(async () => {
  ({ orders, staff } = await startOffice());
});
afterAll(() => orders.close());

const deleteUser = (userId: number) =>
  orders.database.$transaction(async (transaction) => {
    const event = { id: randomUUID(), name: 'user.deleted', data: { userId }, requestId: 'request-of-deletion' };
    await eventHandlers['user.deleted']?.(transaction, { userId }, event, () => {});
  });
const read = async <T>(url: string, as = asAdmin()) => (await call(orders.app, { url }, as)).json<T>();

/** The rows of all tables, each with its table, except for events, which are deleted once other services have them. */
async function everything(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await orders.database.$queryRaw<{ table: string }[]>`
    SELECT table_name AS table FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'outbox_events'`;
  const rows = tables.map(({ table }) =>
    orders.database.$queryRawUnsafe<{ table: string; row: Record<string, unknown> }[]>(
      `SELECT '${table}' AS table, to_jsonb(t) AS row FROM ${table} t`,
    ),
  );
  return (await Promise.all(rows)).flat();
}

/** A parcel of user 2 that was ready, handed over and taken back, with words of every kind. */
async function travelled(): Promise<Order> {
  const recipient = { recipientName: 'Zénabou Compaoré', recipientPhone: '+22671998877', recipientConsent: true };
  const order = await orders.createOrder({
    userId: 2,
    mode: 'AIR',
    pieces: 3,
    ...{ contents: 'La robe de Zénabou', goodsKind: 'branded', declaredValue: 45_000 },
    ...recipient,
  });
  await orders.database.savedOrder.createMany({ data: [2, SAVER].map((userId) => ({ userId, orderId: order.id })) });
  const consignmentId = await staff.newConsignment('AIR', order.id);
  await staff.pass(consignmentId, 'Parti de Chine', { note: 'Vol ET605' });
  await staff.tell(order.id, { text: 'Zénabou, votre facture manque' });
  const { eventId } = await staff.tell(order.id, { text: 'Chez la tante de Zénabou' });
  await staff.withdraw(order.id, eventId, 'Zénabou a appelé');
  await staff.pass(consignmentId, 'Prêt au retrait');
  return order;
}

/** What staff wrote about a parcel and its money, what its owner reported, and what else belongs to the account. */
async function dealtWith({ id }: Order): Promise<void> {
  const { database } = orders;
  const problem = { kind: 'damaged', note: 'Zénabou l’a vu' };
  const { id: problemId } = await staff.send<{ id: number }>('POST', `/api/orders/${id}/problems`, problem);
  await staff.send('POST', `/api/order-problems/${problemId}/close`, { note: 'Réglé avec Zénabou' });
  const charges = `/api/ledgers/${id}/charges`;
  const [packing] = (
    await staff.send<Ledger>('POST', charges, { kind: 'packing', label: 'Carton de Zénabou', amount: 500 })
  ).charges;
  await staff.send('POST', `/api/charges/${packing?.id}/cancel`, { reason: 'Carton de Zénabou' });
  await staff.send('POST', charges, { kind: 'freight', amount: 10_000 });
  const payment = { id: randomUUID(), method: 'cash', amount: 1000, orderIds: [id] };
  await staff.send('POST', '/api/payments', payment);
  const cancel = `/api/payments/${payment.id}/cancel`;
  await call(orders.app, { method: 'POST', url: cancel, payload: { reason: 'Avis de Zénabou' } }, asAdmin());
  const report = { id: randomUUID(), method: 'wave', transactionReference: 'W-1', amount: 1000 };
  await call(orders.app, { method: 'POST', url: `/api/ledgers/${id}/reports`, payload: report }, asUser(2));
  await staff.send('POST', `/api/payment-reports/${report.id}/refuse`, { reason: 'Zénabou se trompe' });
  const { id: unnamed } = await orders.createOrder();
  const photo = new TextEncoder().encode('Zénabou');
  await database.receptionPhoto.create({ data: { orderId: id, photo } });
  const claim = { id: randomUUID(), orderId: unnamed, userId: 2, text: 'Les robes de Zénabou', photo };
  await database.claim.create({ data: claim });
  await database.creditCustomer.create({ data: { userId: 2, grantedBy: 1 } });
}

describe('the deletion of an account', () => {
  it('leaves no word about the person in any table, and no row of the account', async () => {
    await dealtWith(await travelled());
    const inPhotos = Buffer.from('Zénabou').toString('hex');
    const words = new RegExp(`z[eé]nabou|${inPhotos}`, 'i');
    const isOfPerson = ({ row }: { row: object }) => words.test(JSON.stringify(row));
    const tablesOf = (rows: Awaited<ReturnType<typeof everything>>) => new Set(rows.map(({ table }) => table));
    expect(tablesOf((await everything()).filter(isOfPerson))).toEqual(
      new Set([
        ...['orders', 'order_events', 'order_problems', 'charges', 'payments', 'payment_reports'],
        ...['claims', 'changes', 'reception_photos'],
      ]),
    );
    await deleteUser(2);
    const left = await everything();
    expect(left.filter(isOfPerson)).toEqual([]);
    // Its number is gone; the row stays, so that an event which arrives late stores none.
    expect(tablesOf(left.filter(({ row }) => row.user_id === 2))).toEqual(new Set(['account_numbers']));
  });

  it('keeps its parcels with status and places, and takes persons and their words off them [HIST-010]', async () => {
    const order = await travelled();
    const before = await orders.database.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(before.pickupCode).toMatch(/^\d{6}$/);
    await deleteUser(2);

    const after = await orders.database.order.findUniqueOrThrow({ where: { id: order.id } });
    expect(after).toEqual({
      ...before,
      ...{ userId: null, recipientName: null, recipientPhone: null, recipientConsent: false, recipientSearch: ' ' },
      ...{
        ...{ contents: null, goodsKind: null, declaredValue: null },
        pickupCode: null,
        latestUpdate: 'Prêt au retrait, Ouagadougou',
        updatedAt: expect.any(Date),
      },
    });
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    const found = await read<Order>(`/api/orders/${order.reference}`, asUser(3));
    expect(found).toMatchObject({ status: 'ARRIVED', recipientName: null, pieces: 3, mode: 'AIR' });
    expect(
      (await read<OrderEvent[]>(`/api/orders/${order.reference}/events`)).map(({ note, place }) => [note, place]),
    ).toEqual([
      [null, undefined],
      [null, 'Guangzhou'],
      [null, undefined],
      [null, 'Ouagadougou'],
    ]);
    const left = JSON.stringify(await everything());
    for (const word of ['Zénabou', 'Compaoré', 'zenabou', '71998877', 'facture', String(before.pickupCode)]) {
      expect(left).not.toContain(word);
    }
  });

  it('takes the name of the receiver, the photo and the reason off the proof of a hand-over [HIST-010]', async () => {
    const order = await orders.createOrder({ userId: 2 });
    await staff.handOver(order.id);
    await orders.database.handover.update({ where: { orderId: order.id }, data: { photo: new Uint8Array([1]) } });
    await deleteUser(2);
    const erased = 'Effacé avec le compte du client';
    expect(await orders.database.handover.findUniqueOrThrow({ where: { orderId: order.id } })).toMatchObject({
      ...{ receiverName: erased, reason: erased, photo: null, userId: 9, createdAt: expect.any(Date) },
    });
    expect(await read<Order>(`/api/orders/${order.reference}`)).toMatchObject({
      status: 'DELIVERED',
      latestUpdate: null,
      situation: { kind: 'delivered', text: expect.stringMatching(/^Livré le /) },
    });
  });

  it('deletes what the person saved, and keeps what others saved', async () => {
    const [own, other] = [await orders.createOrder({ userId: 2 }), await orders.createOrder({ userId: 3 })];
    for (const orderId of [own.id, other.id]) {
      await orders.database.savedOrder.createMany({ data: [2, SAVER].map((userId) => ({ userId, orderId })) });
    }
    await deleteUser(2);
    const where = { orderId: { in: [own.id, other.id] } };
    const links = await orders.database.savedOrder.findMany({ where, orderBy: { orderId: 'asc' } });
    expect(links.map(({ userId, orderId }) => [userId, orderId])).toEqual([
      [SAVER, own.id],
      [SAVER, other.id],
    ]);
    expect(await orders.database.order.findUniqueOrThrow({ where: { id: other.id } })).toMatchObject({ userId: 3 });
  });

  it('is an entry without values in the change log, and has the same result twice', async () => {
    const order = await travelled();
    await deleteUser(2);
    const once = await orders.database.order.findUniqueOrThrow({ where: { id: order.id } });
    await deleteUser(2);
    expect(await orders.database.order.findUniqueOrThrow({ where: { id: order.id } })).toEqual(once);
    const filter = JSON.stringify({ subject: 'order', subjectId: String(order.id) });
    const changes = await read<Change[]>(`/api/order-changes?filter=${filter}`);
    expect(changes[0]).toMatchObject({ action: 'anonymized', name: order.reference, userId: null });
    expect(changes.filter(({ action }) => action === 'anonymized')).toHaveLength(1);
    for (const { before, after } of changes) expect([before, after]).toEqual([null, null]);
  });

  it('leaves parcels that staff can go on with', async () => {
    const order = await travelled();
    await deleteUser(2);
    await staff.handOver(order.id);
    expect(await read<Order>(`/api/orders/${order.reference}`)).toMatchObject({ status: 'DELIVERED' });
  });
});

it('the parcels of a customer that are still on the way are listed by a filter [HIST-010]', async () => {
  const [moving, delivered] = [await orders.createOrder({ userId: 1 }), await orders.createOrder({ userId: 1 })];
  await staff.edit(delivered.id, { status: 'DELIVERED' });
  const listed = async (ended: boolean, url = '/api/orders/user/1', as = asUser(1)) =>
    (await read<Order[]>(`${url}?filter=${JSON.stringify({ ended })}`, as)).map(({ id }) => id);
  expect(await listed(false)).toEqual([moving.id]);
  expect(await listed(true)).toEqual([delivered.id]);
  expect(await listed(false, '/api/orders', asAdmin())).not.toContain(delivered.id);
});
