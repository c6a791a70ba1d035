import type { Change } from '@fasocolis/contracts/changes';
import type { Order, StaffOrderEvent } from '@fasocolis/contracts/orders';
import { asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const AGENT = 77;
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  call(orders.app, { method, url, ...(payload && { payload }) }, asAgent(AGENT));
const read = (url: string, as = asAgent(AGENT)) => call(orders.app, { url }, as);

let references = 0;
async function createOrder(body: object = {}) {
  references += 1;
  const response = await send('POST', '/api/orders', { reference: `AGENT-${references}-XY`, ...body });
  expect(response.statusCode).toBe(201);
  return response.json<Order>();
}

describe('an agent', () => {
  it('creates, reads, changes, exports and deletes orders [TEAM-002]', async () => {
    const { id } = await createOrder({ userId: 2, recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' });
    const [order] = (await read(`/api/orders?filter={"id":${id}}`)).json<Order[]>();
    expect(order).toMatchObject({ recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456', userId: 2 });
    expect(order).toHaveProperty('isSilent', false);
    expect((await send('PATCH', `/api/orders/${id}`, { status: 'PROCESSING' })).statusCode).toBe(200);
    expect((await read('/api/orders/export/excel')).statusCode).toBe(200);
    expect((await read('/api/order-statuses')).statusCode).toBe(200);
    const { id: mistaken } = await createOrder();
    expect((await send('DELETE', `/api/orders/${mistaken}`)).statusCode).toBe(200);
  });

  it('imports orders [TEAM-002]', async () => {
    const lines = [{ line: 2, reference: 'AGENT-IMPORT-1' }];
    const response = await send('POST', '/api/orders/import', { lines, dryRun: false });
    expect(response.json()).toMatchObject([{ line: 2, outcome: 'created' }]);
  });

  it('opens an archived order', async () => {
    const { id, reference } = await createOrder();
    await send('PATCH', `/api/orders/${id}`, { archived: true });
    expect((await read(`/api/orders/${reference}`)).statusCode).toBe(200);
    expect((await read(`/api/orders/${reference}`, asUser(2))).statusCode).toBe(410);
  });

  it('saves any order, as staff may [SEC-001]', async () => {
    const { id: orderId } = await createOrder();
    expect((await send('POST', '/api/orders/save', { orderId })).statusCode).toBe(201);
  });

  it('defines no status, and reads no customer’s list [TEAM-002]', async () => {
    const body = { code: 'AGENT_STATUS', label: 'Statut', displayOrder: 9, isActive: true, kind: 'step' };
    expect((await send('POST', '/api/order-statuses', body)).statusCode).toBe(403);
    expect((await send('PATCH', '/api/order-statuses/1', body)).statusCode).toBe(403);
    expect((await send('DELETE', '/api/order-statuses/1')).statusCode).toBe(403);
    expect((await read('/api/orders/user/2')).statusCode).toBe(403);
    expect((await read('/api/orders/saved/2')).statusCode).toBe(403);
  });
});

describe('what an agent does', () => {
  /** An order with a creation, a change, news and a withdrawal of the agent. */
  async function handledOrder() {
    const order = await createOrder({ userId: 2 });
    const { id } = order;
    await send('PATCH', `/api/orders/${id}`, { status: 'PROCESSING' });
    const [told] = (await send('POST', '/api/orders/tell', { orderIds: [id], text: 'Au dépôt' })).json();
    await send('POST', `/api/orders/${id}/events/${told.eventId}/withdraw`, { reason: 'Mauvais colis' });
    return order;
  }

  it('is in the file and the Journal under the agent’s id, whose name staff can read [TEAM-004]', async () => {
    const { id } = await handledOrder();
    const events = (await read(`/api/order-events?filter={"orderId":${id}}`)).json<StaffOrderEvent[]>();
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ byUserId }) => byUserId))).toEqual(new Set([AGENT]));
    expect(events.find(({ withdrawn }) => withdrawn)?.withdrawn).toMatchObject({ byUserId: AGENT });
    const filter = JSON.stringify({ subject: 'order', subjectId: String(id) });
    const changes = (await read(`/api/order-changes?filter=${filter}`)).json<Change[]>();
    expect(changes.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'changed']));
    expect(new Set(changes.map(({ userId }) => userId))).toEqual(new Set([AGENT]));
  });

  it('reaches customers and their messages without the agent [TEAM-004]', async () => {
    const { id, reference } = await handledOrder();
    const responses = await Promise.all([
      call(orders.app, { url: `/api/orders/${reference}` }),
      call(orders.app, { url: `/api/orders/${reference}/events` }),
      read(`/api/orders/${reference}`, asUser(2)),
      read(`/api/orders/${reference}/events`, asUser(2)),
      read('/api/orders/user/2', asUser(2)),
    ]);
    for (const { statusCode, body } of responses) {
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/byUserId|withdrawn|:77\b/);
    }
    const told = await orders.database.outboxEvent.findMany({
      where: { data: { path: ['orders'], array_contains: [{ orderId: id }] } },
      select: { data: true },
    });
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toMatch(/:77\b/);
  });
});
