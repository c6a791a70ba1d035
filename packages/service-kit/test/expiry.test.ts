import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AddressLimit, AttemptLimit } from '../src/auth/attempt-limit.ts';
import { isStaff, type UserIdentity } from '../src/auth/identity.ts';
import { SessionStore } from '../src/auth/sessions.ts';
import { connectRedis } from '../src/data/redis.ts';
import type { AppError } from '../src/http/errors.ts';
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
    const limit = new AttemptLimit(redis, { name: unique(), max: 2, windowSeconds: 1 });
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
    const limit = new AttemptLimit(redis, { name, max: 1, windowSeconds: 3600 });
    await limit.tryCount('awa');
    const [counter = ''] = await redis.keys(`attempts:default:${name}:*`);
    await redis.expire(counter, 60);
    expect(await limit.tryCount('awa')).toBe(false);
    expect(await redis.ttl(counter)).toBeLessThanOrEqual(60);
  });
});

describe('a refusal of an attempt limit', () => {
  it('says when the window ends, in seconds and in minutes rounded up [SEC-025]', async () => {
    const limit = new AttemptLimit(redis, { name: unique(), max: 1, windowSeconds: 90 });
    await limit.count('awa');
    for (const refused of [limit.count('awa'), limit.assertOpen('awa')]) {
      await expect(refused).rejects.toSatisfy((error: AppError) => {
        expect(error.message).toBe('Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 2 minutes.');
        expect(error.retryAfter).toBeGreaterThan(60);
        expect(error.retryAfter).toBeLessThanOrEqual(90);
        return true;
      });
    }
  });
});

describe('an address limit', () => {
  it.each([
    ['IPv4 /24', (host: number) => `41.207.12.${host}`, '41.207.13.1'],
    ['IPv6 /48', (host: number) => `2001:db8:7:${host}::`, '2001:db8:8:1::'],
  ])('admits ten times the value from an %s, and other networks after that [SEC-030]', async (_, hostOf, stranger) => {
    const limit = new AddressLimit(redis, { name: unique(), max: 2, windowSeconds: 60 });
    const admitted = async (address: string) =>
      limit.count(address).then(
        () => true,
        () => false,
      );
    const outcomes: boolean[] = [];
    for (let host = 1; host <= 11; host += 1) outcomes.push(await admitted(hostOf(host)), await admitted(hostOf(host)));
    expect(outcomes).toEqual([...Array<boolean>(20).fill(true), false, false]);
    await expect(limit.assertOpen(hostOf(99))).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(await admitted(stranger)).toBe(true);
  });

  it('counts no attempt over the limit of an address against its network [SEC-030]', async () => {
    const limit = new AddressLimit(redis, { name: unique(), max: 1, windowSeconds: 60 });
    for (let attempt = 0; attempt < 20; attempt += 1) await limit.count('41.207.12.9').catch(() => {});
    await expect(limit.count('41.207.12.10')).resolves.toBeUndefined();
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

  it.each([
    ['the administrator', { isAdmin: true }],
    ['an agent', { isAdmin: false, isAgent: true }],
  ])('of %s ends 12 hours after its last use and seven days after the sign-in [SEC-029]', async (_, role) => {
    const sessions = new SessionStore(redis);
    const id = await sessions.create({ userId: 70_029, ...role, userAgent: null });
    const record = `session:${SessionStore.keyOf(id)}`;
    expect(await redis.ttl(record)).toBeLessThanOrEqual(12 * 3600);
    await redis.expire(record, 60);
    const session = (await sessions.resolve(id))?.session;
    expect(await redis.ttl(record)).toBeGreaterThan(12 * 3600 - 60);
    const openedBefore = (ms: number) =>
      redis.set(record, JSON.stringify({ ...session, createdAt: new Date(Date.now() - ms).toISOString() }), 'EX', 600);
    await openedBefore(7 * DAY_SECONDS * 1000 - 120_000);
    expect(await sessions.resolve(id)).not.toBeNull();
    expect(await redis.ttl(record)).toBeLessThanOrEqual(120);
    await openedBefore(7 * DAY_SECONDS * 1000);
    expect(await sessions.resolve(id)).toBeNull();
    await vi.waitFor(async () => expect(await redis.exists(record)).toBe(0));
  });

  it('of a release without agents is one of a customer [TEAM-003]', async () => {
    const sessions = new SessionStore(redis);
    const former = { userId: 7, isAdmin: false, createdAt: new Date().toISOString(), userAgent: null };
    await redis.set(`session:${SessionStore.keyOf('former')}`, JSON.stringify(former), 'EX', 60);
    const found = await sessions.resolve('former');
    expect(found?.session).toEqual(former);
    expect(isStaff({ kind: 'user', sessionKey: 'former', ...found?.session } as UserIdentity)).toBe(false);
  });

  it('learns in all browsers whether the address is verified, without a longer life [SEC-020]', async () => {
    const sessions = new SessionStore(redis);
    const userId = 70_020;
    const owner = { userId, isAdmin: false, isVerified: false, userAgent: null };
    const ids = [await sessions.create(owner), await sessions.create(owner)];
    await redis.expire(`session:${SessionStore.keyOf(ids[0] ?? '')}`, 60);
    await sessions.update(userId, { isVerified: true });
    expect(await redis.ttl(`session:${SessionStore.keyOf(ids[0] ?? '')}`)).toBeLessThanOrEqual(60);
    for (const id of ids) expect((await sessions.resolve(id))?.session).toMatchObject({ userId, isVerified: true });
  });

  it('is unknown once it has expired, also in the list of the user', async () => {
    const { sessions, id, record } = await open();
    await redis.pexpire(record, 1);
    await vi.waitFor(async () => expect(await redis.exists(record)).toBe(0));
    expect(await sessions.resolve(id)).toBeNull();
    expect((await sessions.list(7)).map(({ key }) => key)).not.toContain(SessionStore.keyOf(id));
  });
});
