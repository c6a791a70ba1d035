import type { EventData } from '@fasocolis/contracts/events';
import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { asUser, call, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { notifyOrderEvent, withdrawOrderEvent } from '../src/notifications/order-events.ts';
import { DeliveryQueue } from '../src/shared/delivery-queue.ts';
import { forgetPerson } from '../src/shared/people.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.notification.deleteMany();
  await notify.database.deletedUser.deleteMany();
});
afterAll(() => notify.close());

type StatusChange = EventData<'order.status-changed'>;
const CHANGE: StatusChange = {
  orderId: 7,
  reference: 'FC-ABCD1234',
  status: 'ARRIVED',
  label: 'Arrivée au Burkina',
  isNews: false,
  note: 'En douane',
  occurredAt: '2026-11-20T12:00:00.000Z',
  recipientIds: [2, 3],
};
const tell = (change: Partial<StatusChange> = {}, mailDelayMs = 0) =>
  notify.database.$transaction((transaction) =>
    notifyOrderEvent(transaction, { ...CHANGE, ...change }, { requestId: 'request-1', mailDelayMs }),
  );
const withdraw = (eventId: number) =>
  notify.database.$transaction((transaction) => withdrawOrderEvent(transaction, eventId));
const forget = (userId: number) => notify.database.$transaction((transaction) => forgetPerson(transaction, userId));
const told = () =>
  notify.database.notification.findMany({
    include: { deliveries: true },
    orderBy: [{ targetUserId: 'asc' }, { id: 'asc' }],
  });

describe('a new status of an order', () => {
  it('notifies each recipient, with its label, reference and note, in the app and by email', async () => {
    await tell();
    expect(await told()).toMatchObject(
      [2, 3].map((userId) => ({
        targetUserId: userId,
        title: 'Arrivée au Burkina',
        body: 'FC-ABCD1234 : En douane',
        orderId: 7,
        deliveries: [{ kind: 'order-status', userId, state: 'PENDING', requestId: 'request-1' }],
      })),
    );
  });

  it('has a message with the reference only when there is no note', async () => {
    await tell({ note: null, recipientIds: [2] });
    expect(await told()).toMatchObject([{ body: 'FC-ABCD1234' }]);
  });

  it('notifies no user without recipients', async () => {
    await tell({ recipientIds: [] });
    expect(await told()).toEqual([]);
  });

  it('notifies five thousand recipients, with a job for each email', async () => {
    const recipientIds = Array.from({ length: 5000 }, (_, index) => 1000 + index);
    const emails = await tell({ recipientIds });
    expect(await notify.database.notification.count()).toBe(recipientIds.length);
    expect(await notify.database.delivery.count({ where: { notificationId: { not: null } } })).toBe(emails.length);
    expect(emails).toHaveLength(recipientIds.length);
    const emailQueue = new DeliveryQueue(testRedisUrl());
    const queue = openQueue(deliveryQueueOf('email'), testRedisUrl());
    onTestFinished(async () => void (await Promise.all([emailQueue.close(), queue.close()])));
    await queue.waitUntilReady();
    await queue.obliterate();
    // The second time adds none.
    for (const _ of ['after the commit', 'by the sweep']) await emailQueue.add(emails);
    expect(await queue.getPrioritizedCount()).toBe(recipientIds.length);
    await queue.obliterate();
  }, 60_000);

  it('notifies a user once per order, also when it is reverted and set again', async () => {
    await tell();
    await tell({ status: 'PROCESSING', label: 'En Traitement' });
    await tell({ recipientIds: [2, 3, 4] });
    await tell({ orderId: 8, recipientIds: [2] });
    const rows = (await told()).map(({ targetUserId, orderId, orderStatus, deliveries }) => [
      targetUserId,
      orderId,
      orderStatus,
      deliveries.length,
    ]);
    expect(rows).toEqual([
      [2, 7, 'ARRIVED', 1],
      [2, 7, 'PROCESSING', 1],
      [2, 8, 'ARRIVED', 1],
      [3, 7, 'ARRIVED', 1],
      [3, 7, 'PROCESSING', 1],
      [4, 7, 'ARRIVED', 1],
    ]);
  });

  it('that arrives after the deletion of an account stores nothing for that user [ADM-USR-024]', async () => {
    await forget(2);
    await tell();
    expect((await told()).map(({ targetUserId }) => targetUserId)).toEqual([3]);
    expect(await notify.database.delivery.count({ where: { userId: 2 } })).toBe(0);
  });

  it('and the deletion of an account can be handled concurrently', async () => {
    for (let userId = 100; userId < 112; userId += 1) {
      const changes = [1, 2, 3].map((orderId) => tell({ orderId, recipientIds: [userId, 3] }));
      await Promise.all([...changes, forget(userId)]);
    }
    expect((await told()).map(({ targetUserId }) => targetUserId)).toEqual([3, 3, 3]);
    expect(await notify.database.delivery.count({ where: { userId: { gte: 100 } } })).toBe(0);
  });

  it('becomes visible in the order of ids, however many are handled concurrently', async () => {
    let writing = true;
    const writeMany = async (first: number) => {
      for (let orderId = first; orderId < first + 12; orderId += 1) await tell({ orderId, recipientIds: [2, 3, 4] });
    };
    const writers = Promise.all([1000, 2000, 3000, 4000, 5000].map(writeMany)).finally(() => {
      writing = false;
    });
    const seen: number[] = [];
    const look = async () => {
      const where = { id: { gt: seen.at(-1) ?? 0 } };
      const rows = await notify.database.notification.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
      seen.push(...rows.map(({ id }) => id));
    };
    while (writing) await look();
    await writers;
    await look();
    expect(seen).toHaveLength(180);
    expect(await notify.database.notification.count()).toBe(180);
  });
});

describe('an event of an order', () => {
  let events = 1000;
  const newEvent = () => {
    events += 1;
    return events;
  };
  const NEWS = { isNews: true, label: 'Nouvelles de votre colis', recipientIds: [2] };
  const toldEvents = async () => (await told()).map(({ orderEventId }) => orderEventId);

  it('notifies each time when it is news under the same status', async () => {
    const [status, first, second] = [newEvent(), newEvent(), newEvent()];
    await tell({ eventId: status, recipientIds: [2] });
    for (const eventId of [first, second]) await tell({ ...NEWS, eventId });
    expect(await told()).toMatchObject([
      { orderEventId: status, orderStatus: 'ARRIVED', deliveries: [{ state: 'PENDING' }] },
      ...[first, second].map((orderEventId) => ({
        orderEventId,
        orderStatus: null,
        deliveries: [{ state: 'PENDING' }],
      })),
    ]);
  });

  it('notifies once when it is delivered twice', async () => {
    const eventId = newEvent();
    for (const _ of [1, 2]) await tell({ ...NEWS, eventId });
    expect(await toldEvents()).toEqual([eventId]);
  });

  it('notifies once per status, although another event sets it again', async () => {
    const first = newEvent();
    for (const eventId of [first, newEvent()]) await tell({ eventId, recipientIds: [2] });
    expect(await toldEvents()).toEqual([first]);
  });

  it('leaves neither notifications nor emails when it is withdrawn', async () => {
    const [wrong, right] = [newEvent(), newEvent()];
    await tell({ eventId: wrong });
    await tell({ ...NEWS, eventId: right });
    await withdraw(wrong);
    expect(await toldEvents()).toEqual([right]);
    expect(await notify.database.delivery.count({ where: { notification: { orderEventId: wrong } } })).toBe(0);
  });

  it('notifies no user when its withdrawal arrives first', async () => {
    const eventId = newEvent();
    await withdraw(eventId);
    expect(await tell({ eventId })).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('notifies no user when its withdrawal arrives at the same moment', async () => {
    for (let round = 0; round < 12; round += 1) {
      const eventId = newEvent();
      await Promise.all([tell({ ...NEWS, eventId }), withdraw(eventId)]);
    }
    expect(await told()).toEqual([]);
  });

  it('notifies again when its status is set again after the withdrawal', async () => {
    const [wrong, again] = [newEvent(), newEvent()];
    await tell({ eventId: wrong, recipientIds: [2] });
    await withdraw(wrong);
    await tell({ eventId: again, recipientIds: [2] });
    expect(await toldEvents()).toEqual([again]);
  });

  it('has emails that wait for the delay, without a job until then', async () => {
    const before = Date.now();
    expect(await tell({ eventId: newEvent(), recipientIds: [2] }, 60_000)).toEqual([]);
    const [row] = await told();
    const dueAt = row?.deliveries[0]?.dueAt?.getTime() ?? 0;
    expect(dueAt).toBeGreaterThanOrEqual(before + 60_000);
    expect(dueAt).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('has emails that are due at once without a delay', async () => {
    const emails = await tell({ eventId: newEvent(), recipientIds: [2] }, 0);
    expect(await told()).toMatchObject([{ deliveries: [{ id: emails[0]?.id, dueAt: null }] }]);
  });

  it('is read or deleted when it is withdrawn while its recipient reads it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const eventId = newEvent();
      await tell({ ...NEWS, eventId });
      const [row] = await told();
      const request = { method: 'PATCH', url: `/api/notifications/${row?.id}/read`, payload: {} } as const;
      const [{ statusCode }] = await Promise.all([call(notify.app, request, asUser(2)), withdraw(eventId)]);
      expect([200, 404]).toContain(statusCode);
    }
  });

  it('can be withdrawn while the account of its recipient is deleted', async () => {
    for (let userId = 200; userId < 212; userId += 1) {
      const eventId = newEvent();
      await tell({ eventId, recipientIds: [userId, 3] });
      await Promise.all([withdraw(eventId), forget(userId)]);
    }
    expect(await told()).toEqual([]);
  });
});
