import { randomUUID } from 'node:crypto';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import { asAdmin, asUser, call, countFrom, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prisma } from '../src/generated/prisma/client.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const list = (query: Record<string, string> = {}, who = asAdmin()) =>
  call(notify.app, { url: '/api/order-messages', query }, who);
const listed = async (filter: object, query: Record<string, string> = {}) =>
  (await list({ filter: JSON.stringify(filter), ...query })).json<OrderMessage[]>();

const newOrder = countFrom(0);
const tell = (orderId: number, data: Partial<Prisma.NotificationUncheckedCreateInput> = {}) =>
  notify.database.notification.create({
    data: {
      title: 'Arrivée au Burkina',
      body: 'FC-1 : En douane',
      targetUserId: 2,
      cause: 'status',
      reference: 'FC-1',
      orders: { create: { orderId, reference: 'FC-1' } },
      ...data,
    },
  });
const email = (notificationId: number, data: Partial<Prisma.DeliveryUncheckedCreateInput> = {}) =>
  notify.database.delivery.create({
    data: { id: randomUUID(), kind: 'order-status', notificationId, userId: 2, ...data },
  });

describe('GET /api/order-messages', () => {
  it('lists messages with their recipient, whether they were read, and the state of their email', async () => {
    const orderId = newOrder();
    const { id } = await tell(orderId, { sentAt: new Date('2026-11-20T12:00:00Z') });
    await notify.database.readReceipt.create({
      data: { notificationId: id, userId: 2, readAt: new Date('2026-11-20T13:00:00Z') },
    });
    await email(id, { state: 'SENT', recipient: 'awa@example.com', sentAt: new Date('2026-11-20T12:01:00Z') });
    expect(await listed({ orderId })).toEqual([
      {
        id,
        orderId,
        userId: 2,
        title: 'Arrivée au Burkina',
        body: 'FC-1 : En douane',
        sentAt: '2026-11-20T12:00:00.000Z',
        readAt: '2026-11-20T13:00:00.000Z',
        email: { state: 'sent', recipient: 'awa@example.com', sentAt: '2026-11-20T12:01:00.000Z', dropReason: null },
      },
    ]);
  });

  it('lists unread messages, and messages with a pending email or none', async () => {
    const orderId = newOrder();
    const [waiting] = [await tell(orderId, { targetUserId: 2 }), await tell(orderId, { targetUserId: 3 })];
    await email(waiting.id);
    expect(await listed({ orderId }, { sort: '["id","ASC"]' })).toMatchObject([
      { userId: 2, readAt: null, email: { state: 'pending', recipient: null, sentAt: null } },
      { userId: 3, readAt: null, email: null },
    ]);
  });

  it('lists the newest first, by pages', async () => {
    const orderId = newOrder();
    const told = [await tell(orderId), await tell(orderId), await tell(orderId)];
    const response = await list({ filter: JSON.stringify({ orderId }), range: '[0,1]' });
    expect(response.headers['content-range']).toBe('order-messages 0-1/3');
    expect(response.json<OrderMessage[]>().map(({ id }) => id)).toEqual([told[2]?.id, told[1]?.id]);
  });

  it('finds messages by id', async () => {
    const [wanted] = [await tell(newOrder()), await tell(newOrder())];
    expect((await listed({ id: [wanted.id] })).map(({ id }) => id)).toEqual([wanted.id]);
  });

  it('omits notifications that are about no order', async () => {
    const { id } = await notify.database.notification.create({ data: { title: 'A', body: 'B', targetUserId: 2 } });
    expect(await listed({ id: [id] })).toEqual([]);
  });

  it('is for administrators only', async () => {
    expect((await list({}, asUser(2))).statusCode).toBe(403);
  });

  it.each([
    { sort: '["title","ASC"]' },
    { filter: '{"userId":2}' },
    { filter: '{"orderId":"x"}' },
    { range: '[2,1]' },
    { filter: '{' },
  ])('refuses %o', async (query) => {
    expect((await list(query)).statusCode).toBe(400);
  });

  it('responds with an empty list to impossible filters', async () => {
    for (const query of impossibleListQueries('id', 'orderId')) {
      const response = await list(query);
      expect([response.statusCode, response.json()], JSON.stringify(query)).toEqual([200, []]);
    }
  });
});
