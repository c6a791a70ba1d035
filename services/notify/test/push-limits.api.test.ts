import { call, countFrom } from '@fasocolis/service-kit/testing/harness';
import type { TestPhone, TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PushHosts } from '../src/push/push-hosts.ts';
import { emptyRedis, type Notify, startNotify } from './helpers.ts';
import { save, signedIn, startTrustedPushService, subscribe } from './push-helpers.ts';

const PER_ORDER = 50;
const PER_HOUR = 20;

let notify: Notify;
let service: TestPushService;
beforeAll(async () => {
  const trusted = await startTrustedPushService();
  service = trusted.service;
  notify = await startNotify({ ...trusted, maxDevices: PER_HOUR });
});
beforeEach(emptyRedis);
afterAll(() => Promise.all([notify.close(), service.close()]));

const newId = countFrom(100);
let addresses = 0;
/** An address of its own, so that the limit per address does not matter. */
const elsewhere = () => {
  addresses += 1;
  return { address: `192.0.2.${addresses % 256}` };
};
const phonesOf = (count: number) => Array.from({ length: count }, () => service.addPhone());
async function addFollowers(orderId: number, count: number): Promise<void> {
  const devices = await notify.database.pushDevice.createManyAndReturn({
    data: phonesOf(count).map(({ subscription: { endpoint, keys } }) => ({ endpoint, ...keys })),
  });
  await notify.database.deviceOrder.createMany({ data: devices.map(({ id }) => ({ deviceId: id, orderId })) });
}
const anonymousFollowers = (orderId: number) =>
  notify.database.deviceOrder.count({ where: { orderId, device: { userId: null } } });

describe('an order', () => {
  it('is followed by fifty devices without an account at most, also when they subscribe at once [SEC-021]', async () => {
    const orderId = newId();
    await addFollowers(orderId, PER_ORDER - 3);
    const responses = await Promise.all(
      phonesOf(5).map((phone) => save(notify, phone, { orderIds: [orderId] }, elsewhere())),
    );
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect(refused[0]?.json().message).toBe(
      'Trop de téléphones suivent déjà ce colis. Sauvegardez-le dans votre compte, puis activez les notifications dans votre profil.',
    );
    expect(await anonymousFollowers(orderId)).toBe(PER_ORDER);
  });

  it('that is full is still followed by its devices, and by those of accounts until they lose them [SEC-021]', async () => {
    const orderId = newId();
    await addFollowers(orderId, PER_ORDER - 1);
    const phone = service.addPhone();
    await subscribe(notify, phone, { orderIds: [orderId] }, elsewhere());
    await subscribe(notify, phone, { orderIds: [orderId, newId()] });
    const own = service.addPhone();
    await subscribe(notify, own, { orderIds: [orderId], userId: newId() });
    await subscribe(notify, own, { orderIds: [orderId] });
    expect(await anonymousFollowers(orderId)).toBe(PER_ORDER);
    const left = await notify.database.pushDevice.findUnique({
      where: { endpoint: own.subscription.endpoint },
      include: { orders: true },
    });
    expect(left).toMatchObject({ userId: null, orders: [] });
  });
});

describe('an address', () => {
  it('subscribes twenty new devices without an account an hour, and is told when it may again [SEC-021]', async () => {
    const from = { address: '198.51.100.1' };
    const phones = phonesOf(PER_HOUR);
    for (const phone of phones) await subscribe(notify, phone, { orderIds: [newId()] }, from);
    const refused = await save(notify, service.addPhone(), { orderIds: [newId()] }, from);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().message).toMatch(/\d+ (?:minutes?|heures?)/);
    // Neither known devices nor those of accounts count, nor does another address.
    await subscribe(notify, phones[0] as TestPhone, { orderIds: [newId()] }, from);
    await subscribe(notify, service.addPhone(), { userId: newId() }, from);
    await subscribe(notify, service.addPhone(), { orderIds: [newId()] }, elsewhere());
  });
});

describe('the devices of an account', () => {
  const listOf = async (caller: Awaited<ReturnType<typeof signedIn>>) =>
    (await call(notify.app, { url: '/api/push/devices' }, caller)).json();

  it('are listed for their user with browser and day, and which one is the session’s own [SEC-023]', async () => {
    const [userId, other] = [newId(), newId()];
    const caller = await signedIn(notify, userId);
    await subscribe(notify, service.addPhone(), { userId });
    await subscribe(notify, service.addPhone(), { userId }, { caller });
    await subscribe(notify, service.addPhone(), { userId: other });
    const device = {
      id: expect.any(Number),
      userAgent: expect.stringContaining('Android'),
      createdAt: expect.any(String),
    };
    expect(await listOf(caller)).toEqual([
      { ...device, isCurrent: true },
      { ...device, isCurrent: false },
    ]);
    expect((await call(notify.app, { url: '/api/push/devices' })).statusCode).toBe(401);
  });

  it('are removed by their user alone [SEC-023]', async () => {
    const [owner, stranger] = [await signedIn(notify, newId()), await signedIn(notify, newId())];
    await subscribe(notify, service.addPhone(), { userId: owner.userId }, { caller: owner });
    const [{ id }] = await listOf(owner);
    const remove = (caller?: typeof owner) =>
      call(notify.app, { method: 'DELETE', url: `/api/push/devices/${id}` }, caller);
    expect((await remove()).statusCode).toBe(401);
    await remove(stranger);
    expect(await listOf(owner)).toHaveLength(1);
    expect((await remove(owner)).statusCode).toBe(200);
    expect(await listOf(owner)).toEqual([]);
  });
});

describe('the push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://db5p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
    'https://eu.web.push.apple.com:443/x',
  ])('of browsers are known: %s [SEC-021]', (endpoint) => {
    expect(new PushHosts('').allows(new URL(endpoint))).toBe(true);
  });

  it.each<[string, string, boolean]>([
    ['https://push.example.com/x', 'push.example.com', true],
    ['https://eu.push.example.com/x', ' push.example.com , other.example.com', true],
    ['https://push.example.com:8443/x', 'push.example.com', false],
    ['https://push.example.com:8443/x', 'push.example.com:8443', true],
    ['https://push.example.com/x', 'push.example.com:8443', false],
    ['https://fcm.googleapis.com/x', 'push.example.com', true],
    ['https://[::1]:8443/x', '[::1]:8443', true],
  ])('%s with PUSH_HOSTS=%s is allowed: %s [SEC-021]', (endpoint, setting, isAllowed) => {
    expect(new PushHosts(setting).allows(new URL(endpoint))).toBe(isAllowed);
  });

  it.each(['https://push.example.com', 'push.example.com/path', 'me@push.example.com', 'a b'])(
    'cannot be named as %s',
    (setting) => {
      expect(() => new PushHosts(setting)).toThrow(TypeError);
    },
  );
});
