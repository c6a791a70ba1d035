import { request } from 'node:https';
import { UNKNOWN_REFERENCES_HEADER } from '@fasocolis/service-kit/http/unknown-references';
import { asAdmin, asUser, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import type { startPushService, TestPhone } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpiredDevices } from '../src/push/device-service.ts';
import { NotPublic, publicAgent } from '../src/push/public-agent.ts';
import { type Notify, startNotify } from './helpers.ts';
import { save, startTrustedPushService, subscribe } from './push-helpers.ts';

let notify: Notify;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  const trusted = await startTrustedPushService();
  service = trusted.service;
  notify = await startNotify(trusted);
});
afterAll(() => Promise.all([notify.close(), service.close()]));

const stored = ({ subscription: { endpoint } }: TestPhone) =>
  notify.database.pushDevice.findUnique({
    where: { endpoint },
    include: { orders: { orderBy: { orderId: 'asc' } } },
  });
const followed = async (phone: TestPhone) => (await stored(phone))?.orders.map(({ orderId }) => orderId);

const newUser = countFrom(500);
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('a subscription', () => {
  it('needs no account for orders, and no order for an account', async () => {
    const [anonymous, userId] = [service.addPhone(), newUser()];
    await subscribe(notify, anonymous, { orderIds: [11, 12] });
    expect(await stored(anonymous)).toMatchObject({ userId: null, orders: [{ orderId: 11 }, { orderId: 12 }] });
    const own = service.addPhone();
    await subscribe(notify, own, { userId });
    expect(await stored(own)).toMatchObject({ userId, orders: [] });
  });

  it('of the account is refused to visitors', async () => {
    const response = await save(notify, service.addPhone(), {}, { account: true });
    expect(response.statusCode).toBe(401);
  });

  it('is replaced as a whole each time, and deleted when nothing is left', async () => {
    const phone = service.addPhone();
    await subscribe(notify, phone, { orderIds: [21, 22] });
    await subscribe(notify, phone, { orderIds: [22, 23] });
    expect(await followed(phone)).toEqual([22, 23]);
    await subscribe(notify, phone, {});
    expect(await stored(phone)).toBeNull();
  });

  it('follows the orders that exist; the response names other references, and the gateway counts them [SEC-021]', async () => {
    const phone = service.addPhone();
    const response = await save(notify, phone, {}, { references: ['FC-31', 'UNKNOWN', 'un known', 'x\u0000'] });
    expect(await followed(phone)).toEqual([31]);
    expect(response.json()).toMatchObject({ unknown: ['UNKNOWN', 'un known', 'x\u0000'] });
    // Two spellings are one reference.
    expect(String(response.headers[UNKNOWN_REFERENCES_HEADER]).split(',')).toHaveLength(2);
    expect((await save(notify, phone, { orderIds: [31] })).headers).not.toHaveProperty(UNKNOWN_REFERENCES_HEADER);
  });

  it('moves to the one that the browser replaced it with', async () => {
    const [former, next] = [service.addPhone(), service.addPhone()];
    await subscribe(notify, former, { orderIds: [41] });
    const { id } = (await stored(former)) ?? {};
    const payload = { ...next.subscription, formerEndpoint: former.subscription.endpoint };
    const response = await call(notify.app, { method: 'PATCH', url: '/api/push/devices', payload });
    expect(response.statusCode).toBe(200);
    expect(await stored(former)).toBeNull();
    expect(await stored(next)).toMatchObject({ id, ...next.subscription.keys, orders: [{ orderId: 41 }] });
  });

  it.each([
    ['http', { endpoint: 'http://push.example.com/1' }],
    ['another protocol', { endpoint: 'ftp://push.example.com/1' }],
    ['no URL', { endpoint: 'push' }],
    ['too long', { endpoint: `https://push.example.com/${'x'.repeat(1000)}` }],
    ['loopback', { endpoint: 'https://127.0.0.1/1' }],
    ['loopback in IPv6', { endpoint: 'https://[::1]/1' }],
    ['loopback as IPv4 in IPv6', { endpoint: 'https://[::ffff:127.0.0.1]/1' }],
    ['a number that is loopback', { endpoint: 'https://2130706433/1' }],
    ['this host', { endpoint: 'https://0.0.0.0/1' }],
    ['private', { endpoint: 'https://10.1.2.3/1' }],
    ['link-local, as of cloud metadata', { endpoint: 'https://169.254.169.254/latest' }],
    ['private in IPv6', { endpoint: 'https://[fd00::1]/1' }],
    ['a host that is no push service', { endpoint: 'https://example.com/1' }],
    ['a host that ends in the name of one', { endpoint: 'https://evilfcm.googleapis.com/1' }],
    ['a host that begins with the name of one', { endpoint: 'https://fcm.googleapis.com.example.com/1' }],
    ['the domain above one', { endpoint: 'https://googleapis.com/1' }],
    ['another port of one', { endpoint: 'https://fcm.googleapis.com:8443/1' }],
    ['another port of a named host', { endpoint: 'https://localhost:1/1' }],
    ['a named host with a port, without it', { endpoint: 'https://localhost/1' }],
    ['a character that no URL has', { endpoint: 'https://fcm.googleapis.com/\u0000' }],
    ['half a character', { endpoint: 'https://fcm.googleapis.com/\ud800' }],
    ['a spelling that no browser writes', { endpoint: 'https:fcm.googleapis.com/1' }],
    ['a user', { endpoint: 'https://me@fcm.googleapis.com/1' }],
    ['a user and a password', { endpoint: 'https://me:secret@fcm.googleapis.com/1' }],
    ['a name of this network', { endpoint: 'https://redis/1' }],
    ['a name below .internal', { endpoint: 'https://metadata.google.internal/1' }],
    ['keys of the wrong length', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
    ['a key that is no point', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
  ])(
    'is refused in French with an endpoint or keys that cannot be used: %s [PUSH-004, SEC-021]',
    async (_what, changes) => {
      const response = await save(notify, service.addPhone(), { orderIds: [51] }, changes);
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain(
        "L'abonnement de ce navigateur n'est pas valable. Rechargez la page, puis réessayez.",
      );
    },
  );

  it('is of 20 orders at most [PUSH-004]', async () => {
    const phone = service.addPhone();
    await subscribe(notify, phone, { orderIds: range(100, 20) });
    const response = await save(notify, phone, { orderIds: range(100, 21) });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('Ce téléphone suit déjà 20 colis. Désabonnez-en un, puis réessayez.');
    expect(await followed(phone)).toHaveLength(20);
  });

  it('is on 10 devices of a user at most: the one that was seen longest ago makes room [PUSH-004]', async () => {
    const userId = newUser();
    const phones = Array.from({ length: 11 }, () => service.addPhone());
    for (const phone of phones.slice(0, 10)) await subscribe(notify, phone, { userId });
    await subscribe(notify, phones[0] as TestPhone, { userId });
    await subscribe(notify, phones[10] as TestPhone, { userId });
    const owners = await Promise.all(phones.map(async (phone) => (await stored(phone))?.userId ?? null));
    expect(owners).toEqual(phones.map((_, index) => (index === 1 ? null : userId)));
  });

  it('without an account ends 90 days after its last order [PUSH-004]', async () => {
    const [anonymous, renewed, own] = [service.addPhone(), service.addPhone(), service.addPhone()];
    await subscribe(notify, anonymous, { orderIds: [61] });
    await subscribe(notify, renewed, { orderIds: [61] });
    await subscribe(notify, own, { orderIds: [61], userId: newUser() });
    const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
    await removeExpiredDevices(notify.database, days(89.9));
    expect(await stored(anonymous)).not.toBeNull();
    await notify.database.pushDevice.update({
      where: { endpoint: renewed.subscription.endpoint },
      data: { lastOrderAt: days(1) },
    });
    await removeExpiredDevices(notify.database, days(90.1));
    expect(await Promise.all([anonymous, renewed, own].map(async (phone) => (await stored(phone)) !== null))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

it('a host is refused when it leads to a private address at the moment of the connection [PUSH-004]', async () => {
  const agent = publicAgent(new Set(), 1);
  const { requests } = service;
  const failure = new Promise((resolve) => request(`${service.url}/x`, { agent }).on('error', resolve).end());
  expect(await failure).toBeInstanceOf(NotPublic);
  expect(service.requests).toBe(requests);
});

it('the public key is the same for everybody, and a point of P-256 [PUSH-004]', async () => {
  const [first, second] = await Promise.all(
    [undefined, asUser(2)].map((caller) => call(notify.app, { url: '/api/push/key' }, caller)),
  );
  expect(first?.json()).toEqual(second?.json());
  const key = Buffer.from(first?.json().publicKey, 'base64url');
  expect([key.length, key[0]]).toEqual([65, 4]);
});

it('the administrator sees how many devices receive what is sent to users', async () => {
  const count = async () => (await call(notify.app, { url: '/api/push/summary' }, asAdmin())).json().devices;
  const before = await count();
  await subscribe(notify, service.addPhone(), { orderIds: [71] });
  await subscribe(notify, service.addPhone(), { userId: newUser() });
  expect(await count()).toBe(before + 1);
});
