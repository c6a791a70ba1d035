import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { docker, type Installation, ROOT, sharedInstallation } from './installation.ts';
import { Load } from './load.ts';

const SERVICES = ['auth', 'orders', 'notify', 'catalog', 'content'];
const TWO_OF_EACH = Object.fromEntries(SERVICES.map((service) => [service, 2]));

let installation: Installation;
let cookie: string;
beforeAll(async () => {
  installation = await sharedInstallation();
  cookie = await installation.signInAsAdmin();
  await installation.up(TWO_OF_EACH);
});

const unique = () => crypto.randomUUID().slice(0, 18);

/** Reads and writes of every service, with the answer each must get. */
const requests: Record<string, { method: string; path: string; expected: number; body?: () => object }> = {
  'follow a parcel': { method: 'GET', path: '/api/orders/DEMO0003', expected: 200 },
  'list orders': { method: 'GET', path: '/api/orders?range=[0,4]', expected: 200 },
  'create an order': {
    method: 'POST',
    path: '/api/orders',
    expected: 201,
    body: () => ({ reference: `ROLL-${unique()}`, userId: 2 }),
  },
  'who is signed in': { method: 'GET', path: '/api/user', expected: 200 },
  'forget a password': {
    method: 'POST',
    path: '/api/auth/forgot-password',
    expected: 200,
    body: () => ({ email: `nobody-${unique()}@example.com` }),
  },
  'list notifications': { method: 'GET', path: '/api/notifications/user/2', expected: 200 },
  'send a notification': {
    method: 'POST',
    path: '/api/notifications',
    expected: 201,
    body: () => ({ title: `Avis ${unique()}`, body: 'Bonjour', isGlobal: false, targetUserId: 2 }),
  },
  'list products': { method: 'GET', path: '/api/products', expected: 200 },
  'change a product': {
    method: 'PATCH',
    path: '/api/products/1',
    expected: 200,
    body: () => ({ price: '12 000 FCFA' }),
  },
  'read a page': { method: 'GET', path: '/api/static-pages/about', expected: 200 },
  'write a message': {
    method: 'POST',
    path: '/api/contact-messages',
    expected: 201,
    body: () => ({
      firstName: 'Fatou',
      lastName: 'Sanou',
      email: 'fatou@example.com',
      subject: `Colis ${unique()}`,
      message: 'Le carton est arrivé ouvert.',
    }),
  },
};

function startLoads() {
  const loads = Object.entries(requests).map(([name, { method, path, expected, body }]) => {
    const ask = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return fetch(installation.url + path, {
        method,
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body()) }),
      });
    };
    return { name, method, load: new Load({ ask, expected, clients: 1 }) };
  });
  const stop = async () => void (await Promise.all(loads.map(({ load }) => load.stop())));
  onTestFinished(stop);
  const answered = () => Math.min(...loads.map(({ load }) => load.answered));
  /** Until each has been answered this often from now on. */
  const more = async (count: number) => {
    const target = answered() + count;
    await vi.waitUntil(() => answered() >= target, { timeout: 60_000, interval: 50 });
  };
  const failures = (isRelevant = (_method: string) => true) =>
    loads.flatMap(({ name, method, load }) =>
      isRelevant(method) ? load.failures.map((failure) => `${name}: ${failure}`) : [],
    );
  return { stop, more, failures };
}

describe('under steady load, with two replicas of every service', () => {
  it('a graceful stop of one replica of each fails no request', async () => {
    const loads = startLoads();
    await loads.more(10);
    for (const service of SERVICES) {
      const [replica = ''] = await installation.containersOf(service);
      await docker('stop', replica);
      await loads.more(5);
    }
    await installation.up(TWO_OF_EACH);
    await loads.more(10);
    await loads.stop();
    expect(loads.failures()).toEqual([]);
  });

  it('a replica of each that is killed takes no read with it, and of writes only those it was at', async () => {
    const loads = startLoads();
    await loads.more(10);
    for (const service of SERVICES) {
      const [replica = ''] = await installation.containersOf(service);
      await docker('kill', replica);
      await loads.more(5);
    }
    await installation.up(TWO_OF_EACH);
    await loads.stop();
    expect(loads.failures((method) => method === 'GET')).toEqual([]);
    // One client of each kind writes: no more than its request of the moment can have been there.
    expect(loads.failures().length).toBeLessThanOrEqual(SERVICES.length);
  });
});

describe('a rolling update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-next-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The next version of orders: another image, with one more step of its schema. */
  async function buildNextVersion(): Promise<string> {
    const migration = `ALTER TABLE orders ADD COLUMN next_version TEXT;
      CREATE TABLE next_versions (id INTEGER PRIMARY KEY);`;
    writeFileSync(join(folder, 'migration.sql'), migration);
    writeFileSync(
      join(folder, 'Dockerfile'),
      `FROM fasocolis/orders
      ENV NEXT_VERSION=true
      COPY --chmod=644 migration.sql prisma/migrations/29991231235959_next_version/migration.sql`,
    );
    await docker('build', '--quiet', '-t', 'fasocolis/orders:next', folder);
    const file = join(folder, 'next-version.yml');
    const image = '{ image: fasocolis/orders:next }';
    writeFileSync(file, `services: { orders: ${image}, orders-worker: ${image}, orders-migrate: ${image} }`);
    return file;
  }

  it('replaces every process and its schema under load without a failed request', async () => {
    const file = await buildNextVersion();
    const before = await installation.compose('ps', '-q', ...SERVICES);
    const loads = startLoads();
    await loads.more(10);

    const environment = { ...installation.environment, COMPOSE_FILE: `docker-compose.yml:${file}` };
    const everything = SERVICES.flatMap((service) => [service, `${service}-worker`]);
    const script = join(ROOT, 'infra/docker/rolling-update.mjs');
    await promisify(execFile)(process.execPath, [script, '--no-build', ...everything], {
      env: { ...process.env, ...environment },
    });

    await loads.more(10);
    await loads.stop();
    expect(loads.failures()).toEqual([]);
    const after = await installation.compose('ps', '-q', ...SERVICES);
    expect(after.split('\n')).toHaveLength(2 * SERVICES.length);
    expect(after.split('\n').filter((id) => before.includes(id))).toEqual([]);
    const replicas = await installation.containersOf('orders');
    const images = await Promise.all(replicas.map((id) => docker('inspect', '-f', '{{.Config.Image}}', id)));
    expect(images).toEqual(['fasocolis/orders:next', 'fasocolis/orders:next']);
  });

  it('leaves the old version in service when the new one does not become healthy', async () => {
    const file = join(folder, 'broken.yml');
    writeFileSync(file, 'services: { catalog: { command: [node, -e, "process.exit(1)"] } }');
    const before = await installation.containersOf('catalog');
    const environment = { ...installation.environment, COMPOSE_FILE: `docker-compose.yml:${file}` };
    const script = join(ROOT, 'infra/docker/rolling-update.mjs');
    const update = promisify(execFile)(process.execPath, [script, '--no-build', 'catalog'], {
      env: { ...process.env, ...environment },
    });
    await expect(update).rejects.toThrow("l'ancienne reste en service");
    expect(await installation.containersOf('catalog')).toEqual(before);
    expect((await fetch(`${installation.url}/api/products`)).status).toBe(200);
  });
});
