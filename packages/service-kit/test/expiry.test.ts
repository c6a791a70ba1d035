import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptLimit } from '../src/auth/attempt-limit.ts';
import { isStaff, type UserIdentity } from '../src/auth/identity.ts';
import { SessionStore } from '../src/auth/sessions.ts';
import { connectRedis } from '../src/data/redis.ts';
import { testRedisUrl } from '../src/testing/harness.ts';

const DAY_SECONDS = 24 * 3600;
const unique = () => crypto.randomUUID();

let redis: Redis;
beforeEach(async () => {
  redis = connectRedis(testRedisUrl());
  await vi.waitUntil(() => redis.status === 'ready');
});
afterEach(() => redis.disconnect());

describe('an attempt limit', () => {
  it('admits attempts again when its window has ended', async () => {
    const limit = new AttemptLimit(redis, { name: unique(), most: 2, windowSeconds: 1 });
    expect([await limit.tryCount('awa'), await limit.tryCount('awa'), await limit.tryCount('awa')]).toEqual([
      true,
      true,
      false,
    ]);
    await vi.waitFor(() => limit.assertOpen('awa'), { timeout: 5000, interval: 50 });
    expect(await limit.tryCount('awa')).toBe(true);
  });

  it('is not prolonged by attempts over the limit', async () => {
    const name = unique();
    const limit = new AttemptLimit(redis, { name, most: 1, windowSeconds: 3600 });
    await limit.tryCount('awa');
    const [counter = ''] = await redis.keys(`attempts:${name}:*`);
    await redis.expire(counter, 60);
    expect(await limit.tryCount('awa')).toBe(false);
    expect(await redis.ttl(counter)).toBeLessThanOrEqual(60);
  });
});

describe('a session', () => {
  const open = async () => {
    const sessions = new SessionStore(redis);
    const id = await sessions.create({ userId: 7, isAdmin: false, userAgent: null });
    return { sessions, id, record: `session:${SessionStore.keyOf(id)}` };
  };

  it('ends 30 days after its last use', async () => {
    const { sessions, id, record } = await open();
    expect(await redis.ttl(record)).toBeGreaterThan(30 * DAY_SECONDS - 60);
    await redis.expire(record, DAY_SECONDS);
    expect(await sessions.resolve(id)).not.toBeNull();
    const ttl = await redis.ttl(record);
    expect(ttl).toBeGreaterThan(30 * DAY_SECONDS - 60);
    expect(ttl).toBeLessThanOrEqual(30 * DAY_SECONDS);
  });

  it('of a release without agents is one of a customer [TEAM-003]', async () => {
    const sessions = new SessionStore(redis);
    const former = { userId: 7, isAdmin: false, createdAt: new Date().toISOString(), userAgent: null };
    await redis.set(`session:${SessionStore.keyOf('former')}`, JSON.stringify(former), 'EX', 60);
    const found = await sessions.resolve('former');
    expect(found?.session).toEqual(former);
    expect(isStaff({ kind: 'user', sessionKey: 'former', ...found?.session } as UserIdentity)).toBe(false);
  });

  it('is unknown once it has expired, also in the list of the user', async () => {
    const { sessions, id, record } = await open();
    await redis.pexpire(record, 1);
    await vi.waitFor(async () => expect(await redis.exists(record)).toBe(0));
    expect(await sessions.resolve(id)).toBeNull();
    expect((await sessions.list(7)).map(({ key }) => key)).not.toContain(SessionStore.keyOf(id));
  });
});
