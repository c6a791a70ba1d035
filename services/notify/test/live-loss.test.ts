import { startCuttableProxy, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Notify, startNotify } from './helpers.ts';
import { type Listener, openSession, signalFeed, startLive, writeSilently } from './live-helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

const idsOf = ({ pushed }: Listener) => pushed().map(({ id }) => id);

describe('a client that sends the id of its last notification', () => {
  it('receives what it missed, oldest first, read or not, and then new ones', async () => {
    const had = await writeSilently(notify);
    const read = await writeSilently(notify);
    const forAnother = await writeSilently(notify, { targetUserId: 3 });
    const own = await writeSilently(notify, { targetUserId: 2 });
    await notify.database.readReceipt.create({ data: { notificationId: read, userId: 2 } });
    await notify.database.readReceipt.create({ data: { notificationId: own, userId: 3 } });
    const live = await startLive(notify);
    const listener = live.open((await openSession(2)).identity);
    await listener.authenticate(2, had);
    await vi.waitFor(() => expect(idsOf(listener)).toEqual([read, own]));
    expect(listener.pushed().map(({ isRead }) => isRead)).toEqual([true, false]);
    expect(listener.heard[0]).toEqual({ type: 'auth_success', userId: 2 });
    const next = await writeSilently(notify);
    await signalFeed();
    await vi.waitFor(() => expect(idsOf(listener)).toEqual([read, own, next]));
    expect(forAnother).toBeLessThan(own);
  });

  it('receives at most the newest two hundred', async () => {
    const before = await writeSilently(notify);
    await notify.database.notification.createMany({
      data: Array.from({ length: 300 }, (_, n) => ({ title: `${n}`, body: 'b', targetUserId: n % 2 ? 2 : null })),
    });
    const live = await startLive(notify);
    const listener = live.open((await openSession(2)).identity);
    await listener.authenticate(2, before);
    await vi.waitFor(() => expect(listener.pushed()).toHaveLength(200));
    expect(listener.titles()).toEqual(Array.from({ length: 200 }, (_, n) => `${n + 100}`));
  });

  it('misses nothing and receives nothing twice while it reconnects during many inserts', async () => {
    const live = await startLive(notify);
    const { identity } = await openSession(2);
    const start = await writeSilently(notify);
    const expected: number[] = [];
    let isWriting = true;
    const writers = Array.from({ length: 3 }, async () => {
      while (isWriting) {
        expected.push(await writeSilently(notify, { targetUserId: expected.length % 2 ? 2 : null }));
        await signalFeed();
      }
    });
    const received: number[] = [];
    for (let visit = 0; visit < 15; visit += 1) {
      const listener = live.open(identity);
      await listener.authenticate(2, received.at(-1) ?? start);
      await vi.waitFor(() => expect(listener.pushed().length).toBeGreaterThan(3), 5000);
      listener.socket.terminate();
      await listener.closed;
      received.push(...idsOf(listener));
    }
    isWriting = false;
    await Promise.all(writers);
    const last = live.open(identity);
    await last.authenticate(2, received.at(-1));
    await vi.waitFor(() => expect(received.length + last.pushed().length).toBe(expected.length), 5000);
    expect([...received, ...idsOf(last)]).toEqual(expected.toSorted((a, b) => a - b));
  });

  it('whose id is above the replica’s receives nothing again', async () => {
    const live = await startLive(notify);
    const known = await writeSilently(notify);
    const listener = live.open((await openSession(2)).identity);
    await listener.authenticate(2, known);
    const next = await writeSilently(notify);
    await signalFeed();
    await vi.waitFor(() => expect(idsOf(listener)).toEqual([next]));
  });
});

describe('two replicas of the service', () => {
  it('push each notification from either one to every client once [WS-012]', async () => {
    const replicas = [await startLive(notify), await startLive(notify)];
    const listeners = await Promise.all(
      replicas.map(async (live) => {
        const listener = live.open((await openSession(2)).identity);
        await listener.authenticate(2);
        return listener;
      }),
    );
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      ids.push(await writeSilently(notify));
      await signalFeed();
    }
    for (const listener of listeners) await vi.waitFor(() => expect(idsOf(listener)).toEqual(ids), 2000);
  });
});

describe('without signals', () => {
  it('new notifications are pushed by periodic reads', async () => {
    const live = await startLive(notify, { pollMs: 300 });
    const listener = live.open((await openSession(2)).identity);
    await listener.authenticate(2);
    const id = await writeSilently(notify);
    await vi.waitFor(() => expect(idsOf(listener)).toEqual([id]), 3000);
  });

  it('notifications from a Redis outage are pushed after it, and sessions that ended in it are closed', async () => {
    const redis = await startCuttableProxy(new URL(testRedisUrl()));
    const live = await startLive(notify, { redisUrl: redis.url });
    const [staying, ending] = [await openSession(2), await openSession(3)];
    const [listener, leaver] = [live.open(staying.identity), live.open(ending.identity)];
    await listener.authenticate(2);
    await leaver.authenticate(3);
    await redis.cut();
    const id = await writeSilently(notify);
    await signalFeed();
    await ending.end();
    await redis.restore();
    await vi.waitFor(() => expect(idsOf(listener)).toEqual([id]), 5000);
    expect(await leaver.closed).toBe(4401);
    await live.close();
    await redis.close();
  });
});
