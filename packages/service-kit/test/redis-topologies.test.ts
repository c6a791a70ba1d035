import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AttemptLimit } from '../src/attempt-limit.ts';
import { QUEUE_PREFIX } from '../src/outbox.ts';
import { blockingConnection, connectRedis, parseRedisAddress, pingRedis, queueConnection } from '../src/redis.ts';
import { SessionStore } from '../src/sessions.ts';
import { publishSignal, SIGNALS, subscribeSignals } from '../src/signals.ts';
import { type Certificate, TestAuthority } from '../src/testing-certificates.ts';

const PASSWORD = 'a-password/of@redis';
const folder = mkdtempSync(join(tmpdir(), 'redis-'));
const servers: ChildProcess[] = [];
const authority = new TestAuthority(folder);
const certificate = authority.certify('DNS:localhost', 'IP:127.0.0.1');
const trusted = tls.getCACertificates();
// As NODE_EXTRA_CA_CERTS does it when a process starts.
beforeAll(() => tls.setDefaultCACertificates([...trusted, authority.text]));
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  // A node of a Cluster also listens ten thousand ports above its own.
  return port < 50_000 ? port : freePort();
}

/** What makes a server speak TLS alone, to others of its kind too. */
const tlsLines = (port: number, { cert, key }: Certificate) => [
  ...['port 0', `tls-port ${port}`, `tls-cert-file ${cert}`, `tls-key-file ${key}`],
  ...[`tls-ca-cert-file ${authority.file}`, 'tls-auth-clients no', 'tls-replication yes', 'tls-cluster yes'],
];

interface ServerOptions {
  /** Absent for one that speaks in the clear. */
  certificate?: Certificate | undefined;
  isSentinel?: boolean;
}

/** Starts redis-server with the lines of a configuration file, and waits until it answers. */
async function startServer(lines: string[], { certificate, isSentinel = false }: ServerOptions = {}) {
  const port = await freePort();
  const home = join(folder, String(port));
  mkdirSync(home);
  const file = join(home, 'redis.conf');
  const listening = certificate ? tlsLines(port, certificate) : [`port ${port}`];
  writeFileSync(file, [...listening, 'bind 127.0.0.1', `dir ${home}`, 'save ""', ...lines, ''].join('\n'));
  const server = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], { stdio: 'ignore' });
  servers.push(server);
  const unverified = { tls: { rejectUnauthorized: false } };
  const admin = new Redis({ port, ...(!isSentinel && { password: PASSWORD }), ...(certificate && unverified) });
  admin.on('error', () => {});
  await vi.waitUntil(() => admin.status === 'ready', { timeout: 15_000 });
  return { port, server, admin };
}

const secured = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];
const credentials = `:${encodeURIComponent(PASSWORD)}@`;

/** What the product asks of Redis: sessions, limits, signals, queues. */
async function useEverything(url: string) {
  const redis = connectRedis(url);
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready', { timeout: 10_000 });

  const sessions = new SessionStore(redis);
  const open = { userId: 7, isAdmin: false, userAgent: null };
  const ids = [await sessions.create(open), await sessions.create(open), await sessions.create(open)];
  expect(await sessions.list(7)).toHaveLength(3);

  const heard: unknown[] = [];
  const listener = Promise.withResolvers<void>();
  const signals = subscribeSignals(
    url,
    { [SIGNALS.sessionsEnded]: (keys) => heard.push(keys) },
    { onConnect: listener.resolve },
  );
  onTestFinished(() => signals.close());
  await listener.promise;
  await sessions.endAll(7, SessionStore.keyOf(ids[0] ?? ''));
  await vi.waitUntil(() => heard.length === 1);
  expect(await sessions.ended(ids.map((id) => SessionStore.keyOf(id)))).toHaveLength(2);
  await sessions.endAll(7);
  publishSignal(redis, SIGNALS.sessionsEnded, []);
  await vi.waitUntil(() => heard.length === 3);

  const limit = new AttemptLimit(redis, { name: 'test', most: 1, windowSeconds: 60 });
  await limit.forget('somebody');
  await limit.count('somebody');
  await expect(limit.count('somebody')).rejects.toMatchObject({ code: 'too-many-requests' });

  await useQueue(url);
}

/** One job through a queue of BullMQ. */
async function useQueue(url: string) {
  const done = Promise.withResolvers<unknown>();
  const connections = [queueConnection(url), blockingConnection(url)];
  const queue = new Queue('topology', { prefix: QUEUE_PREFIX, connection: connections[0] as never });
  queue.on('error', () => {});
  const worker = new Worker('topology', async ({ data }) => done.resolve(data), {
    prefix: QUEUE_PREFIX,
    connection: connections[1] as never,
  });
  worker.on('error', () => {});
  await queue.waitUntilReady();
  await queue.add('job', { number: 1 });
  expect(await done.promise).toEqual({ number: 1 });
  await Promise.all([worker.close(), queue.close()]);
  for (const connection of connections) if ('disconnect' in connection) (connection as unknown as Redis).disconnect();
}

describe('an address of Redis', () => {
  it.each([
    ['redis://redis', { kind: 'plain', hosts: [{ host: 'redis', port: 6379 }], path: '' }],
    [
      'rediss://user:p%40ss@redis.example.com:6380/3',
      { isEncrypted: true, username: 'user', password: 'p@ss', path: '3' },
    ],
    [
      'redis+sentinel://:p@a,b:26380/primary',
      {
        kind: 'sentinel',
        hosts: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 26_380 },
        ],
        path: 'primary',
      },
    ],
    [
      'rediss+cluster://a:6379,b',
      {
        kind: 'cluster',
        isEncrypted: true,
        hosts: [
          { host: 'a', port: 6379 },
          { host: 'b', port: 6379 },
        ],
      },
    ],
  ])('is read: %s', (url, expected) => {
    expect(parseRedisAddress(url)).toMatchObject(expected);
  });

  it.each([
    'http://redis',
    'redis://',
    'redis://a,b',
    'redis+sentinel://a:26379',
    'redis+cluster://a/0',
    'redis://a/name',
    'redis://a:b',
  ])('is refused: %s', (url) => expect(parseRedisAddress(url)).toBeNull());
});

describe('over TLS', () => {
  const urlOf = (port: number, host = 'localhost') => `rediss://${credentials}${host}:${port}`;

  it('everything works at a server that speaks nothing else', async () => {
    const { port, admin } = await startServer(secured, { certificate });
    await expect(useEverything(urlOf(port))).resolves.toBeUndefined();
    admin.disconnect();
  });

  it.each([
    [
      'another authority',
      () => new TestAuthority(folder).certify('DNS:localhost'),
      'unable to verify the first certificate',
    ],
    [
      'another name',
      () => authority.certify('DNS:redis.example.com'),
      "Host: localhost. is not in the cert's altnames",
    ],
  ])('a server with the certificate of %s is refused, and the reason told', async (_, certify, reason) => {
    const { port, admin } = await startServer(secured, { certificate: certify() });
    const redis = connectRedis(urlOf(port));
    onTestFinished(() => redis.disconnect());
    await vi.waitFor(() => expect(pingRedis(redis)).rejects.toThrow(reason));
    admin.disconnect();
  });
});

const SCHEMES = [
  { scheme: 'redis', options: {} },
  { scheme: 'rediss', options: { certificate } },
];

describe.each(SCHEMES)('behind Sentinels ($scheme)', ({ scheme, options }) => {
  it('everything works, and goes on at the new primary when the old one dies', async () => {
    const primary = await startServer(secured, options);
    const replica = await startServer([...secured, `replicaof 127.0.0.1 ${primary.port}`], options);
    await vi.waitFor(
      async () => expect(await replica.admin.info('replication')).toContain('master_link_status:up'),
      15_000,
    );
    const watch = [
      `sentinel monitor primary 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass primary ${PASSWORD}`,
      'sentinel down-after-milliseconds primary 500',
      'sentinel failover-timeout primary 3000',
    ];
    const sentinel = await startServer(watch, { ...options, isSentinel: true });
    await vi.waitFor(
      async () => expect(await sentinel.admin.call('sentinel', 'replicas', 'primary')).toHaveLength(1),
      15_000,
    );
    const url = `${scheme}+sentinel://${credentials}127.0.0.1:${sentinel.port}/primary`;
    const redis = connectRedis(url);
    onTestFinished(() => redis.disconnect());
    await useEverything(url);

    primary.server.kill('SIGKILL');
    primary.admin.disconnect();
    await vi.waitFor(() => redis.set('after', 'failover'), { timeout: 20_000, interval: 100 });
    expect(await replica.admin.get('after')).toBe('failover');
    await useEverything(url);
    for (const { admin } of [replica, sentinel]) admin.disconnect();
  }, 60_000);
});

describe.each(SCHEMES)('on a Cluster ($scheme)', ({ scheme, options }) => {
  let ports: number[];
  const admins: Redis[] = [];
  beforeAll(async () => {
    const settings = [...secured, 'cluster-enabled yes', 'cluster-node-timeout 2000'];
    const nodes = await Promise.all([1, 2, 3].map(() => startServer(settings, options)));
    ports = nodes.map(({ port }) => port);
    admins.push(...nodes.map(({ admin }) => admin));
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    const env = { ...process.env, REDISCLI_AUTH: PASSWORD };
    const secure = scheme === 'rediss' ? ['--tls', '--cacert', authority.file] : [];
    execFileSync('redis-cli', [...secure, '--cluster', 'create', ...addresses, '--cluster-yes'], {
      env,
      stdio: 'ignore',
    });
    const isWhole = async () => {
      const states = await Promise.all(admins.map((admin) => admin.cluster('INFO')));
      return states.every((state) => state.includes('cluster_state:ok'));
    };
    await vi.waitUntil(isWhole, { timeout: 20_000, interval: 100 });
  });
  afterAll(() => {
    for (const admin of admins) admin.disconnect();
  });

  it('everything works although keys live on different nodes', async () => {
    const [one, two] = ports;
    const using = useEverything(`${scheme}+cluster://${credentials}127.0.0.1:${one},127.0.0.1:${two}`);
    await expect(using).resolves.toBeUndefined();
  }, 60_000);
});
