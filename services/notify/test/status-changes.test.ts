import type { EventData } from '@fasocolis/contracts/events';
import { EMAIL_QUEUE } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forgetOrderEvent, notifyStatusChange } from '../src/notifications/status-change.ts';
import { EmailQueue } from '../src/shared/email-queue.ts';
import { forgetPerson } from '../src/shared/people.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.notification.deleteMany();
  await notify.database.deletedUser.deleteMany();
  await notify.database.withdrawnOrderEvent.deleteMany();
});
afterAll(() => notify.close());

type StatusChange = EventData<'order.status-changed'>;
const CHANGE: StatusChange = {
  orderId: 7,
  reference: 'FC-ABCD1234',
  status: 'ARRIVED',
  label: 'Arrivée au Burkina',
  note: 'En douane',
  occurredAt: '2026-11-20T12:00:00.000Z',
  recipientIds: [2, 3],
};
const tell = (change: Partial<StatusChange> = {}, mailDelayMs = 0) =>
  notify.database.$transaction((transaction) =>
    notifyStatusChange(transaction, { ...CHANGE, ...change }, { requestId: 'request-1', mailDelayMs }),
  );
const withdraw = (eventId: number) =>
  notify.database.$transaction((transaction) => forgetOrderEvent(transaction, { orderId: CHANGE.orderId, eventId }));
const forget = (userId: number) => notify.database.$transaction((transaction) => forgetPerson(transaction, userId));
const told = () =>
  notify.database.notification.findMany({
    include: { emails: true },
    orderBy: [{ targetUserId: 'asc' }, { id: 'asc' }],
  });

describe('a new status of a parcel', () => {
  it('is told to each recipient, with its label, reference and note, in the app and by mail', async () => {
    await tell();
    expect(await told()).toMatchObject(
      [2, 3].map((userId) => ({
        targetUserId: userId,
        title: 'Arrivée au Burkina',
        body: 'FC-ABCD1234 : En douane',
        orderId: 7,
        emails: [{ kind: 'order-status', userId, state: 'PENDING', requestId: 'request-1' }],
      })),
    );
  });

  it('is told by the reference alone when nothing was written', async () => {
    await tell({ note: null, recipientIds: [2] });
    expect(await told()).toMatchObject([{ body: 'FC-ABCD1234' }]);
  });

  it('is told to nobody when nobody is to be told', async () => {
    await tell({ recipientIds: [] });
    expect(await told()).toEqual([]);
  });

  it('reaches five thousand recipients, with a job for each mail', async () => {
    const recipientIds = Array.from({ length: 5000 }, (_, index) => 1000 + index);
    const emails = await tell({ recipientIds });
    expect(await notify.database.notification.count()).toBe(recipientIds.length);
    expect(await notify.database.emailDelivery.count({ where: { notificationId: { not: null } } })).toBe(emails.length);
    expect(emails).toHaveLength(recipientIds.length);
    const emailQueue = new EmailQueue(testRedisUrl());
    const queue = openQueue(EMAIL_QUEUE, testRedisUrl());
    onTestFinished(async () => void (await Promise.all([emailQueue.close(), queue.close()])));
    await queue.waitUntilReady();
    await queue.obliterate();
    // The second time adds none.
    for (const _ of ['after the commit', 'by the sweep']) await emailQueue.add(emails);
    expect(await queue.getPrioritizedCount()).toBe(recipientIds.length);
    await queue.obliterate();
  }, 60_000);

  it('is told once per person and parcel, also when it was left and set again', async () => {
    await tell();
    await tell({ status: 'PROCESSING', label: 'En Traitement' });
    await tell({ recipientIds: [2, 3, 4] });
    await tell({ orderId: 8, recipientIds: [2] });
    const rows = (await told()).map(({ targetUserId, orderId, orderStatus, emails }) => [
      targetUserId,
      orderId,
      orderStatus,
      emails.length,
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

  it('that comes after the end of an account leaves nothing of that person [ADM-USR-024]', async () => {
    await forget(2);
    await tell();
    expect((await told()).map(({ targetUserId }) => targetUserId)).toEqual([3]);
    expect(await notify.database.emailDelivery.count({ where: { userId: 2 } })).toBe(0);
  });

  it('and the end of an account may come at the same moment', async () => {
    for (let userId = 100; userId < 112; userId += 1) {
      const changes = [1, 2, 3].map((orderId) => tell({ orderId, recipientIds: [userId, 3] }));
      await Promise.all([...changes, forget(userId)]);
    }
    expect((await told()).map(({ targetUserId }) => targetUserId)).toEqual([3, 3, 3]);
    expect(await notify.database.emailDelivery.count({ where: { userId: { gte: 100 } } })).toBe(0);
  });

  it('becomes visible in the order of its ids, however many are told at once', async () => {
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

describe('news of a parcel under the same status', () => {
  it('are told each time', async () => {
    for (const eventId of [11, 12]) await tell({ eventId, isNews: true, label: 'Nouvelles', recipientIds: [2] });
    expect(await told()).toMatchObject([{ title: 'Nouvelles' }, { title: 'Nouvelles' }]);
  });

  it('are told once per event, however often it arrives', async () => {
    for (let time = 0; time < 2; time += 1) await tell({ eventId: 11, isNews: true, recipientIds: [2] });
    expect(await told()).toHaveLength(1);
  });
});

describe('mails about orders', () => {
  it('wait as long as an event may be withdrawn, and have no job until then', async () => {
    const before = Date.now();
    expect(await tell({ recipientIds: [2] }, 60_000)).toEqual([]);
    const [email] = (await told()).flatMap(({ emails }) => emails);
    expect(email?.dueAt?.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  });
});

describe('a withdrawn event', () => {
  it('takes back its notifications and mails, and no others', async () => {
    await tell({ eventId: 11 });
    await tell({ eventId: 12, isNews: true, label: 'Nouvelles', recipientIds: [2] });
    await withdraw(11);
    expect(await told()).toMatchObject([{ title: 'Nouvelles', emails: [{ userId: 2 }] }]);
  });

  it('is not told when it arrives after its withdrawal', async () => {
    await withdraw(11);
    expect(await tell({ eventId: 11 })).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('is not told when it arrives together with its withdrawal', async () => {
    for (let round = 0; round < 10; round += 1) {
      const eventId = 100 + round;
      await Promise.all([tell({ eventId, isNews: true }), withdraw(eventId)]);
    }
    expect(await told()).toEqual([]);
  });

  it('lets the same status be told again', async () => {
    await tell({ eventId: 11, recipientIds: [2] });
    await withdraw(11);
    await tell({ eventId: 13, recipientIds: [2] });
    expect(await told()).toMatchObject([{ orderEventId: 13 }]);
  });
});
