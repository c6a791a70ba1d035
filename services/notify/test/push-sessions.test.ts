import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { asAdmin, call, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import type { TestPhone, TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteAccount } from '../src/audience/accounts.ts';
import { recordAccountPushes } from '../src/audience/devices.ts';
import { loadWorkerConfig } from '../src/config.ts';
import { watchSessions } from '../src/push/ended-sessions.ts';
import { pushChannel } from '../src/push/push-channel.ts';
import { environmentOf, startDeliveryWorker } from './delivery-worker.ts';
import { emptyRedis, type Notify, startNotify, until } from './helpers.ts';
import { signedIn, startTrustedPushService, subscribe } from './push-helpers.ts';

let notify: Notify;
let service: TestPushService;
beforeAll(async () => {
  const trusted = await startTrustedPushService();
  service = trusted.service;
  notify = await startNotify(trusted);
});
beforeEach(emptyRedis);
afterAll(() => Promise.all([notify.close(), service.close()]));

let users = 800;
async function subscribed(orderIds: number[] = []) {
  users += 1;
  const caller = await signedIn(notify, users);
  const phone = service.addPhone();
  await subscribe(notify, phone, { userId: users, orderIds }, { caller });
  return { phone, caller };
}
const stored = ({ subscription: { endpoint } }: TestPhone) =>
  notify.database.pushDevice.findUnique({ where: { endpoint }, include: { orders: true } });
const expectLoss = (phone: TestPhone) =>
  vi.waitFor(async () => expect(await stored(phone)).toMatchObject({ userId: null, sessionKey: null }), {
    timeout: 5000,
    interval: 20,
  });
const sessions = () => new SessionStore(notify.redis);

function watch(): void {
  const log = { warn: () => {} } as never;
  const { database, redis } = notify;
  const watching = watchSessions({ database, redis, redisUrl: testRedisUrl(), log });
  onTestFinished(async () => void (await watching.close()));
}

describe('a device of an account', () => {
  it('loses the account, and no order that it follows, within 5 s after its session has ended [SEC-023]', async () => {
    watch();
    const [{ phone, caller }, other] = [await subscribed([91]), await subscribed()];
    await sessions().end(caller.userId, caller.sessionKey);
    await expectLoss(phone);
    expect(await stored(phone)).toMatchObject({ orders: [{ orderId: 91 }] });
    expect(await stored(other.phone)).toMatchObject({ userId: other.caller.userId });
  });

  it('loses it within 5 s when the signal is lost, as when the session expires [SEC-023]', async () => {
    watch();
    const { phone, caller } = await subscribed();
    await notify.redis.del(`session:${caller.sessionKey}`);
    await expectLoss(phone);
  });

  it('loses it when the session ended while nothing watched [SEC-023]', async () => {
    const { phone, caller } = await subscribed();
    await sessions().end(caller.userId, caller.sessionKey);
    expect(await stored(phone)).toMatchObject({ userId: caller.userId });
    watch();
    await expectLoss(phone);
  });

  it('is deleted with the account that it has lost because the deletion ended its session', async () => {
    const { phone, caller } = await subscribed([92]);
    watch();
    await sessions().endAll(caller.userId);
    await expectLoss(phone);
    await notify.database.$transaction((transaction) => deleteAccount(transaction, caller.userId));
    expect(await stored(phone)).toBeNull();
  });

  it('that was stored without a session loses it [SEC-023]', async () => {
    const { phone } = await subscribed();
    const { endpoint } = phone.subscription;
    await notify.database.pushDevice.update({ where: { endpoint }, data: { sessionKey: null } });
    watch();
    await expectLoss(phone);
  });

  it('keeps it while Redis does not say that the session has ended', async () => {
    const { phone, caller } = await subscribed();
    const { database } = notify;
    const redis = { mget: () => Promise.reject(new Error('LOADING')) } as never;
    let failures = 0;
    const log = {
      warn: () => {
        failures += 1;
      },
    } as never;
    const watching = watchSessions({ database, redis, redisUrl: testRedisUrl(), log });
    await vi.waitUntil(() => failures > 0);
    await watching.close();
    expect(await stored(phone)).toMatchObject({ userId: caller.userId });
  });
});

describe('a message for an account', () => {
  const broadcast = () =>
    call(
      notify.app,
      { method: 'POST', url: '/api/notifications', payload: { title: 'Avis', body: 'Fermé' } },
      asAdmin(),
    );
  const stateOf = async ({ subscription: { endpoint } }: TestPhone) =>
    (await notify.database.delivery.findMany({ where: { device: { endpoint } } })).map(({ state }) => state);

  it.each([
    [
      'whose session has ended, before the device has lost the account',
      async ({ caller: { sessionKey } }: Awaited<ReturnType<typeof subscribed>>) => {
        await notify.redis.del(`session:${sessionKey}`);
      },
    ],
    [
      'that has lost the account since the message was recorded',
      async ({ phone }: Awaited<ReturnType<typeof subscribed>>) => {
        const { endpoint } = phone.subscription;
        await notify.database.pushDevice.update({ where: { endpoint }, data: { userId: null } });
      },
    ],
  ])('is never sent to a device %s [SEC-023]', async (_what, end) => {
    const [lost, kept] = [await subscribed(), await subscribed()];
    await broadcast();
    await end(lost);
    await startDeliveryWorker({ notify, authUrl: notify.authUrl, smtpUrl: 'smtp://127.0.0.1:9' });
    await until(async () => expect(await stateOf(kept.phone)).toEqual(['SENT']));
    await vi.waitFor(async () => expect(await stateOf(lost.phone)).toEqual(['DROPPED']), 5000);
    expect([lost, kept].map(({ phone }) => phone.received.length)).toEqual([0, 1]);
  });

  /** A message for the account alone, and the function that prepares it. */
  async function ownMessage({ phone, caller: { userId } }: Awaited<ReturnType<typeof subscribed>>) {
    const { authUrl, database } = notify;
    const data = { title: 'Avis', body: 'Pour vous seul', targetUserId: userId };
    const { id } = await database.notification.create({ data });
    const options = { requestId: 'test', dueAt: null };
    await database.$transaction((transaction) => recordAccountPushes(transaction, [id], options));
    const device = { endpoint: phone.subscription.endpoint };
    const delivery = await database.delivery.findFirstOrThrow({ where: { device }, include: { notification: true } });
    const config = loadWorkerConfig(environmentOf({ notify, authUrl, smtpUrl: 'smtp://127.0.0.1:9' }));
    const channel = pushChannel({ config, database });
    onTestFinished(() => channel.close());
    // It connects to Redis by itself.
    await vi.waitFor(() => channel.restingUntil?.('localhost'));
    return () => channel.prepare(delivery);
  }

  it('is not sent to a device whose session ends while it waits for its turn [SEC-023]', async () => {
    const lost = await subscribed();
    const prepare = await ownMessage(lost);
    const message = await prepare();
    if (typeof message === 'string') throw new Error(message);
    await notify.redis.del(`session:${lost.caller.sessionKey}`);
    expect(await message.send()).toBe(false);
    expect(lost.phone.received).toEqual([]);
  });

  it('is not for the next user of its device', async () => {
    const former = await subscribed();
    const prepare = await ownMessage(former);
    users += 1;
    await subscribe(notify, former.phone, { userId: users }, { caller: await signedIn(notify, users) });
    expect(await prepare()).toBe('not-needed');
  });
});
