import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { asUser, call, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deleteAccount } from '../src/audience/accounts.ts';
import { notifyAudience } from '../src/audience/notify-audience.ts';
import { withdrawFromAudience } from '../src/audience/withdraw.ts';
import { DeliveryQueue } from '../src/deliveries/delivery-queue.ts';
import { extensionBy, type Notify, startNotify, type TestChange } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.notification.deleteMany();
  await notify.database.deletedUser.deleteMany();
});
afterAll(() => notify.close());

const CHANGE: TestChange = {
  ...{ orderId: 7, eventId: 1, reference: 'FC-ABCD1234', status: 'ARRIVED', title: 'Arrivée au Burkina' },
  ...{ note: 'En douane', occurredAt: '2026-11-20T12:00:00.000Z', ownerId: 2, saverIds: [3] },
};
/** To one user alone. */
const ONE = { ownerId: 2, saverIds: [] };
const tell = (change: Partial<TestChange> = {}, dueAt: Date | null = null) =>
  notify.database.$transaction((transaction) =>
    notifyAudience(transaction, extensionBy({ ...CHANGE, ...change }), { requestId: 'request-1', dueAt }),
  );
const withdraw = (eventId: number) =>
  notify.database.$transaction((transaction) =>
    withdrawFromAudience(transaction, { orders: [{ orderId: 7, eventId }], correction: null }, 'request-2'),
  );
const forget = (userId: number) => notify.database.$transaction((transaction) => deleteAccount(transaction, userId));
const told = () =>
  notify.database.notification.findMany({
    include: { deliveries: true, orders: true },
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
        orders: [{ orderId: 7, eventId: 1 }],
        deliveries: [{ kind: 'order-status', userId, state: 'PENDING', requestId: 'request-1' }],
      })),
    );
  });

  it('has a message with the reference only when there is no note', async () => {
    await tell({ note: null, ...ONE });
    expect(await told()).toMatchObject([{ body: 'FC-ABCD1234' }]);
  });

  it('notifies no user without recipients', async () => {
    await tell({ ownerId: null, saverIds: [] });
    expect(await told()).toEqual([]);
  });

  it('notifies five thousand recipients, with a job for each email', async () => {
    const recipientIds = Array.from({ length: 5000 }, (_, index) => 1000 + index);
    const emails = await tell({ ownerId: null, saverIds: recipientIds });
    expect(await notify.database.notification.count()).toBe(recipientIds.length);
    expect(await notify.database.delivery.count({ where: { notificationId: { not: null } } })).toBe(emails.length);
    expect(emails).toHaveLength(recipientIds.length);
    const emailQueue = new DeliveryQueue(testRedisUrl());
    const queue = openQueue(deliveryQueueOf('email'), testRedisUrl());
    onTestFinished(async () => void (await Promise.all([emailQueue.close(), queue.close()])));
    await queue.waitUntilReady();
    // A worker that another test has killed may have left a job.
    await queue.obliterate({ force: true });
    // The second time adds none.
    for (const _ of ['after the commit', 'by the sweep']) await emailQueue.add(emails);
    expect(await queue.getPrioritizedCount()).toBe(recipientIds.length);
    await queue.obliterate();
  }, 60_000);

  it('notifies a user once per order, also when it is reverted and set again', async () => {
    await tell();
    await tell({ status: 'PROCESSING', title: 'En Traitement' });
    await tell({ saverIds: [3, 4] });
    await tell({ orderId: 8, ...ONE });
    const rows = (await told()).map(({ targetUserId, orders: [order], deliveries }) => [
      targetUserId,
      order?.orderId,
      order?.status,
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
      const changes = [1, 2, 3].map((orderId) => tell({ orderId, saverIds: [userId, 3], ownerId: null }));
      await Promise.all([...changes, forget(userId)]);
    }
    expect((await told()).map(({ targetUserId }) => targetUserId)).toEqual([3, 3, 3]);
    expect(await notify.database.delivery.count({ where: { userId: { gte: 100 } } })).toBe(0);
  });

  it('becomes visible in the order of ids, however many are handled concurrently', async () => {
    let writing = true;
    const writeMany = async (first: number) => {
      for (let orderId = first; orderId < first + 12; orderId += 1) await tell({ orderId, saverIds: [3, 4] });
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
  const NEWS: Partial<TestChange> = { cause: 'news', title: 'Nouvelles de votre colis', ...ONE };
  const toldEvents = async () => (await told()).flatMap(({ orders }) => orders.map(({ eventId }) => eventId));

  it('notifies each time when it is news under the same status', async () => {
    const [status, first, second] = [newEvent(), newEvent(), newEvent()];
    await tell({ eventId: status, ...ONE });
    for (const eventId of [first, second]) await tell({ ...NEWS, eventId });
    expect(await told()).toMatchObject([
      { cause: 'status', orders: [{ eventId: status }], deliveries: [{ state: 'PENDING' }] },
      ...[first, second].map((eventId) => ({
        ...{ cause: 'news', orders: [{ eventId }], deliveries: [{ state: 'PENDING' }] },
      })),
    ]);
  });

  it('notifies once per status, although another event sets it again', async () => {
    const first = newEvent();
    for (const eventId of [first, newEvent()]) await tell({ eventId, ...ONE });
    expect(await toldEvents()).toEqual([first]);
  });

  it('leaves neither notifications nor emails when it is withdrawn', async () => {
    const [wrong, right] = [newEvent(), newEvent()];
    await tell({ eventId: wrong });
    await tell({ ...NEWS, eventId: right });
    await withdraw(wrong);
    expect(await toldEvents()).toEqual([right]);
    expect(
      await notify.database.delivery.count({ where: { notification: { orders: { some: { eventId: wrong } } } } }),
    ).toBe(0);
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
    await tell({ eventId: wrong, ...ONE });
    await withdraw(wrong);
    await tell({ eventId: again, ...ONE });
    expect(await toldEvents()).toEqual([again]);
  });

  it('has emails that wait for the delay, without a job until then', async () => {
    const dueAt = new Date(Date.now() + 60_000);
    expect(await tell({ eventId: newEvent(), ...ONE }, dueAt)).toEqual([]);
    expect(await told()).toMatchObject([{ deliveries: [{ dueAt }] }]);
  });

  it('has emails that are due at once without a delay', async () => {
    const emails = await tell({ eventId: newEvent(), ...ONE });
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
      await tell({ eventId, ownerId: userId, saverIds: [3] });
      await Promise.all([withdraw(eventId), forget(userId)]);
    }
    expect(await told()).toEqual([]);
  });
});
