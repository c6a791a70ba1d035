import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import type { Order } from '@fasocolis/contracts/orders';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { testIdentityVariables } from '@fasocolis/service-kit/testing/harness';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { ROOT } from '../../infra/local/root.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const PASSWORD = 'a-password-of-redis';
const TIMEOUT = { timeout: 20_000, interval: 50 };

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-tls-'));
const authority = new TestAuthority(folder);
const certificate = authority.certify('DNS:localhost');
let databaseUrl: string;
let redisUrl: string;
let stack: TemporaryStack;
const stops: (() => unknown)[] = [];

/** PostgreSQL that accepts TLS only. @returns the URL of its superuser */
async function startSecurePostgres(): Promise<string> {
  const server = await startPostgres({ dir: folder, temporary: true });
  stops.push(() => server.stop());
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
  const data = rows[0]?.data ?? '';
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [certificate.cert, 'server.crt'],
    [certificate.key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(data, name));
    chownSync(join(data, name), uid, gid);
  }
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  const refused = () =>
    expect(new pg.Client({ connectionString: server.url }).connect()).rejects.toThrow('no encryption');
  await vi.waitFor(refused, TIMEOUT);
  const url = new URL(server.url);
  url.hostname = 'localhost';
  url.search = 'sslmode=verify-full';
  return url.href;
}

/** Redis that accepts TLS only. */
async function startSecureRedis(): Promise<string> {
  const port = await freePort();
  const settings = [
    ...['port 0', `tls-port ${port}`, 'bind 127.0.0.1', 'tls-auth-clients no', 'save ""'],
    ...[`tls-cert-file ${certificate.cert}`, `tls-key-file ${certificate.key}`, `tls-ca-cert-file ${authority.file}`],
    `requirepass ${PASSWORD}`,
  ];
  const file = join(folder, 'redis.conf');
  writeFileSync(file, `${settings.join('\n')}\n`);
  const server = spawn('redis-server', [file], { cwd: folder, stdio: 'ignore' });
  stops.push(() => server.kill('SIGKILL'));
  return `rediss://:${PASSWORD}@localhost:${port}`;
}

const trusted = tls.getCACertificates();
beforeAll(async () => {
  // For the processes of the product; this process gets the authority itself.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', authority.file);
  tls.setDefaultCACertificates([...trusted, authority.text]);
  [databaseUrl, redisUrl] = await Promise.all([startSecurePostgres(), startSecureRedis()]);
  stack = await startTemporaryStack('tls', { databaseUrl, redisUrl });
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await Promise.all(stops.map((stop) => stop()));
  tls.setDefaultCACertificates(trusted);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function send<T>(method: string, path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(stack.url + path, { method, headers, body: JSON.stringify(body) });
  expect(response.ok, path).toBe(true);
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', body: (await response.json()) as T };
}

it('the whole product works with PostgreSQL and Redis that accept TLS only', async () => {
  const { cookie } = await send('POST', '/api/auth/login', { email: 'admin', password: stack.adminPassword });
  const { body: order } = await send<Order>('POST', '/api/orders', { reference: 'TLS-1', userId: 2 }, cookie);
  await send('PATCH', `/api/orders/${order.id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, cookie);
  // Through an outbox, Redis, a worker, and to the SMTP server.
  await vi.waitFor(async () => {
    const notified = await fetch(`${stack.url}/api/notifications/user/2`, { headers: { cookie } });
    expect(JSON.stringify(await notified.json())).toContain('TLS-1');
  }, TIMEOUT);
  const client = await stack.connect(databaseUrl);
  const { rows } = await client.query<{ ssl: boolean; roles: string[] }>(
    `SELECT ssl, array_agg(DISTINCT usename::text) AS roles FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE usename IS NOT NULL GROUP BY ssl`,
  );
  expect(rows).toEqual([{ ssl: true, roles: ['auth', 'catalog', 'content', 'notify', 'orders', 'postgres'] }]);
});

/** A process of orders, with the given authorities and database URL. */
function startOrders(entry: string, authorities: string, host = 'localhost') {
  const address = new URL(stack.databases.orders);
  address.hostname = host;
  const env = {
    ...process.env,
    ...{ NODE_EXTRA_CA_CERTS: authorities, DATABASE_URL: address.href, REDIS_URL: redisUrl, PORT: '0' },
    ...{ AUTH_URL: 'http://127.0.0.1:1', ...testIdentityVariables('orders') },
  };
  const child = spawn(process.execPath, [join(ROOT, 'services/orders/src', entry)], { env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return { child, printed: () => printed };
}

describe.each([
  ['another authority', () => new TestAuthority(folder).file, 'localhost', 'unable to verify the first certificate'],
  ['another name', () => authority.file, '127.0.0.1', "IP: 127.0.0.1 is not in the cert's list"],
])('a PostgreSQL with the certificate of %s', (_, authorities, host, reason) => {
  it('is refused: the service stays up, is not ready, and logs the reason', async () => {
    const { child, printed } = startOrders('server.ts', authorities(), host);
    const address = () => /Server listening at (http:[^"]+)/.exec(printed())?.[1] ?? '';
    await vi.waitUntil(address, TIMEOUT);
    expect((await fetch(`${address()}/health/ready`)).status).toBe(503);
    await vi.waitFor(() => expect(printed()).toContain('"msg":"not ready"'), TIMEOUT);
    expect(printed()).toContain(reason);
    const unavailable = await fetch(`${address()}/api/orders/TLS-1`);
    expect([unavailable.status, child.exitCode]).toEqual([503, null]);
  }, 60_000);

  it('is refused: migrations fail with the reason', async () => {
    const { child, printed } = startOrders('migrate.ts', authorities(), host);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(printed()).toContain(reason);
  });
});
