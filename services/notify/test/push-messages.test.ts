import { asAdmin, asUser, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import type { TestPhone, TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeliveryWorker } from './delivery-worker.ts';
import {
  emptyRedis,
  extensionBy,
  extensionOf,
  type Notify,
  publish,
  startNotify,
  type TestChange,
  until,
} from './helpers.ts';
import { startTrustedPushService, subscribe } from './push-helpers.ts';

let notify: Notify;
let service: TestPushService;
beforeAll(async () => {
  const trusted = await startTrustedPushService();
  service = trusted.service;
  notify = await startNotify(trusted);
});
beforeEach(async () => {
  await emptyRedis();
  service.respond = async () => ({ status: 201 });
  await notify.database.delivery.deleteMany();
});
afterAll(() => Promise.all([notify.close(), service.close()]));

const startWorker = (env: Record<string, string> = {}, now?: () => Date) =>
  startDeliveryWorker({ notify, authUrl: notify.authUrl, smtpUrl: 'smtp://127.0.0.1:9', env, ...(now && { now }) });

const newId = countFrom(1000);

/** A status change of a new order, as emitted by orders. */
function changeOf(data: Partial<TestChange> = {}): TestChange {
  const orderId = newId();
  return {
    ...{ orderId, eventId: newId(), reference: `FC-${orderId}`, status: 'IN_TRANSIT', title: 'En Transit' },
    ...data,
  };
}
const extend = (change: TestChange) => publish('order.history-extended', extensionBy(change));

async function follower(...orderIds: number[]): Promise<TestPhone> {
  const phone = service.addPhone();
  await subscribe(notify, phone, { orderIds });
  return phone;
}
async function phoneOf(userId: number): Promise<TestPhone> {
  const phone = service.addPhone();
  await subscribe(notify, phone, { userId });
  return phone;
}
const untilReceived = (phone: TestPhone, count = 1) => until(() => expect(phone.received).toHaveLength(count));
const deliveriesTo = ({ subscription: { endpoint } }: TestPhone) =>
  notify.database.delivery.findMany({ where: { device: { endpoint } } });
const untilState = (phone: TestPhone, expected: object) =>
  until(async () => expect(await deliveriesTo(phone)).toMatchObject([expected]));
const isStored = async ({ subscription: { endpoint } }: TestPhone) =>
  (await notify.database.pushDevice.count({ where: { endpoint } })) > 0;
describe('a push message', () => {
  it('says status, reference and update, opens the parcel, and stays three days with high urgency [PUSH-002]', async () => {
    await startWorker();
    const change = changeOf({ note: 'Le colis a quitté Guangzhou' });
    const phone = await follower(change.orderId);
    await extend(change);
    await untilReceived(phone);
    const [{ message, headers } = { message: null, headers: {} }] = phone.received;
    expect(message).toEqual({
      title: 'En Transit',
      body: `${change.reference} : Le colis a quitté Guangzhou`,
      path: `/c/${change.reference}`,
      tag: headers.topic,
    });
    expect(headers).toMatchObject({ ttl: String(3 * 24 * 3600), urgency: 'high' });
  });

  it('says what is true of the parcel when it is sent [CARD-001]', async () => {
    await startWorker();
    const change = changeOf({ note: 'Le colis est arrivé' });
    const phone = await follower(change.orderId);
    notify.addLine(change.orderId, 'À retirer\u00a0: Ouagadougou.');
    await extend(change);
    await untilReceived(phone);
    const body = `${change.reference} : Le colis est arrivé\nÀ retirer\u00a0: Ouagadougou.`;
    expect(phone.received[0]?.message).toMatchObject({ body });
  });

  it('has the Topic of the former one about the same parcel, and another one for another parcel [PUSH-002]', async () => {
    await startWorker();
    const [first, other] = [changeOf(), changeOf()];
    const phone = await follower(first.orderId, other.orderId);
    await extend(first);
    await untilReceived(phone, 1);
    // A new date of delivery is news under the same status.
    await extend({ ...first, eventId: newId(), cause: 'news', title: 'Nouvelle date' });
    await untilReceived(phone, 2);
    await extend(other);
    await untilReceived(phone, 3);
    const [a, b, c] = phone.received.map(({ headers }) => headers.topic);
    expect(b).toBe(a);
    expect(c).not.toBe(a);
  });

  it('tells all devices of an account of its orders, and a device that also follows the order once', async () => {
    await startWorker();
    const userId = newId();
    const change = changeOf({ ownerId: userId });
    const phones = [await phoneOf(userId), service.addPhone()];
    await subscribe(notify, phones[1] as TestPhone, { userId, orderIds: [change.orderId] });
    const stranger = await phoneOf(newId());
    await extend(change);
    await untilReceived(phones[0] as TestPhone);
    const states = async () => (await deliveriesTo(phones[1] as TestPhone)).map(({ state }) => state).toSorted();
    await until(async () => expect(await states()).toEqual(['DROPPED', 'SENT']));
    expect([...phones, stranger].map(({ received }) => received.length)).toEqual([1, 1, 0]);
  });

  it('of a milestone names all orders of an account without their codes, and those that a device follows [PUSH-002] [CONS-006]', async () => {
    await startWorker();
    const userId = newId();
    const [first, second] = [newId(), newId()];
    const orders = [first, second].map((orderId) => ({ orderId, eventId: newId(), reference: `FC-${orderId}` }));
    const [own, both, one] = [await phoneOf(userId), await follower(first, second), await follower(second)];
    const owned = orders.map((order) => ({ ...order, ownerId: userId, pickupCode: '123456' }));
    await publish('order.history-extended', extensionOf(owned));
    for (const phone of [own, both, one]) await untilReceived(phone);
    const body = `2 colis : ${orders.map(({ reference }) => reference).join(', ')}`;
    const title = 'Arrivé au port, Lomé';
    expect(own.received).toMatchObject([{ message: { title, body, path: '/notifications' } }]);
    expect(both.received).toMatchObject([{ message: { title, body, path: '/' } }]);
    expect(one.received).toMatchObject([{ message: { title, body: `FC-${second}`, path: `/c/FC-${second}` } }]);
  });

  it('is not sent when its event is withdrawn before it is due', async () => {
    await startWorker({ ORDER_MAIL_DELAY_MS: '60000' });
    const change = changeOf();
    const phone = await follower(change.orderId);
    await extend(change);
    await untilState(phone, { state: 'PENDING' });
    await publish('order.history-withdrawn', { orders: [change], correction: null });
    await vi.waitFor(async () => expect(await deliveriesTo(phone)).toEqual([]), 5000);
  });

  it('is corrected once with all orders for a device that got it [HIST-006]', async () => {
    await startWorker();
    const orders = [newId(), newId()].map((orderId) => ({ orderId, eventId: newId(), reference: `FC-${orderId}` }));
    const phone = await follower(...orders.map(({ orderId }) => orderId));
    await publish('order.history-extended', extensionOf(orders));
    await untilState(phone, { state: 'SENT' });
    const correction = 'Arrivé au port annulé. Mauvais navire';
    await publish('order.history-withdrawn', { orders, correction });
    await untilReceived(phone, 2);
    const body = `${orders.map(({ reference }) => reference).join(', ')} : ${correction}`;
    expect(phone.received.at(-1)).toMatchObject({ message: { title: 'Correction', body } });
    expect(phone.received[1]?.headers.topic).toBe(phone.received[0]?.headers.topic);
  });

  it('carries what the administrator sends to all to the devices of accounts alone', async () => {
    await startWorker();
    const [own, follows] = [await phoneOf(newId()), await follower(newId())];
    const payload = { title: 'Congés', body: `${'Nous fermons lundi. '.repeat(200)}`, isGlobal: true };
    const sent = await call(notify.app, { method: 'POST', url: '/api/notifications', payload }, asAdmin());
    expect(sent.statusCode).toBe(201);
    await untilReceived(own);
    expect(own.received).toMatchObject([{ message: { title: 'Congés', path: '/notifications' } }]);
    expect(follows.received).toEqual([]);
  });
});

describe('a push service that', () => {
  it.each([404, 410])('responds with %s ends the subscription [PUSH-003]', async (status) => {
    await startWorker();
    const change = changeOf();
    const phone = await follower(change.orderId);
    service.respond = async () => ({ status });
    await extend(change);
    await vi.waitFor(async () => expect(await isStored(phone)).toBe(false), 10_000);
    expect(await deliveriesTo(phone)).toEqual([]);
  });

  it('says that a subscription is gone keeps the one that the browser has replaced it with meanwhile', async () => {
    await startWorker();
    const change = changeOf();
    const [phone, next] = [await follower(change.orderId), service.addPhone()];
    const { endpoint } = next.subscription;
    service.respond = async () => {
      const former = phone.subscription.endpoint;
      await notify.database.pushDevice.updateMany({ where: { endpoint: former }, data: { endpoint } });
      return { status: 410 };
    };
    await extend(change);
    await untilState(next, { state: 'DROPPED' });
    expect(await isStored(next)).toBe(true);
  });

  it.each([429, 503])('responds with %s gets the message when its Retry-After is over [PUSH-003]', async (status) => {
    await startWorker();
    const change = changeOf();
    const phone = await follower(change.orderId);
    const times: number[] = [];
    service.respond = async () => {
      times.push(Date.now());
      return times.length === 1 ? { status, headers: { 'retry-after': '1' } } : { status: 201 };
    };
    await extend(change);
    await untilState(phone, { state: 'SENT', attempts: 2, lastError: null });
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(1000);
  });

  it('does not respond gets the message again with back-off [PUSH-003]', async () => {
    await startWorker({ MAIL_TIMEOUT_MS: '1000' });
    const change = changeOf();
    const phone = await follower(change.orderId);
    let tries = 0;
    service.respond = async () => {
      tries += 1;
      if (tries < 3) await new Promise(() => {});
      return { status: 201 };
    };
    await extend(change);
    await untilState(phone, { state: 'SENT', attempts: 3 });
    expect(tries).toBe(3);
  });

  it('fails for one of many phones of a job gets that message again, and no other [PUSH-003]', async () => {
    await startWorker();
    const change = changeOf();
    const phones: TestPhone[] = [];
    for (let count = 0; count < 5; count += 1) phones.push(await follower(change.orderId));
    let tries = 0;
    service.respond = async () => {
      tries += 1;
      return { status: tries === 3 ? 500 : 201 };
    };
    await extend(change);
    for (const phone of phones) await untilState(phone, { state: 'SENT', lastError: null });
    const deliveries = (await Promise.all(phones.map(deliveriesTo))).flat();
    expect(new Set(deliveries.map(({ jobId }) => jobId)).size).toBe(1);
    expect(deliveries.filter(({ attempts }) => attempts > 1)).toHaveLength(1);
    expect(tries).toBe(phones.length + 1);
  });

  it('refuses a message for good is a failure in the back office, and gets it again from there [PUSH-003]', async () => {
    await startWorker();
    const change = changeOf();
    const phone = await follower(change.orderId);
    service.respond = async () => ({ status: 413 });
    await extend(change);
    await untilState(phone, { state: 'FAILED' });
    const [{ id } = { id: '' }] = await deliveriesTo(phone);
    const list = await call(notify.app, { url: `/api/email-deliveries?filter={"id":"${id}"}` }, asAdmin());
    expect(list.json()).toMatchObject([
      { channel: 'push', recipient: new URL(service.url).host, lastError: 'The push service responded with 413' },
    ]);
    service.respond = async () => ({ status: 201 });
    await call(notify.app, { method: 'POST', url: `/api/email-deliveries/${id}/retry` }, asAdmin());
    await untilReceived(phone);
  });
});

describe('in the quiet hours', () => {
  it('a push message waits until they end; the site shows the notification at once [PUSH-006]', async () => {
    let now = new Date('2026-03-05T21:00:00Z');
    const { requests } = service;
    await startWorker({ QUIET_HOURS: '21:00-07:00' }, () => now);
    const userId = newId();
    const phone = await phoneOf(userId);
    const change = changeOf({ ownerId: userId });
    await extend(change);
    await untilState(phone, {
      channel: 'push',
      state: 'PENDING',
      attempts: 0,
      dueAt: new Date('2026-03-06T07:00:00Z'),
    });
    const list = await call(notify.app, { url: `/api/notifications/user/${userId}` }, asUser(userId));
    expect(list.json()).toContainEqual(expect.objectContaining({ body: change.reference }));
    expect(service.requests).toBe(requests);
    now = new Date('2026-03-06T07:00:00Z');
    await untilReceived(phone);
  });
});
