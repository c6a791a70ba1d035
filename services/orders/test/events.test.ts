import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { blockingConnection } from '@fasocolis/service-kit/data/redis';
import { consumeEvents, type EventHandlers } from '@fasocolis/service-kit/events/consumer';
import { emit, eventQueueOf, OutboxRelay, openQueue, QUEUE_PREFIX } from '@fasocolis/service-kit/events/outbox';
import { startCuttableProxy, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { type Queue, Worker } from 'bullmq';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transaction } from '../src/database.ts';
import { eventHandlers } from '../src/event-handlers.ts';
import { type Orders, startOrders } from './helpers.ts';

const log = pino({ level: 'silent' });
const redisUrl = testRedisUrl();
let orders: Orders;
let queue: Queue;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  orders = await startOrders();
});
beforeEach(async () => {
  queue = openQueue(eventQueueOf('orders'), redisUrl);
  await queue.waitUntilReady();
  await queue.obliterate({ force: true });
  await orders.database.outboxEvent.deleteMany();
  startOtherSubscribers();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await queue.close();
});
afterAll(() => orders.close());

function startRelay(url = redisUrl) {
  const relay = new OutboxRelay({ databaseUrl: orders.databaseUrl, redisUrl: url, log });
  closing.push(() => relay.close());
}

/** The other subscribers of these events: complete each job. */
function startOtherSubscribers() {
  for (const name of ['notify', 'content'] as const) {
    const worker = new Worker(eventQueueOf(name), async () => {}, {
      prefix: QUEUE_PREFIX,
      connection: blockingConnection(redisUrl),
    });
    closing.push(() => worker.close());
  }
}

function startConsumer(replaced: EventHandlers<Transaction> = {}) {
  const { database } = orders;
  const handlers = { ...eventHandlers, ...replaced };
  const worker = consumeEvents<Transaction>({ service: 'orders', database, handlers, redisUrl, log });
  closing.push(() => worker.close());
  return worker;
}

/** Each effect inserts a row, so that a repeated effect is detected. */
async function leaveTrace(transaction: Transaction, { userId }: { userId: number }): Promise<void> {
  await transaction.seed.create({ data: { name: `user ${userId} ${randomUUID()}` } });
}
const tracesOf = (userId: number) => orders.database.seed.count({ where: { name: { startsWith: `user ${userId} ` } } });

const deleteUsers = (...userIds: number[]) =>
  orders.database.$transaction(
    async (transaction) => {
      for (const userId of userIds) await emit(transaction, 'user.deleted', { userId });
    },
    { timeout: 15_000 },
  );

let people = Date.now() % 1_000_000_000;
/** New ids for each attempt, so that rows of an earlier test do not count. */
const newPeople = (count: number) => Array.from({ length: count }, () => people++);
const outboxSize = () => orders.database.outboxEvent.count();

describe('events', () => {
  it('apply the deletion of an account to orders, saved orders and histories', async () => {
    const order = await orders.createOrder({ userId: 2 });
    await orders.database.savedOrder.createMany({ data: [2, 3].map((userId) => ({ userId, orderId: order.id })) });
    startRelay();
    startConsumer();
    await deleteUsers(2);
    const { id } = order;
    await vi.waitFor(
      async () => expect(await orders.database.order.findUnique({ where: { id } })).toMatchObject({ userId: null }),
      5000,
    );
    expect(await orders.database.savedOrder.findMany({ where: { orderId: id } })).toMatchObject([{ userId: 3 }]);
    await vi.waitFor(async () => expect(await outboxSize()).toBe(0), 5000);
  });

  it('are rolled back with the transaction that emitted them', async () => {
    const before = await outboxSize();
    const failing = orders.database.$transaction(async (transaction) => {
      await emit(transaction, 'user.deleted', { userId: 10 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await outboxSize()).toBe(before);
  });

  it('take effect once although they are delivered again after their job was deleted', async () => {
    const [user = 0] = newPeople(1);
    const event = { id: randomUUID(), name: 'user.deleted', data: { userId: user } };
    let handled = 0;
    const worker = startConsumer({ 'user.deleted': leaveTrace });
    worker.on('completed', () => {
      handled += 1;
    });
    await queue.add(event.name, event, { jobId: 'first-delivery' });
    await queue.add(event.name, event, { jobId: 'second-delivery' });
    await vi.waitFor(() => expect(handled).toBe(2), 5000);
    expect(await tracesOf(user)).toBe(1);
  });

  it('are retried until their handler succeeds, and a failed attempt has no effect', async () => {
    let tries = 0;
    startConsumer({
      'user.deleted': async (transaction, data) => {
        await leaveTrace(transaction, data);
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      },
    });
    startRelay();
    const [user = 0] = newPeople(1);
    await deleteUsers(user);
    await vi.waitFor(() => expect(tries).toBe(3), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await tracesOf(user)).toBe(1), 5000);
  });

  it('stay in the outbox until every subscriber has confirmed them, and are published again when Redis loses them', async () => {
    startRelay();
    const users = newPeople(250);
    await deleteUsers(...users);
    const inQueue = () => queue.getWaitingCount();
    await vi.waitFor(async () => expect(await inQueue()).toBe(users.length), 10_000);
    expect(await outboxSize()).toBe(users.length);
    await queue.obliterate({ force: true });
    await vi.waitFor(async () => expect(await inQueue()).toBe(users.length), 10_000);
    startConsumer({ 'user.deleted': leaveTrace });
    await vi.waitFor(async () => expect(await outboxSize()).toBe(0), { timeout: 20_000 });
    expect(await Promise.all(users.map(tracesOf))).toEqual(users.map(() => 1));
  }, 60_000);

  it('that are malformed are kept as failed and not retried', async () => {
    startConsumer();
    await queue.add('user.deleted', { id: randomUUID(), name: 'user.deleted', data: { userId: 'x' } });
    await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(1), 5000);
    const [job] = await queue.getFailed();
    expect(job?.attemptsMade).toBe(1);
  });

  it('are published once by two relays on one database', async () => {
    startRelay();
    startRelay();
    startConsumer({ 'user.deleted': leaveTrace });
    const users = newPeople(150);
    await deleteUsers(...users);
    const unfinished = async () => (await outboxSize()) + (await queue.getJobCountByTypes('wait', 'active', 'delayed'));
    await vi.waitFor(async () => expect(await unfinished()).toBe(0), { timeout: 40_000, interval: 100 });
    expect(await Promise.all(users.map(tracesOf))).toEqual(users.map(() => 1));
  }, 60_000);

  it('stay in the outbox while Redis is unavailable, and are published afterwards', async () => {
    const proxy = await startCuttableProxy(new URL(redisUrl));
    closing.push(proxy.close);
    startRelay(proxy.url);
    startConsumer({ 'user.deleted': leaveTrace });
    await proxy.cut();
    const [user = 0] = newPeople(1);
    await deleteUsers(user);
    await expect(vi.waitFor(async () => expect(await outboxSize()).toBe(0), 1500)).rejects.toThrow(
      'expected 1 to be +0',
    );
    await proxy.restore();
    await vi.waitFor(async () => expect(await tracesOf(user)).toBe(1), { timeout: 15_000 });
    await vi.waitFor(async () => expect(await outboxSize()).toBe(0), 5000);
  });

  it('all take effect although the service is killed while it handles them', async () => {
    const users = newPeople(300);
    await orders.database.order.createMany({
      data: users.map((userId) => ({
        reference: `KILL-${userId}`,
        referenceKey: `KILL${userId}`,
        status: 'ARRIVED',
        userId,
      })),
    });
    const left = () => orders.database.order.count({ where: { userId: { in: users } } });
    await deleteUsers(...users);

    const first = startService();
    await vi.waitFor(async () => expect(await left()).toBeLessThan(users.length), { timeout: 15_000, interval: 5 });
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(await left()).toBeGreaterThan(0);

    startService();
    // The job of a killed process is processed again, and confirmed, when its lock has expired.
    const remaining = async () => ({ orders: await left(), events: await outboxSize() });
    await vi.waitFor(async () => expect(await remaining()).toEqual({ orders: 0, events: 0 }), {
      timeout: 40_000,
      interval: 100,
    });
  }, 60_000);
});

function startService(): ChildProcess {
  const service = spawn(process.execPath, [join(import.meta.dirname, '../src/server.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: orders.databaseUrl,
      REDIS_URL: redisUrl,
      ...testIdentityVariables('orders'),
      AUTH_URL: 'http://127.0.0.1:1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'inherit',
  });
  closing.push(async () => {
    if (service.exitCode !== null || service.signalCode !== null) return;
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  return service;
}
