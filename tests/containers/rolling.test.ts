import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processesOf, SERVICES } from '@fasocolis/contracts/services';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { docker, type Installation, ROOT, sharedInstallation } from './installation.ts';
import { Load } from './load.ts';

const TWO_OF_EACH = Object.fromEntries(SERVICES.map((service) => [service, 2]));
const SCALED = SERVICES.flatMap((service) => ['--scale', `${service}=2`]);

let installation: Installation;
let cookie: string;
beforeAll(async () => {
  installation = await sharedInstallation(TWO_OF_EACH);
  cookie = await installation.signInAsAdmin();
});
// Its databases are of a version that no other test has.
afterAll(() => installation.down());

const unique = () => crypto.randomUUID().slice(0, 18);

/** Reads and writes of every service, with the expected status. */
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

/** The rows that the writes of the loads insert. */
const WRITTEN: Record<string, string> = {
  'create an order': "SELECT count(*) FROM orders.orders WHERE reference LIKE 'ROLL-%'",
  'send a notification': "SELECT count(*) FROM notify.notifications WHERE title LIKE 'Avis %'",
  'write a message': "SELECT count(*) FROM content.contact_messages WHERE subject LIKE 'Colis %'",
};

async function countWritten(): Promise<Record<string, number>> {
  const postgres = await installation.containerOf('postgres');
  const count = (query: string) => docker('exec', postgres, 'psql', '-U', 'postgres', '-d', 'fasocolis', '-Atc', query);
  const counts = Object.entries(WRITTEN).map(async ([name, query]) => [name, Number(await count(query))] as const);
  return Object.fromEntries(await Promise.all(counts));
}

function startLoads() {
  const loads = Object.entries(requests).map(([name, { method, path, expected, body }]) => {
    const send = async () => {
      // The processes that serve requests share two cores with those that start.
      await delay(100);
      return fetch(installation.url + path, {
        method,
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body()) }),
      });
    };
    return { name, method, load: new Load({ send, expected, clients: 1 }) };
  });
  const stop = async () => void (await Promise.all(loads.map(({ load }) => load.stop())));
  onTestFinished(stop);
  const answered = () => Math.min(...loads.map(({ load }) => load.answered));
  /** Waits until each load has received that many more responses. */
  const more = async (count: number) => {
    const target = answered() + count;
    await vi.waitUntil(() => answered() >= target, { timeout: 60_000, interval: 50 });
  };
  const failures = (isRelevant = (_method: string) => true) =>
    loads.flatMap(({ name, method, load }) =>
      isRelevant(method) ? load.failures.map((failure) => `${name}: ${failure}`) : [],
    );
  /** The number of responses to each write. */
  const written = () =>
    Object.fromEntries(loads.flatMap(({ name, load }) => (name in WRITTEN ? [[name, load.answered]] : [])));
  return { stop, more, failures, written };
}

/** One replica of each service. */
const oneOfEach = () =>
  Promise.all(SERVICES.map(async (service) => (await installation.containersOf(service))[0] ?? ''));

/** Starts stopped or killed containers, which Docker does not restart, and waits until they respond. */
async function startAgain(replicas: string[]): Promise<void> {
  await docker('start', ...replicas);
  const response = () => Promise.all(replicas.map((replica) => installation.metricsOf(replica)));
  await vi.waitFor(response, { timeout: 60_000, interval: 1000 });
}

describe('under steady load, with two replicas of every service', () => {
  it('a graceful stop of one replica of each fails no request', async () => {
    const loads = startLoads();
    await loads.more(10);
    const replicas = await oneOfEach();
    for (const replica of replicas) {
      await docker('stop', replica);
      await loads.more(5);
    }
    await startAgain(replicas);
    await loads.more(10);
    await loads.stop();
    expect(loads.failures()).toEqual([]);
  });

  it('a killed replica of each fails no read, and only the writes that it was handling', async () => {
    const loads = startLoads();
    await loads.more(10);
    const replicas = await oneOfEach();
    for (const replica of replicas) {
      await docker('kill', replica);
      await loads.more(5);
    }
    await startAgain(replicas);
    await loads.more(10);
    await loads.stop();
    expect(loads.failures((method) => method === 'GET')).toEqual([]);
    // One client per kind of write: at most its request in flight can have failed.
    expect(loads.failures().length).toBeLessThanOrEqual(SERVICES.length);
  });
});

describe('a rolling update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-next-'));
  /** The table with the most writes of each service. */
  const TABLES = {
    auth: 'users',
    orders: 'orders',
    notify: 'notifications',
    catalog: 'products',
    content: 'contact_messages',
  };
  const next = (service: string) => `fasocolis/${service}:next`;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Builds the next version of every service: another image, with one more migration. */
  async function buildNextVersions(): Promise<string> {
    const dockerfile = `ARG SERVICE
      FROM fasocolis/$SERVICE
      ENV NEXT_VERSION=true
      ARG SERVICE
      COPY --chmod=644 $SERVICE.sql prisma/migrations/29991231235959_next_version/migration.sql`;
    writeFileSync(join(folder, 'Dockerfile'), dockerfile);
    const build = (service: string, table: string) => {
      const migration = `ALTER TABLE ${table} ADD COLUMN next_version TEXT;
        CREATE TABLE next_versions (id INTEGER PRIMARY KEY);`;
      writeFileSync(join(folder, `${service}.sql`), migration);
      return docker('build', '--quiet', '-t', next(service), '--build-arg', `SERVICE=${service}`, folder);
    };
    await Promise.all(Object.entries(TABLES).map(([service, table]) => build(service, table)));
    const images = SERVICES.flatMap((service) =>
      [...processesOf(service), `${service}-migrate`].map((name) => `${name}: { image: ${next(service)} }`),
    );
    const file = join(folder, 'next-version.yml');
    writeFileSync(file, `services: { ${images.join(', ')} }`);
    return file;
  }

  const backups = join(folder, 'backups');
  const backupFiles = () => readdirSync(backups).filter((name) => name.endsWith('.backup'));

  /** The arguments that add Compose files to a command. */
  const environmentWith = (files: string[]) => ({
    ...process.env,
    ...installation.environment,
    BACKUPS_FOLDER: backups,
    COMPOSE_FILE: [installation.environment.COMPOSE_FILE, ...files].join(':'),
  });

  /** Runs `npm run update -- --no-build <services>` with more Compose files. @returns what it prints */
  async function update(files: string[], ...names: string[]) {
    const script = join(ROOT, 'infra/docker/rolling-update.mjs');
    const options = { env: environmentWith(files) };
    return (await promisify(execFile)(process.execPath, [script, '--no-build', ...names], options)).stdout;
  }

  /** Builds the image of a running container again, as another one. @returns its name */
  async function buildNext(service: string): Promise<string> {
    const container = await installation.containerOf(service);
    const current = await docker('inspect', '-f', '{{.Config.Image}}', container);
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${current}\nLABEL next=true`);
    await docker('build', '--quiet', '-t', next(service), folder);
    return next(service);
  }

  it('replaces PostgreSQL and Redis when their images change, after a backup, and keeps their data [OPS-003]', async () => {
    const { reference } = await installation.send<{ reference: string }>(
      'POST',
      '/api/orders',
      { reference: `ROLL-${unique()}`, userId: 2 },
      cookie,
    );
    const stores = ['postgres', 'redis'];
    const before = await installation.containersOf(...stores);
    const file = join(folder, 'next-stores.yml');
    const [postgres, redis] = [await buildNext('postgres'), await buildNext('redis')];
    writeFileSync(file, `services: { postgres: { image: ${postgres} }, redis: { image: ${redis} } }`);

    const printed = await update([file], ...stores);

    const [, changed = ''] = /Ce qui change :\n((?: {2}.*\n)+)/.exec(printed) ?? [];
    expect(changed.split('\n').toSorted()).toEqual([
      '',
      expect.stringMatching(/^ {2}postgres : \S+ \([0-9a-f]{12}\) → fasocolis\/postgres:next \([0-9a-f]{12}\)$/),
      expect.stringMatching(/^ {2}redis : \S+ \([0-9a-f]{12}\) → fasocolis\/redis:next \([0-9a-f]{12}\)$/),
    ]);
    const after = await installation.containersOf(...stores);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    const images = (await docker('inspect', '-f', '{{.Config.Image}}', ...after)).split('\n');
    expect(images.toSorted()).toEqual([postgres, redis].toSorted());
    const [backup = '', ...more] = backupFiles();
    expect(more).toEqual([]);
    const created = await docker('inspect', '-f', '{{.Created}}', await installation.containerOf('postgres'));
    expect(statSync(join(backups, backup)).mtimeMs).toBeLessThan(Date.parse(created));
    // The session in Redis, the order in PostgreSQL.
    const read = async () =>
      (await fetch(`${installation.url}/api/orders/${reference}`, { headers: { cookie } })).status;
    await vi.waitFor(async () => expect(await read()).toBe(200), { timeout: 30_000, interval: 500 });
    const me = await fetch(`${installation.url}/api/user`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ isAdmin: true });

    // Those of docker-compose.yml again.
    await update([], ...stores);
    const same = await installation.containersOf(...stores);
    expect(same.filter((id) => after.includes(id))).toEqual([]);
    expect(await update([], ...stores)).toContain('Aucune image ne change.');
    expect(await installation.containersOf(...stores)).toEqual(same);
  });

  it('puts the former PostgreSQL back into service with its data when the new one is not healthy [OPS-003]', async () => {
    const { reference } = await installation.send<{ reference: string }>(
      'POST',
      '/api/orders',
      { reference: `ROLL-${unique()}`, userId: 2 },
      cookie,
    );
    const before = await installation.containersOf('postgres', ...SERVICES);
    const file = join(folder, 'unhealthy-postgres.yml');
    const healthcheck = '{ test: [CMD, "false"], interval: 1s, retries: 2, start_period: 0s }';
    writeFileSync(
      file,
      `services: { postgres: { image: ${await buildNext('postgres')}, healthcheck: ${healthcheck} } }`,
    );

    await expect(update([file])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "La nouvelle version de postgres ne devient pas saine : l'ancienne est de nouveau en service, avec ses données.",
      ),
    });

    expect((await installation.containersOf('postgres', ...SERVICES)).toSorted()).toEqual(before.toSorted());
    const read = async () =>
      (await fetch(`${installation.url}/api/orders/${reference}`, { headers: { cookie } })).status;
    await vi.waitFor(async () => expect(await read()).toBe(200), { timeout: 30_000, interval: 500 });
  });

  it('replaces a secret of a gateway with one port: no response for a moment, and no wrong one', async () => {
    const key = join(installation.environment.SECRETS_FOLDER ?? '', 'gateway_identity_key');
    const old = readFileSync(key, 'utf8');
    onTestFinished(() => writeFileSync(key, old));
    const before = await installation.containerOf('gateway');
    const loads = startLoads();
    await loads.more(10);

    // The notation changes, the key does not.
    const changed = JSON.stringify(JSON.parse(old), null, 2);
    writeFileSync(key, changed);
    await update([], 'gateway');

    await loads.more(10);
    await loads.stop();
    const wrong = loads.failures().filter((failure) => /: \d{3} /.test(failure));
    expect(wrong).toEqual([]);
    const gateway = await installation.containerOf('gateway');
    expect(gateway).not.toBe(before);
    expect(await docker('exec', gateway, 'cat', '/run/secrets/gateway_identity_key')).toContain(changed);
  });

  it('replaces every process and its schema under load without a failed request or a lost write', async () => {
    const file = await buildNextVersions();
    const everything = SERVICES.flatMap(processesOf);
    const before = await installation.containersOf(...everything);
    const rowsBefore = await countWritten();
    const loads = startLoads();
    await loads.more(10);

    await update([file], ...everything);

    await loads.more(10);
    await loads.stop();
    expect(loads.failures()).toEqual([]);
    const rows = await countWritten();
    const added = Object.keys(WRITTEN).map((name) => [name, (rows[name] ?? 0) - (rowsBefore[name] ?? 0)]);
    // Every acknowledged row exists once.
    expect(Object.fromEntries(added)).toEqual(loads.written());
    const after = await installation.containersOf(...everything);
    expect(after).toHaveLength(everything.length + SERVICES.length);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    // `docker compose up` treats them as its own.
    const up = ['compose', '--project-directory', ROOT, 'up', '--no-start', ...SCALED];
    await promisify(execFile)('docker', up, { env: environmentWith([file]) });
    expect((await installation.containersOf(...everything)).toSorted()).toEqual(after.toSorted());
    const images = (await docker('inspect', '-f', '{{.Config.Image}}', ...after)).split('\n');
    expect(new Set(images)).toEqual(new Set(SERVICES.map(next)));
    const postgres = await installation.containerOf('postgres');
    for (const [service, table] of Object.entries(TABLES)) {
      const query = `SELECT count(next_version) + (SELECT count(*) FROM next_versions) FROM ${table}`;
      const psql = ['psql', '-U', 'postgres', '-d', 'fasocolis', '-Atc', query];
      expect(await docker('exec', '-e', `PGOPTIONS=-csearch_path=${service}`, postgres, ...psql)).toBe('0');
    }
  });

  it('of the gateway leaves every page with its files: none is missing under page loads [OLD-005]', async () => {
    // The next release: other names of all files of the customer site.
    const dockerfile = `FROM fasocolis/gateway
      USER root
      RUN cd ../web-customer/dist && for file in assets/*; do \\
            name=$(basename $file); rename="next-$name"; mv $file assets/$rename; \\
          done && sed -i 's|/assets/|/assets/next-|g' index.html
      USER node`;
    writeFileSync(join(folder, 'Dockerfile'), dockerfile);
    await docker('build', '--quiet', '-t', next('gateway'), folder);
    const file = join(folder, 'next-gateway.yml');
    writeFileSync(file, `services: { gateway: { image: ${next('gateway')} } }`);

    const opened: string[] = [];
    const missing: string[] = [];
    let isOver = false;
    const open = async () => {
      while (!isOver) {
        // A gateway with one port is unreachable for a moment: the page is opened again, but never without its files.
        const page = await fetch(`${installation.url}/about`, { headers: { accept: 'text/html' } }).catch(() => null);
        const text = page?.ok ? await page.text() : '';
        for (const [path] of text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) {
          const response = await fetch(installation.url + path).catch(() => null);
          if (response?.status === 404) missing.push(path);
          else if (response?.ok) opened.push(path);
        }
        await delay(50);
      }
    };
    const opening = open();
    const count = (isNext: boolean) => opened.filter((path) => path.includes('/next-') === isNext).length;
    await vi.waitUntil(() => count(false) > 10, { timeout: 60_000 });
    await update([file], 'gateway');
    await vi.waitUntil(() => count(true) > 10, { timeout: 60_000 });
    isOver = true;
    await opening;
    expect(missing).toEqual([]);
    // A page that was opened before the update loads one more file.
    expect((await fetch(installation.url + opened[0])).status).toBe(200);
  });

  it('puts every process back into service when one of the new version is not healthy [OPS-003]', async () => {
    const file = await buildNextVersions();
    const broken = join(folder, 'broken.yml');
    writeFileSync(broken, 'services: { orders: { command: [node, -e, "process.exit(1)"] } }');
    const everything = SERVICES.flatMap(processesOf);
    const before = await installation.containersOf(...everything);
    const rowsBefore = await countWritten();
    const loads = startLoads();
    await loads.more(10);

    // Migrations ran, and all others were already replaced.
    await expect(update([file, broken], ...everything)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/auth : 2 en place, relève en cours…[\s\S]*auth : retour en cours…/),
      stderr: expect.stringContaining(
        'La nouvelle version de orders ne devient pas saine : la version précédente est de nouveau en service, avec ses données.',
      ),
    });

    await loads.more(10);
    await loads.stop();
    expect(loads.failures()).toEqual([]);
    const rows = await countWritten();
    const added = Object.keys(WRITTEN).map((name) => [name, (rows[name] ?? 0) - (rowsBefore[name] ?? 0)]);
    expect(Object.fromEntries(added)).toEqual(loads.written());
    expect((await installation.containersOf(...everything)).toSorted()).toEqual(before.toSorted());
  });

  it('puts the former gateway back into service when the new one is not healthy [OPS-003]', async () => {
    const file = join(folder, 'broken-gateway.yml');
    writeFileSync(file, 'services: { gateway: { command: [node, -e, "process.exit(1)"] } }');
    const before = await installation.containerOf('gateway');
    await expect(update([file], 'gateway')).rejects.toThrow('La nouvelle version de gateway ne devient pas saine');
    expect(await installation.containerOf('gateway')).toBe(before);
    expect((await fetch(`${installation.url}/api/products`)).status).toBe(200);
  });
});
