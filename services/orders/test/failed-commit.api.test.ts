import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitExtended } from '../src/history/emit.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await orders.database.$executeRawUnsafe(`
    CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the commit fails'; END $$`);
});
afterAll(() => orders.close());

const admin = (method: 'PATCH' | 'POST', url: string, payload: object) =>
  call(orders.app, { method, url, payload }, asAdmin());

/** Makes the commit of changes of orders fail: everything inside the transaction has succeeded by then. */
async function withFailingCommits<T>(work: () => Promise<T>): Promise<T> {
  await orders.database.$executeRawUnsafe(`
    CREATE CONSTRAINT TRIGGER refuse_commit AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_commit()`);
  try {
    return await work();
  } finally {
    await orders.database.$executeRawUnsafe('DROP TRIGGER refuse_commit ON orders');
  }
}

/** Everything that a change of an order writes. */
const stateOf = async (id: number) => ({
  order: await orders.database.order.findUnique({ where: { id } }),
  events: await orders.database.orderEvent.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } }),
  changes: await orders.database.change.count({ where: { subjectId: String(id) } }),
  outbox: await orders.database.outboxEvent.count(),
});

describe('a commit that fails after the event was written', () => {
  it.each<[string, object]>([
    ['a new status', { status: 'PROCESSING' }],
    ['a later delivery', { estimatedDelivery: '2027-01-31', reason: 'Tempête' }],
  ])('leaves neither %s nor its event', async (_what, payload) => {
    const { id } = await orders.createOrder({ estimatedDelivery: '2027-01-01', userId: 2 });
    const before = await stateOf(id);
    const response = await withFailingCommits(() => admin('PATCH', `/api/orders/${id}`, payload));
    expect(response.statusCode).toBe(500);
    expect(await stateOf(id)).toEqual(before);
  });

  it('leaves neither news nor their event', async () => {
    const { id } = await orders.createOrder({ userId: 2 });
    const before = await stateOf(id);
    const news = { orderIds: [id], text: 'Le bateau est à Tema' };
    const response = await withFailingCommits(() => admin('POST', '/api/orders/tell', news));
    expect(response.statusCode).toBe(500);
    expect(await stateOf(id)).toEqual(before);
  });

  it('leaves neither a withdrawal nor its event', async () => {
    const { id } = await orders.createOrder({ userId: 2 });
    const [{ eventId }] = (await admin('POST', '/api/orders/tell', { orderIds: [id], text: 'À Tema' })).json();
    const before = await stateOf(id);
    const path = `/api/orders/${id}/events/${eventId}/withdraw`;
    const response = await withFailingCommits(() => admin('POST', path, { reason: 'Mauvais bateau' }));
    expect(response.statusCode).toBe(500);
    expect(await stateOf(id)).toEqual(before);
  });
});

it('an event is accepted from inside a transaction only, by its type', () => {
  const outside = () =>
    // @ts-expect-error the client itself would commit the event apart from its change
    emitExtended(orders.database, {} as never, null);
  const inside = () => orders.database.$transaction((transaction) => emitExtended(transaction, {} as never, null));
  expect([outside, inside]).toHaveLength(2);
});
