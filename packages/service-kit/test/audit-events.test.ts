import { RecordedAuditSchema } from '@fasocolis/contracts/audit';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { connectRedis } from '../src/data/redis.ts';
import { AUDIT_LIST, AuditEvents } from '../src/ops/audit-events.ts';
import { startCuttableProxy, testRedisUrl } from '../src/testing/harness.ts';

const server = new Redis(testRedisUrl());
beforeEach(async () => {
  await server.del(AUDIT_LIST);
});

/** The events that were sent, oldest first. */
const sent = async () =>
  (await server.lrange(AUDIT_LIST, 0, -1)).map((entry) => z.parse(RecordedAuditSchema, JSON.parse(entry)));

const observed = {
  service: 'gateway',
  userId: null,
  action: 'gateway',
  outcome: 'refused' as const,
  status: 429,
  target: 'GET /api/orders/FC-1',
  address: '203.0.113.0/24',
  requestId: 'r1',
};

async function open(url = testRedisUrl()) {
  const redis = connectRedis(url);
  onTestFinished(() => redis.disconnect());
  await vi.waitFor(() => expect(redis.status).toBe('ready'));
  return { redis, events: new AuditEvents(redis) };
}

describe('the audit events of a process', () => {
  it('are sent at once, each with a key of its own', async () => {
    const { events } = await open();
    events.record({ ...observed, outcome: 'failure', status: 401 });
    events.record({ ...observed, outcome: 'failure', status: 401 });
    await vi.waitFor(async () => expect(await sent()).toHaveLength(2));
    expect(new Set((await sent()).map(({ key }) => key)).size).toBe(2);
    await events.close();
  });

  it('are two for a flood of refusals of one caller: the first, and the number of the others', async () => {
    const { events } = await open();
    for (let times = 0; times < 500; times += 1) events.record(observed);
    events.record({ ...observed, address: '198.51.100.0/24' });
    await events.close();
    expect((await sent()).map(({ address, count }) => [address, count])).toEqual([
      ['203.0.113.0/24', 1],
      ['198.51.100.0/24', 1],
      ['203.0.113.0/24', 499],
    ]);
  });

  it('are bounded when thousands of callers are refused', async () => {
    const { events } = await open();
    for (let caller = 0; caller < 5000; caller += 1) events.record({ ...observed, address: `caller ${caller}` });
    await events.close();
    const all = await sent();
    expect(all.length).toBeLessThan(600);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  });

  it('wait while Redis is away, and are sent once when it is back', async () => {
    const proxy = await startCuttableProxy(new URL(testRedisUrl()));
    onTestFinished(proxy.close);
    const { events } = await open(proxy.url);
    await proxy.cut();
    events.record({ ...observed, outcome: 'success', requestId: 'while away' });
    await proxy.restore();
    await vi.waitFor(async () => expect((await sent()).map(({ requestId }) => requestId)).toEqual(['while away']), {
      timeout: 15_000,
      interval: 100,
    });
    await events.close();
    expect(await sent()).toHaveLength(1);
  });
});
