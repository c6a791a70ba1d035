import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Order } from '@fasocolis/contracts/orders';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONTAINERS, generateSecrets, Installation, ROOT } from './installation.ts';

/**
 * The ports of PostgreSQL, PgBouncer and Redis on this machine; the installation uses host names, as with a provider.
 */
const PORTS = { database: 18432, pooler: 18433, redis: 18434 };
const SERVERS = join(import.meta.dirname, 'managed/compose.yml');
const STORES = ['postgres', 'redis'];

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-managed-'));
const secrets = generateSecrets();
const secret = (name: string) => readFileSync(join(secrets.SECRETS_FOLDER ?? '', name), 'utf8').trim();

const installation = new Installation({
  project: 'fasocolis-managed',
  port: 18094,
  files: [join(import.meta.dirname, 'managed/override.yml')],
  environment: {
    ...secrets,
    DATABASE_SERVER: `database.test:${PORTS.database}`,
    DATABASE_ADMIN: 'administrator',
    DATABASE_POOLER: `pooler.test:${PORTS.pooler}`,
    DATABASE_PARAMETERS: '?sslmode=verify-full',
    REDIS_URL: `rediss://redis.test:${PORTS.redis}`,
  },
});

async function servers(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CERTIFICATES: folder,
    ADMIN_PASSWORD: secret('postgres_password'),
    REDIS_PASSWORD: secret('redis_password'),
    DATABASE_PORT: String(PORTS.database),
    POOLER_PORT: String(PORTS.pooler),
    REDIS_PORT: String(PORTS.redis),
  };
  return (await promisify(execFile)('docker', ['compose', '-f', SERVERS, ...args], { env })).stdout.trim();
}

/** Creates certificates of a private authority, and the users of the pooler. */
function writeFiles() {
  const authority = new TestAuthority(folder);
  copyFileSync(authority.file, join(folder, 'authority.crt'));
  for (const [name, names] of Object.entries({ database: ['DNS:postgres'], pooler: [], redis: [] })) {
    const { cert, key } = authority.certify(`DNS:${name}.test`, ...names);
    copyFileSync(cert, join(folder, `${name}.crt`));
    copyFileSync(key, join(folder, `${name}.key`));
    chmodSync(join(folder, `${name}.key`), 0o644);
  }
  const roles = ['auth', 'orders', 'notify', 'catalog', 'content'];
  const users = roles.map((role) => `"${role}" "${secret(`${role}_db_password`)}"\n`);
  writeFileSync(join(folder, 'userlist.txt'), users.join(''));
  // The accounts of the servers must be able to read them.
  chmodSync(folder, 0o755);
  writeFileSync(join(secrets.SECRETS_FOLDER ?? '', 'certificate_authority'), authority.text);
}

function makeDatabases(): Promise<string> {
  const connection = { PGHOST: 'database.test', PGPORT: String(PORTS.database), PGUSER: 'administrator' };
  const security = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/run/secrets/certificate_authority' };
  const settings = Object.entries({ ...connection, ...security }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  return installation.compose('run', '--rm', '-T', '--no-deps', ...settings, 'databases');
}

/** Creates the users of infra/redis/users.acl as described in docs/operating.md. */
async function makeRedisUsers(): Promise<void> {
  const rules = readFileSync(join(ROOT, 'infra/redis/users.acl'), 'utf8').matchAll(/^([\w-]+) (.*)$/gm);
  const client = ['redis-cli', '--tls', '--insecure', '--no-auth-warning', '-a', secret('redis_password')];
  for (const [, user = '', rest = ''] of rules) {
    const password = `>${secret(`${user}_redis_password`)}`;
    const command = ['ACL', 'SETUSER', user, 'reset', 'on', password, ...rest.split(' ')];
    await servers('exec', '-T', 'redis', ...client, ...command);
  }
}

async function removeInstallation(): Promise<void> {
  await installation.down();
  await servers('down', '--volumes', '--timeout', '1');
}

beforeAll(async () => {
  writeFiles();
  // A killed run may have left an installation with unknown secrets.
  await removeInstallation();
  await servers('up', '-d', '--build', '--wait');
  await Promise.all([makeDatabases(), makeRedisUsers()]);
  const processes = CONTAINERS.filter((name) => !STORES.includes(name));
  await installation.up({}, processes);
});
afterAll(async () => {
  await removeInstallation();
  rmSync(folder, { recursive: true });
});

async function select(query: string): Promise<string[]> {
  const psql = ['psql', '-U', 'postgres', '-d', 'fasocolis', '-Atc', query];
  return (await servers('exec', '-T', 'postgres', ...psql)).split('\n');
}

async function operate(...args: string[]): Promise<string> {
  const env = { ...process.env, ...installation.environment };
  const command = [join(ROOT, 'infra/local/bootstrap.mjs'), ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env });
  return stdout + stderr;
}

const findOrder = async (reference: string) => (await fetch(`${installation.url}/api/orders/${reference}`)).status;

describe('an installation with external servers, over TLS and through PgBouncer,', () => {
  it('starts no PostgreSQL and no Redis', async () => {
    const stores = await Promise.all(STORES.map((store) => installation.containersOf(store)));
    expect(stores).toEqual([[], []]);
  });

  it('applies a change through an outbox, Redis and a worker', async () => {
    const admin = await installation.signInAsAdmin();
    const { id } = await installation.send<Order>('POST', '/api/orders', { reference: 'AILLEURS-1', userId: 2 }, admin);
    await installation.send('PATCH', `/api/orders/${id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, admin);
    await vi.waitFor(
      async () => {
        const notified = await fetch(`${installation.url}/api/notifications/user/2`, { headers: { cookie: admin } });
        expect(await notified.text()).toContain('AILLEURS-1');
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  it('serves many concurrent requests with the few connections of the pooler', async () => {
    const found = await Promise.all(Array.from({ length: 60 }, (_, index) => findOrder(`DEMO000${1 + (index % 6)}`)));
    expect(found).toEqual(found.map(() => 200));
    const connections = await select(`
      SELECT usename, bool_and(ssl), count(*) <= 4, count(DISTINCT client_addr)
      FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE client_addr IS NOT NULL GROUP BY usename ORDER BY usename`);
    expect(connections).toEqual(['auth|t|t|1', 'catalog|t|t|1', 'content|t|t|1', 'notify|t|t|1', 'orders|t|t|1']);
  });

  it('recovers after an outage of the pooler', async () => {
    await servers('restart', '--timeout', '0', 'pooler');
    await vi.waitFor(async () => expect(await findOrder(`DEMO0001?${Date.now()}`)).toBe(200), {
      timeout: 20_000,
      interval: 200,
    });
  });

  it('reports within seconds that PostgreSQL behind the pooler is unavailable, and recovers', async () => {
    // At a URL that was not requested before, so that there is no last known response.
    const probe = async () => {
      const signal = AbortSignal.timeout(10_000);
      return (await fetch(`${installation.url}/api/orders/DEMO0001?${Date.now()}`, { signal })).status;
    };
    await servers('kill', 'postgres');
    for (let times = 0; times < 3; times += 1) expect(await probe()).toBe(503);
    await servers('start', 'postgres');
    await vi.waitFor(async () => expect(await probe()).toBe(200), { timeout: 60_000, interval: 500 });
  });

  it('accepts certificates of the configured authority only', async () => {
    const alone = ['run', '--rm', '-T', '--no-deps', '-e', 'NODE_EXTRA_CA_CERTS='];
    const refused = installation.compose(...alone, 'orders-migrate').catch((error: Error) => error.message);
    expect(await refused).toContain('unable to verify the first certificate');
  });

  it('is backed up and restored without the pooler', async () => {
    const admin = await installation.signInAsAdmin();
    await operate('backup', folder);
    const file = readdirSync(folder).find((name) => name.endsWith('.backup')) ?? '';
    await installation.send('POST', '/api/orders', { reference: 'APRES-1' }, admin);
    expect(await operate('restore', join(folder, file), '--oui')).toContain('Tout est restauré et vérifié.');
    const kept = "SELECT reference FROM orders.orders WHERE reference IN ('AILLEURS-1', 'APRES-1')";
    expect(await select(kept)).toEqual(['AILLEURS-1']);
  });
});
