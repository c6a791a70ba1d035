import { randomUUID } from 'node:crypto';
import { commonOperations } from '@fasocolis/contracts/operations/common';
import type { QueueOverview } from '@fasocolis/contracts/queues';
import type { ServiceName } from '@fasocolis/contracts/services';
import { consumeEvents } from '@fasocolis/service-kit/events/consumer';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/events/outbox';
import { handle } from '@fasocolis/service-kit/http/operations';
import { createService } from '@fasocolis/service-kit/http/service';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  asAdmin,
  asUser,
  call,
  startCuttableProxy,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  TEST_PUBLIC_KEYS,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../src/app.ts';
import type { Transaction } from '../src/database.ts';
import { DeliveryQueue } from '../src/deliveries/delivery-queue.ts';
import { eventHandlers } from '../src/event-handlers.ts';
import { emptyRedis, type Notify, startNotify, testPush } from './helpers.ts';

const none = { events: 0, oldestSeconds: null };

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await emptyRedis();
  await notify.database.delivery.deleteMany();
  await notify.database.outboxEvent.deleteMany();
});
afterAll(() => notify.close());

type App = Notify['app'];

const look = (app: App = notify.app, who = asAdmin()) => call(app, { url: '/api/queues' }, who);
const overviewOf = async (app?: App) => (await look(app)).json<QueueOverview>();
const queueIn = ({ queues }: QueueOverview, name: string) => queues?.find((queue) => queue.name === name);
const retry = (queue: string, id: string, who?: Parameters<typeof call>[2]) =>
  call(notify.app, { method: 'POST', url: `/api/queues/${queue}/jobs/${id}/retry` }, who);

/** Notify with other services, or another connection to Redis, than the default ones. */
async function startOther({ services = {}, redisUrl = testRedisUrl() }: { services?: object; redisUrl?: string }) {
  const clients = Object.entries(services).map(([name, baseUrl]) => [
    name,
    new ServiceClient({
      service: name as ServiceName,
      baseUrl,
      identityKey: TEST_IDENTITY_KEYS.notify,
      timeoutMs: 500,
    }),
  ]);
  const auth = new ServiceClient({ service: 'auth', baseUrl: notify.authUrl, identityKey: TEST_IDENTITY_KEYS.notify });
  const app = await buildApp(
    {
      whatsapp: null,
      ...{ database: notify.database, auth, push: testPush(notify.authUrl) },
      ...{ services: Object.fromEntries(clients), redis: notify.redis, redisUrl, signalFeed: () => {} },
    },
    { ...TEST_APP_OPTIONS, logLevel: 'silent', publicUrl: 'https://colis.example.com', mostDevices: null },
  );
  onTestFinished(() => app.close());
  return app;
}

/** Handles notify's events until the test ends. */
function startConsumer() {
  const { database, app } = notify;
  const redisUrl = testRedisUrl();
  const emailQueue = new DeliveryQueue(redisUrl);
  const consumer = consumeEvents<Transaction>({
    service: 'notify',
    database,
    handlers: eventHandlers({
      config: { CONTACT_MAIL_PERIOD_MS: 0, ORDER_MAIL_DELAY_MS: 0 },
      queue: emailQueue,
      signalFeed: async () => {},
      planTelling: async () => {},
    }),
    redisUrl,
    log: app.log,
  });
  onTestFinished(async () => void (await Promise.all([consumer.close(), emailQueue.close()])));
}

/** Publishes an event about a user to notify's queue, with its own id like the relay. */
async function publish(userId: unknown) {
  const id = randomUUID();
  const queue = openQueue(eventQueueOf('notify'), testRedisUrl());
  await queue.waitUntilReady();
  const event = { id, name: 'user.deleted', data: { userId }, requestId: `request-${id}` };
  await queue.add(event.name, event, { jobId: id });
  await queue.close();
  return id;
}

/** A malformed event, once it has failed. */
async function failedEvent() {
  const id = await publish('nobody');
  startConsumer();
  await vi.waitFor(async () => expect((await overviewOf()).failedEvents).toHaveLength(1), 5000);
  return id;
}

describe('GET /api/queues', () => {
  it('responds with empty states when nothing is pending', async () => {
    const overview = await overviewOf();
    const jobs = { waiting: 0, active: 0, delayed: 0, failed: 0 };
    const names = ['events-orders', 'events-notify', 'events-content'];
    expect(overview.queues).toEqual(names.map((name) => ({ name, jobs, oldestSeconds: null })));
    expect(overview.failedEvents).toEqual([]);
    expect(overview.outboxes.find(({ service }) => service === 'notify')).toEqual({
      service: 'notify',
      state: { unpublished: none, unconfirmed: none },
    });
    expect(overview.emails).toEqual({
      counts: { pending: 0, sent: 0, dropped: 0, failed: 0 },
      oldestPendingSeconds: null,
      announcements: { count: 0, oldestSeconds: null },
    });
  });

  it('counts the entries of queues, outbox and emails, with the age of the oldest', async () => {
    await publish(4);
    await publish(5);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const event = { name: 'user.deleted', data: { userId: 4 } };
    await notify.database.outboxEvent.createMany({
      data: [
        { id: randomUUID(), ...event, createdAt: hourAgo },
        { id: randomUUID(), ...event },
        { id: randomUUID(), ...event, publishedAt: new Date() },
      ],
    });
    await notify.recordEmail({ createdAt: hourAgo });
    await notify.recordEmail({ state: 'FAILED', createdAt: new Date(0) });
    await notify.recordEmail({ state: 'SENT', createdAt: new Date(0) });
    const overview = await overviewOf();
    expect(queueIn(overview, 'events-notify')?.jobs).toEqual({ waiting: 2, active: 0, delayed: 0, failed: 0 });
    expect(queueIn(overview, 'events-notify')?.oldestSeconds).toBeLessThan(60);
    const own = overview.outboxes.find(({ service }) => service === 'notify')?.state;
    expect(own).toMatchObject({ unpublished: { events: 2 }, unconfirmed: { events: 1 } });
    expect(own?.unpublished.oldestSeconds).toBeGreaterThan(3599);
    expect(own?.unconfirmed.oldestSeconds).toBeLessThan(60);
    expect(overview.emails.counts).toEqual({ pending: 1, sent: 1, dropped: 0, failed: 1 });
    expect(overview.emails.oldestPendingSeconds).toBeGreaterThan(3599);
  });

  it('returns the outboxes of the other services, null for one that does not respond', async () => {
    const silent = await createService({ name: 'catalog', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });
    handle(silent, commonOperations.getOutboxState, () => new Promise<never>(() => {}));
    const orders = await createService({ name: 'orders', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });
    const some = { events: 3, oldestSeconds: 12.5 };
    handle(orders, commonOperations.getOutboxState, () => ({ unpublished: some, unconfirmed: none }));
    const [silentUrl, ordersUrl] = await Promise.all([silent.listen({ port: 0 }), orders.listen({ port: 0 })]);
    onTestFinished(async () => void (await Promise.all([silent.close(), orders.close()])));
    const app = await startOther({
      services: { orders: ordersUrl, catalog: silentUrl, content: 'http://127.0.0.1:1' },
    });
    expect((await overviewOf(app)).outboxes).toEqual([
      { service: 'orders', state: { unpublished: some, unconfirmed: none } },
      { service: 'catalog', state: null },
      { service: 'content', state: null },
      { service: 'notify', state: { unpublished: none, unconfirmed: none } },
    ]);
  });

  it('returns the rest while Redis is unavailable, and everything afterwards', async () => {
    const proxy = await startCuttableProxy(new URL(testRedisUrl()));
    onTestFinished(proxy.close);
    const app = await startOther({ redisUrl: proxy.url });
    expect((await overviewOf(app)).queues).toHaveLength(3);
    await proxy.cut();
    await notify.recordEmail({ state: 'FAILED' });
    const overview = await overviewOf(app);
    expect(overview).toMatchObject({ queues: null, failedEvents: [], emails: { counts: { failed: 1 } } });
    const url = `/api/queues/events-notify/jobs/${randomUUID()}/retry`;
    expect((await call(app, { method: 'POST', url }, asAdmin())).statusCode).toBe(503);
    await proxy.restore();
    await vi.waitFor(async () => expect((await overviewOf(app)).queues).toHaveLength(3), 10_000);
  });

  it('returns null for the queues when Redis was never available since the start', async () => {
    const app = await startOther({ redisUrl: 'redis://127.0.0.1:1' });
    const response = await look(app);
    expect([response.statusCode, response.json().queues]).toEqual([200, null]);
  });

  it('is for the administrator only', async () => {
    expect((await look(notify.app, asUser(2))).statusCode).toBe(403);
    expect((await call(notify.app, { url: '/api/queues' })).statusCode).toBe(401);
  });
});

describe('an event that cannot be parsed', () => {
  it('is listed with its reason and its request id', async () => {
    const id = await failedEvent();
    const overview = await overviewOf();
    expect(overview.failedEvents).toEqual([
      {
        id,
        queue: 'events-notify',
        name: 'user.deleted',
        reason: expect.stringContaining('userId'),
        failedAt: expect.stringMatching(/^20.*Z$/),
        requestId: `request-${id}`,
      },
    ]);
    expect(queueIn(overview, 'events-notify')).toMatchObject({ jobs: { failed: 1 }, oldestSeconds: null });
  });

  it('is retried by the administrator, and listed again when it fails again', async () => {
    const id = await failedEvent();
    const [before] = (await overviewOf()).failedEvents;
    const answer = await retry('events-notify', id, asAdmin());
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Événement remis en route' }]);
    await vi.waitFor(async () => {
      const [after] = (await overviewOf()).failedEvents;
      expect(after?.id).toBe(id);
      expect(Date.parse(after?.failedAt ?? '')).toBeGreaterThan(Date.parse(before?.failedAt ?? ''));
    }, 5000);
  });

  it('cannot be retried while it is pending, by another caller, or in a queue that has no events', async () => {
    const waiting = await publish(4);
    const refused = await retry('events-notify', waiting, asAdmin());
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Cet événement est déjà reparti']);
    const failed = await failedEvent();
    expect((await retry('events-notify', failed, asUser(2))).statusCode).toBe(403);
    expect((await retry('events-notify', failed)).statusCode).toBe(401);
    expect((await retry('emails', failed, asAdmin())).statusCode).toBe(404);
    expect((await retry('events-nobody', failed, asAdmin())).statusCode).toBe(404);
    expect((await retry('events-notify', randomUUID(), asAdmin())).statusCode).toBe(404);
    expect((await retry('events-notify', 'x', asAdmin())).statusCode).toBe(400);
  });
});
