import { once } from 'node:events';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RecipientLanes } from '../src/deliveries/recipient-lanes.ts';
import { HostSlots, NoResponse, Resting } from '../src/push/host-slots.ts';
import { PushRefusal } from '../src/push/push-refusal.ts';
import { emptyRedis } from './helpers.ts';

const MINUTE_MS = 60_000;

let redis: Redis;
beforeAll(async () => {
  redis = connectRedis(testRedisUrl());
  await once(redis, 'ready');
});
beforeEach(emptyRedis);
afterAll(() => redis.disconnect());

let hosts = 0;
const newHost = () => {
  hosts += 1;
  return `push${hosts}.example.com`;
};
const silent = async (): Promise<boolean> => {
  throw new NoResponse();
};
const respondWith = async () => true;
const refusal = (statusCode: number) => new PushRefusal({ statusCode, headers: {} } as never);

/** A worker whose clock is shifted by hand. */
function workerAt(clock = { now: Date.now() }) {
  return { clock, slots: new HostSlots(redis, () => clock.now) };
}

/** Keeps a host from responding until it rests. @returns the end of the rest, in milliseconds from now */
async function exhaust({ clock, slots }: ReturnType<typeof workerAt>, host: string): Promise<number> {
  for (let count = 0; count < 3; count += 1) await expect(slots.run(host, silent)).rejects.toThrow(NoResponse);
  return ((await slots.restingUntil(host))?.getTime() ?? 0) - clock.now;
}

describe('a push service', () => {
  it('gets four messages at a time from all workers together, and each message once [SEC-021]', async () => {
    const host = newHost();
    let [running, max, sent] = [0, 0, 0];
    const send = async () => {
      running += 1;
      max = Math.max(max, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      sent += 1;
      return true;
    };
    const workers = [new HostSlots(redis), new HostSlots(redis), new HostSlots(redis)];
    await Promise.all(workers.flatMap((slots) => Array.from({ length: 40 }, () => slots.run(host, send))));
    expect({ max, sent }).toEqual({ max: 4, sent: 120 });
  });

  it('rests for a minute after three time-outs in a row, then twice as long each time, at most an hour [SEC-021]', async () => {
    const [host, worker] = [newHost(), workerAt()];
    const rests: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      const rest = await exhaust(worker, host);
      rests.push(rest / MINUTE_MS);
      worker.clock.now += rest;
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('that rests gets nothing, from no worker [SEC-021]', async () => {
    const [host, worker] = [newHost(), workerAt()];
    await exhaust(worker, host);
    let isCalled = false;
    const send = async () => {
      isCalled = true;
      return true;
    };
    for (const slots of [worker.slots, workerAt(worker.clock).slots]) {
      await expect(slots.run(host, send)).rejects.toThrow(Resting);
    }
    expect(isCalled).toBe(false);
  });

  it.each([
    ['accepts one', respondWith],
    ['refuses one', async () => Promise.reject(refusal(500))],
  ])('that %s in between does not rest, and later rests for a minute again [SEC-021]', async (_what, send) => {
    const [host, worker] = [newHost(), workerAt()];
    worker.clock.now += await exhaust(worker, host);
    for (const each of [silent, silent, send, silent, silent]) await worker.slots.run(host, each).catch(() => {});
    expect(await worker.slots.restingUntil(host)).toBeNull();
    await worker.slots.run(host, respondWith);
    expect(await exhaust(worker, host)).toBe(MINUTE_MS);
  });

  it('is not trusted again because a message to it was not needed', async () => {
    const [host, worker] = [newHost(), workerAt()];
    for (const each of [silent, silent, async () => false]) await worker.slots.run(host, each).catch(() => {});
    await worker.slots.run(host, silent).catch(() => {});
    expect(await worker.slots.restingUntil(host)).not.toBeNull();
  });

  it('gets messages again after a worker was killed while it had all slots', async () => {
    const host = newHost();
    const killed = new HostSlots(redis);
    for (let count = 0; count < 4; count += 1) void killed.run(host, () => new Promise(() => {}));
    await expect(new HostSlots(redis).run(host, respondWith)).resolves.toBe(true);
  });
});

describe('the jobs of a recipient', () => {
  it('wait for each other, but not for those of others [SEC-021]', async () => {
    const lanes = new RecipientLanes();
    const { promise: never } = Promise.withResolvers<void>();
    let started = 0;
    const hang = () => {
      started += 1;
      return never;
    };
    for (let count = 0; count < 100; count += 1) void lanes.run('silent.example.com', hang);
    await expect(lanes.run('push.example.com', async () => {})).resolves.toBe(true);
    expect(started).toBe(2);
  });

  it('are put off when hundreds of them wait [SEC-021]', async () => {
    const lanes = new RecipientLanes();
    const { promise: never } = Promise.withResolvers<void>();
    for (let count = 0; count < 202; count += 1) void lanes.run('silent.example.com', () => never);
    await Promise.resolve();
    await expect(lanes.run('silent.example.com', async () => {})).resolves.toBe(false);
  });
});
