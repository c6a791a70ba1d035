import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyStatusChange } from '../src/notifications/status-change.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const list = (orderId: number, as = asAdmin()) =>
  call(notify.app, { url: `/api/order-messages?filter={"orderId":${orderId}}` }, as);

const tell = (orderId: number, recipientIds: number[]) =>
  notify.database.$transaction((transaction) =>
    notifyStatusChange(
      transaction,
      {
        orderId,
        eventId: orderId * 10,
        reference: `FC-${orderId}`,
        status: 'ARRIVED',
        label: 'Arrivée au Burkina',
        note: null,
        occurredAt: '2026-11-20T12:00:00.000Z',
        recipientIds,
      },
      { requestId: null, mailDelayMs: 0 },
    ),
  );

describe('GET /api/order-messages', () => {
  it('lists what each person was told about an order, and the state of the email', async () => {
    await tell(7, [2, 3]);
    await tell(8, [2]);
    const messages = (await list(7)).json<OrderMessage[]>();
    expect(messages).toMatchObject(
      [3, 2].map((userId) => ({
        ...{ orderId: 7, userId, title: 'Arrivée au Burkina', body: 'FC-7', readAt: null },
        email: { state: 'pending', recipient: null, sentAt: null },
      })),
    );
  });

  it('tells when a person has read it', async () => {
    await tell(9, [2]);
    const [message] = (await list(9)).json<OrderMessage[]>();
    await call(notify.app, { method: 'PATCH', url: `/api/notifications/${message?.id}/read` }, asUser(2));
    expect((await list(9)).json()).toMatchObject([{ readAt: expect.stringMatching(/Z$/) }]);
  });

  it('is for administrators only', async () => {
    expect((await list(7, asUser(2))).statusCode).toBe(403);
  });
});
