import type { Notification } from '@fasocolis/contracts/notifications';
import type { Order } from '@fasocolis/contracts/orders';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LiveClient } from '../stack/live-client.ts';
import { docker, type Installation, sharedInstallation } from './installation.ts';
import { Load } from './load.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await sharedInstallation({ orders: 3, notify: 2, 'notify-worker': 2 });
});

/** Connections that read uncached responses, until the test ends. */
async function startLoad(clients: number): Promise<Load> {
  const cookie = await installation.signInAsAdmin();
  const send = () => fetch(`${installation.url}/api/orders?range=[0,0]`, { headers: { cookie } });
  const load = new Load({ send, expected: 200, clients });
  onTestFinished(() => load.stop());
  return load;
}

async function served(container: string): Promise<number> {
  const sample = /^http_request_duration_seconds_count\{method="GET",route="\/api\/orders",status="200"\} (\d+)$/m;
  return Number(sample.exec(await installation.metricsOf(container))?.[1] ?? 0);
}

describe('several replicas of orders', () => {
  it('receive an equal share of the requests', async () => {
    const replicas = await installation.containersOf('orders');
    expect(replicas).toHaveLength(3);
    // This load runs until the gateway has discovered all three.
    const first = await startLoad(32);
    await vi.waitFor(async () => expect(Math.min(...(await Promise.all(replicas.map(served))))).toBeGreaterThan(0), {
      timeout: 10_000,
    });
    await first.stop();
    // No request arrives meanwhile: the three counts are not read at the same moment.
    const before = await Promise.all(replicas.map(served));
    const load = await startLoad(32);
    await vi.waitUntil(() => load.answered > 3000, { timeout: 60_000 });
    await load.stop();
    const after = await Promise.all(replicas.map(served));
    const counts = after.map((count, index) => count - (before[index] ?? 0));
    const share = counts.reduce((sum, count) => sum + count) / 3;
    for (const count of counts) expect(Math.abs(count / share - 1), String(counts)).toBeLessThan(0.2);
    expect(load.failures).toEqual([]);
  });

  it('receive requests within five seconds after their start, and none once they are dead', async () => {
    const before = await installation.containersOf('orders');
    const load = await startLoad(8);
    await installation.compose('up', '-d', '--no-recreate', '--no-deps', '--scale', 'orders=4', 'orders');
    const [added = ''] = (await installation.containersOf('orders')).filter((id) => !before.includes(id));
    await vi.waitFor(() => served(added), { timeout: 60_000, interval: 100 });
    await vi.waitFor(async () => expect(await served(added)).toBeGreaterThan(0), { timeout: 5000, interval: 100 });

    await docker('kill', added);
    const killedAt = load.answered;
    await vi.waitUntil(() => load.answered > killedAt + 1000, { timeout: 60_000 });
    await load.stop();
    expect(load.failures).toEqual([]);
  });
});

describe('several replicas of notify', () => {
  it('share the live sockets, and a notification reaches all of them', async () => {
    const replicas = await installation.containersOf('notify');
    const body = { email: 'client', password: 'Client-1234' };
    const customer = await installation.send<{ id: number }>('POST', '/api/auth/login', body);
    const cookie = await installation.signIn('client', 'Client-1234');
    const clients = Array.from(
      { length: 20 },
      () => new LiveClient({ url: installation.url, cookie, userId: customer.id }),
    );
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))));
    await vi.waitUntil(() => clients.every((client) => client.connections > 0), { timeout: 20_000 });
    const sockets = async (container: string) =>
      Number(/^live_sockets (\d+)$/m.exec(await installation.metricsOf(container))?.[1]);
    const counts = await Promise.all(replicas.map(sockets));
    expect(Math.min(...counts), String(counts)).toBeGreaterThanOrEqual(8);

    const admin = await installation.signInAsAdmin();
    const broadcast = { title: 'Congés', body: 'Du 24 au 26.' };
    const { id } = await installation.send<Notification>('POST', '/api/notifications', broadcast, admin);
    await vi.waitUntil(() => clients.every((client) => client.ids.includes(id)), { timeout: 10_000 });
    for (const client of clients) expect(client.ids.filter((heard) => heard === id)).toEqual([id]);
  });
});

describe('several workers', () => {
  it('share the events, and each event takes effect once', async () => {
    const workers = await installation.containersOf('notify-worker');
    expect(workers).toHaveLength(2);
    const admin = await installation.signInAsAdmin();
    const references = Array.from({ length: 40 }, (_, index) => `SCALE-${Date.now()}-${100 + index}`);
    for (const reference of references) {
      const { id } = await installation.send<Order>('POST', '/api/orders', { reference, userId: 2 }, admin);
      await installation.send('PATCH', `/api/orders/${id}`, { status: 'IN_TRANSIT' }, admin);
    }
    const notifications = async () => {
      const headers = { cookie: admin };
      const response = await fetch(`${installation.url}/api/notifications/user/2?range=[0,99]`, { headers });
      const all = (await response.json()) as Notification[];
      return references.map((reference) => all.filter(({ body }) => body.includes(reference)).length);
    };
    await vi.waitFor(async () => expect((await notifications()).every((count) => count > 0)).toBe(true), 30_000);
    expect(await notifications()).toEqual(references.map(() => 1));
    const handled = await Promise.all(
      workers.map(async (worker) => (await docker('logs', worker)).split('"msg":"event handled"').length - 1),
    );
    expect(Math.min(...handled), String(handled)).toBeGreaterThan(0);
  });
});
