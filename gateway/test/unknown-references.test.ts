import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deviceCookie, emptyRedis, openSession, startGateway, startUpstream } from './helpers.ts';

beforeEach(emptyRedis);

const MISSES_HEADER = 'x-unknown-references';
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

let devices = 0;
/** The cookie of another device, which the site saw first so many minutes ago. */
function deviceSince(minutes: number): string {
  devices += 1;
  return deviceCookie(`device-${devices}`, minutes);
}

interface Caller {
  from?: string;
  cookie?: string;
}

/** A gateway before a service that knows references with the beginning "KNOWN", and names the others in the header. */
async function startLookups(limits: Record<string, string> = {}) {
  const service = await startUpstream(({ url = '' }, response) => {
    const reference = url.split('/')[3] ?? '';
    if (reference.startsWith('KNOWN')) return response.end('{}');
    response.writeHead(404, { [MISSES_HEADER]: hashOf(reference) }).end('{}');
  });
  const urls = { ORDERS_URL: service.url, NOTIFY_URL: service.url };
  const gateway = await startGateway({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', ...urls, ...limits });
  const lookUp = (reference: string, { from = '9.9.9.9', cookie }: Caller = {}) =>
    gateway.call(`/api/orders/${reference}`, { headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) } });
  const statusOf = async (reference: string, caller?: Caller) => (await lookUp(reference, caller)).status;
  /** Looks up so many distinct unknown references. */
  const miss = async (count: number, caller?: Caller) => {
    const prefix = crypto.randomUUID();
    for (let index = 0; index < count; index += 1) expect(await statusOf(`${prefix}-${index}`, caller)).toBe(404);
  };
  return { gateway, lookUp, statusOf, miss };
}

describe('lookups of unknown references', () => {
  it('are refused for ten minutes after 60 distinct ones of a user, with the time and the way out, and for no other caller of the address [SEC-025]', async () => {
    const { lookUp, statusOf, miss } = await startLookups();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    await miss(60, { cookie });
    const refused = await lookUp('KNOWN', { cookie });
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'too-many-requests',
      message: 'Trop de numéros inconnus. Réessayez dans 10 minutes, ou écrivez-nous sur WhatsApp.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
    const other = await openSession({ userId: 8, isAdmin: false });
    const bystanders = [{ cookie: other.cookie }, { cookie: deviceSince(11) }, {}];
    for (const bystander of bystanders) expect(await statusOf('KNOWN', bystander)).toBe(200);
  });

  it('count the sessions of a user together [SEC-025]', async () => {
    const { statusOf, miss } = await startLookups();
    const [first, second] = [
      await openSession({ userId: 7, isAdmin: false }),
      await openSession({ userId: 7, isAdmin: false }),
    ];
    await miss(30, first);
    await miss(30, { cookie: second.cookie, from: '8.8.8.8' });
    expect(await statusOf('KNOWN', { cookie: first.cookie })).toBe(429);
  });

  it('are refused after 30 of a device that is ten minutes old, and for no other caller of the address [SEC-025]', async () => {
    const { statusOf, miss } = await startLookups();
    const cookie = deviceSince(10);
    await miss(30, { cookie });
    expect(await statusOf('KNOWN', { cookie })).toBe(429);
    expect(await statusOf('KNOWN', { cookie, from: '8.8.8.8' })).toBe(429);
    expect([await statusOf('KNOWN', { cookie: deviceSince(10) }), await statusOf('KNOWN')]).toEqual([200, 200]);
  });

  it('are refused after 300 of all other visitors of an address together, devices of nine minutes included [SEC-025]', async () => {
    const { statusOf, miss } = await startLookups();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    for (let minutes = 0; minutes < 9; minutes += 1) await miss(33, { cookie: deviceSince(minutes) });
    await miss(3);
    const visitors = [{}, { cookie: deviceSince(9) }, { cookie: deviceSince(9).replace('device-', 'device-forged-') }];
    for (const visitor of visitors) expect(await statusOf('KNOWN', visitor)).toBe(429);
    const others = [{ cookie }, { cookie: deviceSince(10) }, { from: '9.9.9.8' }];
    for (const other of others) expect(await statusOf('KNOWN', other)).toBe(200);
  });

  it('count once per reference, with its history and however often it is tried [SEC-025]', async () => {
    const { statusOf } = await startLookups({ RATE_LIMIT_MISSES: '3' });
    for (let round = 0; round < 5; round += 1) {
      expect(await Promise.all(['A', 'A/events', 'B'].map((path) => statusOf(path)))).toEqual([404, 404, 404]);
    }
    expect(await statusOf('KNOWN')).toBe(200);
    expect([await statusOf('C'), await statusOf('KNOWN')]).toEqual([404, 429]);
  });

  it('are refused beyond the limit also when they began before it was reached [SEC-025]', async () => {
    const { statusOf } = await startLookups({ RATE_LIMIT_MISSES: '10' });
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => statusOf(`X${index}`)));
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('do not count for staff [SEC-025]', async () => {
    const { statusOf, miss } = await startLookups();
    const { cookie } = await openSession({ userId: 7, isAdmin: false, isAgent: true });
    await miss(61, { cookie });
    expect(await statusOf('KNOWN', { cookie })).toBe(200);
    expect(await statusOf('KNOWN')).toBe(200);
  });

  it.each([
    ['an IPv4 /24', (host: number) => `9.9.9.${host}`, '9.9.10.1'],
    ['an IPv6 /48', (host: number) => `2001:db8:1:${host}::1`, '2001:db8:2::1'],
  ])('count for the visitors of %s too, at ten times the value [SEC-030]', async (_network, address, elsewhere) => {
    const { statusOf, miss } = await startLookups({ RATE_LIMIT_MISSES: '2' });
    for (let host = 1; host <= 20; host += 1) await miss(1, { from: address(host) });
    expect(await statusOf('KNOWN', { from: address(50) })).toBe(429);
    expect(await statusOf('KNOWN', { from: address(50), cookie: deviceSince(10) })).toBe(200);
    expect(await statusOf('KNOWN', { from: elsewhere })).toBe(200);
  });

  it.each([
    ['saving a parcel', '/api/orders/save'],
    ['subscribing a device', '/api/push/devices'],
  ])('count for %s, which is refused too [SEC-025]', async (_way, path) => {
    const { gateway, statusOf, miss } = await startLookups({ RATE_LIMIT_MISSES: '2' });
    const send = () => gateway.call(path, { method: 'POST', headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect((await send()).status).toBe(404);
    await miss(1);
    expect([await statusOf('KNOWN'), (await send()).status]).toEqual([429, 429]);
  });

  it('are named to the gateway only [SEC-025]', async () => {
    const limited = await startLookups();
    const unlimited = await startLookups({ RATE_LIMITS: 'off' });
    for (const { lookUp } of [limited, unlimited])
      expect((await lookUp('A')).headers).not.toHaveProperty(MISSES_HEADER);
  });

  it('count for all gateways together', async () => {
    const first = await startLookups({ RATE_LIMIT_MISSES: '3' });
    const second = await startLookups({ RATE_LIMIT_MISSES: '3' });
    await first.miss(2);
    await second.miss(1);
    expect(await second.statusOf('KNOWN')).toBe(429);
    expect([await first.statusOf('D'), await first.statusOf('KNOWN')]).toEqual([429, 429]);
  });

  it('are answered again after the window', async () => {
    const { statusOf, miss } = await startLookups({ RATE_LIMIT_MISSES: '1' });
    await miss(1);
    expect(await statusOf('KNOWN')).toBe(429);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await statusOf('KNOWN')).toBe(200);
  });

  it('are answered uncounted without Redis', async () => {
    const { statusOf, miss } = await startLookups({ RATE_LIMIT_MISSES: '1', REDIS_URL: 'redis://127.0.0.1:1' });
    await miss(2);
    expect(await statusOf('KNOWN')).toBe(200);
  });
});
