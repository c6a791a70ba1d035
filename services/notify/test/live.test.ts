import { LIVE_CLOSE } from '@fasocolis/contracts/live';
import { NotificationSchema } from '@fasocolis/contracts/notifications';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Notify, startNotify } from './helpers.ts';
import { openSession, signalCounts, signalFeed, signalMilestone, startLive, writeSilently } from './live-helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

type Live = Awaited<ReturnType<typeof startLive>>;

/** An authenticated socket in a session of its own. */
async function listen(live: Live, userId: number, lastId?: number, { isAgent = false } = {}) {
  const session = await openSession(userId, { isAgent });
  const listener = live.open(session.identity);
  await listener.authenticate(userId, lastId);
  return { ...listener, session };
}

const post = (live: Live, payload: object) =>
  call(live.app, { method: 'POST', url: '/api/notifications', payload: { body: 'Bonjour', ...payload } }, asAdmin());

describe('a broadcast', () => {
  it('is pushed unread to every authenticated socket within two seconds [WS-004, WS-005, API-039]', async () => {
    const live = await startLive(notify);
    const [first, second, other] = [await listen(live, 2), await listen(live, 2), await listen(live, 3)];
    const sent = (await post(live, { title: 'Bonne fête', isGlobal: true })).json();
    for (const { pushed } of [first, second, other]) {
      await vi.waitFor(() => expect(pushed()).toEqual([{ ...sent, isRead: false }]), 2000);
      expect(NotificationSchema.parse(pushed()[0])).toMatchObject({ isGlobal: true, targetUserId: null });
    }
  });

  it('preserves thousands of characters of any alphabet', async () => {
    const live = await startLive(notify);
    const { pushed } = await listen(live, 2);
    const bodies = ['é', 'é'.repeat(60), '€'.repeat(5000), '📦'.repeat(25_000)];
    for (const body of bodies) await writeSilently(notify, { body });
    await signalFeed();
    await vi.waitFor(() => expect(pushed().map(({ body }) => body)).toEqual(bodies), 5000);
  });
});

describe('the progress of a milestone', () => {
  it('is pushed to staff only, and not at all when it is malformed [CONS-004]', async () => {
    const live = await startLive(notify);
    const [agent, customer] = [await listen(live, 4, undefined, { isAgent: true }), await listen(live, 2)];
    const data = { id: 1, consignmentId: 2, state: 'running', total: 2000, applied: 200, skipped: 3 };
    await signalMilestone({ ...data, total: 'many' });
    await signalMilestone(data);
    const heard = ({ heard: all }: typeof agent) => all.filter(({ type }) => type === 'milestone');
    await vi.waitFor(() => expect(heard(agent)).toEqual([{ type: 'milestone', data }]), 2000);
    const { id } = (await post(live, { title: 'Après', isGlobal: true })).json();
    await vi.waitFor(() => expect(customer.pushed()).toMatchObject([{ id }]), 2000);
    expect(heard(customer)).toEqual([]);
  });
});

describe('the count of a consignment', () => {
  it('is pushed to staff only [CNT-004]', async () => {
    const live = await startLive(notify);
    const [agent, customer] = [await listen(live, 4, undefined, { isAgent: true }), await listen(live, 2)];
    const data = { consignmentIds: [5, 8] };
    await signalCounts({ consignmentIds: 'all' });
    await signalCounts(data);
    const heard = ({ heard: all }: typeof agent) => all.filter(({ type }) => type === 'counted');
    await vi.waitFor(() => expect(heard(agent)).toEqual([{ type: 'counted', data }]), 2000);
    const { id } = (await post(live, { title: 'Après', isGlobal: true })).json();
    await vi.waitFor(() => expect(customer.pushed()).toMatchObject([{ id }]), 2000);
    expect(heard(customer)).toEqual([]);
  });
});

describe('a notification for one user', () => {
  it('reaches all sockets of the user and no others, and is in no other list [WS-005, NOTIF-016, API-040, ADM-NTF-015]', async () => {
    const live = await startLive(notify);
    const [first, second, other] = [await listen(live, 2), await listen(live, 2), await listen(live, 3)];
    const sent = (await post(live, { title: 'Pour Awa', isGlobal: false, targetUserId: 2 })).json();
    const after = (await post(live, { title: 'Pour tous', isGlobal: true })).json();
    for (const { pushed } of [first, second]) await vi.waitFor(() => expect(pushed()).toEqual([sent, after]), 2000);
    await vi.waitFor(() => expect(other.pushed()).toEqual([after]), 2000);
    const idsOf = async (userId: number) => {
      const response = await call(live.app, { url: `/api/notifications/user/${userId}` }, asUser(userId));
      return response.json<{ id: number }[]>().map(({ id }) => id);
    };
    expect(await idsOf(2)).toEqual(expect.arrayContaining([sent.id, after.id]));
    expect(await idsOf(3)).toContain(after.id);
    expect(await idsOf(3)).not.toContain(sent.id);
  });
});

describe('a socket', () => {
  it('without a session is refused and closed with 4401 [WS-006, ROLE-005]', async () => {
    const live = await startLive(notify);
    const visitor = live.open();
    await visitor.say({ type: 'auth', userId: 2 });
    expect(await visitor.closed).toBe(LIVE_CLOSE.unauthenticated);
    expect(visitor.heard).toEqual([{ type: 'error', message: 'Non authentifié' }]);
  });

  it('that names another user than its session is closed with 4403 and receives no notification [WS-006]', async () => {
    const live = await startLive(notify);
    const { identity } = await openSession(3);
    const forger = live.open(identity);
    await forger.say({ type: 'auth', userId: 2 });
    await forger.say({ type: 'auth', userId: 3 });
    await post(live, { title: 'Pour tous', isGlobal: true });
    expect(await forger.closed).toBe(LIVE_CLOSE.forbidden);
    expect(forger.heard).toEqual([{ type: 'error', message: 'Accès refusé' }]);
  });

  it('with an identity of a wrong signature is treated like one without a session [WS-006]', async () => {
    const live = await startLive(notify);
    const { port } = live.app.server.address() as { port: number };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { 'x-identity': 'forged' } });
    socket.once('open', () => socket.send('{"type":"auth","userId":2}'));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    expect(code).toBe(LIVE_CLOSE.unauthenticated);
  });

  it('that does not authenticate receives nothing, and is closed with 4408 [WS-007]', async () => {
    const live = await startLive(notify, { authTimeoutMs: 500 });
    const { identity } = await openSession(2);
    const silent = live.open(identity);
    await silent.opened;
    const other = await listen(live, 3);
    await post(live, { title: 'Pour tous', isGlobal: true });
    await vi.waitFor(() => expect(other.titles()).toEqual(['Pour tous']), 2000);
    expect(await silent.closed).toBe(LIVE_CLOSE.timeout);
    expect(silent.pushed()).toEqual([]);
    // An authenticated socket stays open.
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('stays open after invalid frames, as do all others [WS-009]', async () => {
    const live = await startLive(notify);
    const { identity } = await openSession(2);
    const noisy = live.open(identity);
    for (const noise of [
      '',
      '{',
      'null',
      '[]',
      '{"type":"dance"}',
      '{"type":"auth"}',
      '{"type":"auth","userId":"2"}',
    ]) {
      await noisy.say(noise);
    }
    noisy.socket.send(Buffer.from([0, 255, 1]));
    await noisy.authenticate(2);
    await noisy.say({ type: 'auth', userId: 2 });
    await noisy.say('{"type":"dance"}');
    await post(live, { title: 'Toujours là', isGlobal: true });
    await vi.waitFor(() => expect(noisy.titles()).toEqual(['Toujours là']), 2000);
    expect(noisy.heard.filter(({ type }) => type === 'auth_success')).toHaveLength(1);
  });

  it('that sends too much, or violates the protocol, is closed, and no other [WS-009]', async () => {
    const live = await startLive(notify);
    const [large, broken, other] = [await listen(live, 2), await listen(live, 2), await listen(live, 3)];
    await large.say('x'.repeat(5000));
    expect(await large.closed).toBe(1009);
    // A frame from a client must be masked.
    (broken.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.from([0x81, 1, 65]));
    expect(await broken.closed).toBe(1002);
    await post(live, { title: 'Pour tous', isGlobal: true });
    await vi.waitFor(() => expect(other.titles()).toEqual(['Pour tous']), 2000);
  });

  it.each([
    ['says', (socket: WebSocket) => socket.send('{"type":"dance"}')],
    ['pings', (socket: WebSocket) => socket.ping()],
  ])('that %s again and again is closed, and no other', async (_, flood) => {
    const live = await startLive(notify);
    const [talkative, other] = [await listen(live, 2), await listen(live, 3)];
    for (let n = 0; n < 60; n += 1) flood(talkative.socket);
    await talkative.closed;
    await post(live, { title: 'Pour tous', isGlobal: true });
    await vi.waitFor(() => expect(other.titles()).toEqual(['Pour tous']), 2000);
  });

  it('that is the twenty-first of its user replaces the oldest', async () => {
    const live = await startLive(notify);
    const { identity } = await openSession(2);
    const tabs = Array.from({ length: 21 }, () => live.open(identity));
    for (const tab of tabs) await tab.authenticate(2);
    expect(await tabs[0]?.closed).toBe(1008);
    await post(live, { title: 'Pour tous', isGlobal: true });
    for (const { titles } of tabs.slice(1)) await vi.waitFor(() => expect(titles()).toEqual(['Pour tous']), 2000);
  });
});

it('that is one of a thousand unauthenticated ones is replaced when it is the oldest', async () => {
  const live = await startLive(notify);
  const oldest = live.open();
  await oldest.opened;
  const others = Array.from({ length: 1000 }, () => live.open());
  expect(await oldest.closed).toBe(LIVE_CLOSE.timeout);
  await Promise.all(others.map(({ opened }) => opened));
});

describe('the end of a session', () => {
  it('closes its sockets, and no others, within a second [D-43]', async () => {
    const live = await startLive(notify);
    const [ending, staying] = [await listen(live, 2), await listen(live, 2)];
    const { identity } = ending.session;
    const unannounced = live.open(identity);
    await unannounced.opened;
    const before = Date.now();
    await ending.session.end();
    expect(await ending.closed).toBe(LIVE_CLOSE.unauthenticated);
    expect(await unannounced.closed).toBe(LIVE_CLOSE.unauthenticated);
    expect(Date.now() - before).toBeLessThan(1000);
    await post(live, { title: 'Pour tous', isGlobal: true });
    await vi.waitFor(() => expect(staying.titles()).toEqual(['Pour tous']), 2000);
    expect(ending.pushed()).toEqual([]);
  });

  it('closes a socket that was opened just after it', async () => {
    const live = await startLive(notify);
    const { identity, end } = await openSession(2);
    await end();
    const late = live.open(identity);
    expect(await late.closed).toBe(LIVE_CLOSE.unauthenticated);
  });

  it('closes its sockets at the next heartbeat when the signal was lost', async () => {
    const live = await startLive(notify, { heartbeatMs: 200 });
    const [ending, staying] = [await listen(live, 2), await listen(live, 3)];
    await ending.session.forget();
    expect(await ending.closed).toBe(LIVE_CLOSE.unauthenticated);
    expect(staying.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a heartbeat', () => {
  it('closes sockets that do not respond, counts them, and keeps the others', async () => {
    const live = await startLive(notify, { heartbeatMs: 200 });
    const [dead, living] = [await listen(live, 2), await listen(live, 3)];
    let pings = 0;
    living.socket.on('ping', () => {
      pings += 1;
    });
    dead.socket.pause();
    const metrics = async () => (await call(live.app, { url: '/metrics' })).body;
    await vi.waitFor(
      async () => expect(await metrics()).toContain('live_sockets_cut_off_total{reason="dead"} 1'),
      5000,
    );
    const seen = pings;
    await vi.waitFor(() => expect(pings).toBeGreaterThan(seen + 2), 5000);
    expect(await metrics()).toContain('live_sockets 1\n');
    expect(living.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a client that does not read', () => {
  it('is disconnected before its buffer grows, while the others receive everything', async () => {
    const live = await startLive(notify);
    const [slow, quick] = [await listen(live, 2), await listen(live, 3)];
    slow.socket.pause();
    const metrics = async () => (await call(live.app, { url: '/metrics' })).body;
    const data = Array.from({ length: 20 }, () => ({ title: 'Longue', body: 'x'.repeat(100_000) }));
    let sent = 0;
    while (!(await metrics()).includes('live_sockets_cut_off_total{reason="slow"} 1')) {
      await notify.database.notification.createMany({ data });
      sent += data.length;
      await signalFeed();
      await vi.waitFor(() => expect(quick.pushed()).toHaveLength(sent), 5000);
    }
    expect(new Set(quick.pushed().map(({ id }) => id)).size).toBe(sent);
  });
});

it('a service that stops sends 1012 to every socket, and waits for none that does not respond', async () => {
  const live = await startLive(notify);
  const [first, deaf] = [await listen(live, 2), await listen(live, 3)];
  deaf.socket.pause();
  await live.close();
  expect(await first.closed).toBe(1012);
});
