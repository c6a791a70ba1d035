import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProductsSchema } from '@fasocolis/contracts/catalog';
import type { Order } from '@fasocolis/contracts/orders';
import { DockerComposeEnvironment, type StartedDockerComposeEnvironment, Wait } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PROJECT = 'fasocolis-test';
const ADMIN_PASSWORD = 'Compose-1234';
const PROCESSES = [
  'gateway',
  ...['auth', 'orders', 'notify', 'catalog', 'content'].flatMap((service) => [service, `${service}-worker`]),
  ...['postgres', 'redis'],
];

/** Secrets of one run, for every one that .env.example says is generated; Compose reads them as it would read .env. */
const secrets = Object.fromEntries(
  [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^(\w+)=generated$/gm)].map(([, name]) => [
    name,
    crypto.randomUUID().replaceAll('-', ''),
  ]),
);
const environment = {
  ...secrets,
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD,
  DEMO_DATA: 'true',
  RATE_LIMITS: 'off',
  BIND_ADDRESS: '127.0.0.1',
  PORT: '18080',
  PUBLIC_URL: 'http://127.0.0.1:18080',
};
const url = environment.PUBLIC_URL;

const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8' });
const compose = (...args: string[]) =>
  execFileSync('docker', ['compose', '-p', PROJECT, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
const containerOf = (service: string) => compose('ps', '-q', service).trim();

let running: StartedDockerComposeEnvironment;
beforeAll(async () => {
  compose('build', '--quiet');
  running = await new DockerComposeEnvironment(ROOT, 'docker-compose.yml')
    .withProjectName(PROJECT)
    .withEnvironment(environment)
    .withDefaultWaitStrategy(Wait.forHealthCheck())
    .up(PROCESSES);
});
afterAll(async () => {
  await running?.down({ removeVolumes: true });
});

async function signInAsAdmin() {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin', password: ADMIN_PASSWORD }),
  });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function send(method: string, path: string, body: object, cookie: string): Promise<Order> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Order;
}

describe('docker compose up', () => {
  it('makes every process healthy', async () => {
    await vi.waitFor(
      () => {
        const states = PROCESSES.map((name) => docker('inspect', '-f', '{{.State.Health.Status}}', containerOf(name)));
        expect(states.map((state) => state.trim())).toEqual(PROCESSES.map(() => 'healthy'));
      },
      { timeout: 120_000, interval: 1000 },
    );
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('follows a parcel from its creation to its delivery', async () => {
    const cookie = await signInAsAdmin();
    const order = await send('POST', '/api/orders', { reference: `BOX-${Date.now()}`, userId: 2 }, cookie);
    await send('PATCH', `/api/orders/${order.id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, cookie);
    const answer = await fetch(`${url}/api/orders/${order.reference.toLowerCase()}`);
    expect(await answer.json()).toMatchObject({
      reference: order.reference,
      status: 'DELIVERED',
      latestUpdate: 'Remis',
    });
    const page = await (await fetch(`${url}/?tracking=${order.reference}`)).text();
    expect(page).toContain('<html lang="fr"');
    expect(await (await fetch(`${url}/admin`)).text()).toContain('<html lang="fr"');
  });

  it('shows the shop with its photos, and the pages', async () => {
    const products = ProductsSchema.parse(await (await fetch(`${url}/api/products`)).json());
    expect(products).toHaveLength(8);
    const photo = await fetch(products[0]?.imageUrl ?? products[0]?.imageUrls[0] ?? '');
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(`${url}/api/static-pages/about`)).status).toBe(200);
  });

  it('publishes the gateway alone [ROLE-016]', () => {
    const published = PROCESSES.filter((name) => docker('port', containerOf(name)).trim() !== '');
    expect(published).toEqual(['gateway']);
  });

  it('runs without root, on read-only file systems, with bounded memory', () => {
    for (const name of PROCESSES) {
      const container = containerOf(name);
      const format = '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.RestartPolicy.Name}} {{gt .HostConfig.Memory 0}}';
      expect(docker('inspect', '-f', format, container).trim(), name).toBe('true unless-stopped true');
      const uid = docker('exec', container, 'id', '-u').trim();
      expect(uid, name).not.toBe('0');
    }
  });

  it('finds more replicas when orders is scaled, without a failed request', async () => {
    compose('up', '-d', '--no-recreate', '--scale', 'orders=3', 'orders');
    const replicas = compose('ps', '-q', 'orders').trim().split('\n');
    expect(replicas).toHaveLength(3);
    const served = (container: string) =>
      Number(
        /http_request_duration_seconds_count\{method="GET",route="\/api\/orders\/:reference",status="200"\} (\d+)/.exec(
          docker(
            'exec',
            container,
            'node',
            '-e',
            "fetch('http://127.0.0.1:3000/metrics').then(async (r) => console.log(await r.text()))",
          ),
        )?.[1] ?? 0,
      );
    await vi.waitFor(
      async () => {
        for (let times = 0; times < 30; times += 1)
          expect((await fetch(`${url}/api/orders/DEMO0001`)).status).toBe(200);
        expect(replicas.map(served).every((count) => count > 0)).toBe(true);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it('answers 503 for orders and nothing else while their containers are killed, and recovers by itself', async () => {
    compose('kill', 'orders');
    await vi.waitFor(async () => {
      const answer = await fetch(`${url}/api/orders/DEMO0001`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ message: 'Service temporairement indisponible' });
    }, 10_000);
    expect((await fetch(`${url}/`)).status).toBe(200);
    await signInAsAdmin();
    compose('up', '-d', '--no-recreate', 'orders');
    await vi.waitFor(async () => expect((await fetch(`${url}/api/orders/DEMO0001`)).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
  });

  it('keeps the data when everything is stopped and started again', async () => {
    const cookie = await signInAsAdmin();
    const { reference } = await send('POST', '/api/orders', { reference: `KEEP-${Date.now()}` }, cookie);
    compose('down');
    compose('up', '-d', '--wait', ...PROCESSES);
    // The first request may find that its kept-alive connection died with the old gateway.
    const find = () => fetch(`${url}/api/orders/${reference}`);
    await vi.waitFor(async () => expect((await find()).status).toBe(200), 20_000);
    // The session survives too: Redis keeps its log.
    expect((await fetch(`${url}/api/user`, { headers: { cookie } })).status).toBe(200);
  });
});

describe('docker-compose.yml', () => {
  it('gives each service a database of its own [ENT-021]', () => {
    const yml = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
    const databases = [...yml.matchAll(/DATABASE_URL: postgresql:\/\/(\w+):.*@postgres:5432\/(\w+)/g)];
    expect(databases.map(([, role, database]) => [role, database])).toEqual(
      ['auth', 'orders', 'notify', 'catalog', 'content'].map((service) => [service, service]),
    );
  });
});
