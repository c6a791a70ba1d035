import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AttemptLimit } from '../src/auth/attempt-limit.ts';
import { SessionStore } from '../src/auth/sessions.ts';
import { blockingConnection, connectRedis, pingRedis } from '../src/data/redis.ts';
import { openQueue, QUEUE_PREFIX } from '../src/events/outbox.ts';
import { publishSignal, SIGNALS, subscribeSignals } from '../src/events/signals.ts';
import { type Certificate, TestAuthority } from '../src/testing/certificates.ts';

const PASSWORD = 'a-password/of@redis';
const folder = mkdtempSync(join(tmpdir(), 'redis-'));
const servers: ChildProcess[] = [];
const authority = new TestAuthority(folder);
const certificate = authority.certify('DNS:localhost', 'IP:127.0.0.1');
const trusted = tls.getCACertificates();
// NODE_EXTRA_CA_CERTS does this at the start of a process.
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
  return port;
}

/** Options of a server that accepts TLS only. */
const tlsLines = (port: number, { cert, key }: Certificate) => [
  ...['port 0', `tls-port ${port}`, `tls-cert-file ${cert}`, `tls-key-file ${key}`],
  ...[`tls-ca-cert-file ${authority.file}`, 'tls-auth-clients no'],
];

/** Starts redis-server and waits until it responds. */
async function startServer(certificate: Certificate) {
  const port = await freePort();
  const home = join(folder, String(port));
  mkdirSync(home);
  const file = join(home, 'redis.conf');
  const lines = [...tlsLines(port, certificate), 'bind 127.0.0.1', `dir ${home}`, 'save ""', `requirepass ${PASSWORD}`];
  writeFileSync(file, `${lines.join('\n')}\n`);
  servers.push(spawn('redis-server', [file], { stdio: 'ignore' }));
  const probe = new Redis({ port, password: PASSWORD, tls: { rejectUnauthorized: false } });
  probe.on('error', () => {});
  await vi.waitUntil(() => probe.status === 'ready', { timeout: 15_000 });
  probe.disconnect();
  return port;
}

const credentials = `:${encodeURIComponent(PASSWORD)}@`;

/** The product's uses of Redis: sessions, limits, signals, queues. */
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

  const limit = new AttemptLimit(redis, { name: 'test', max: 1, windowSeconds: 60 });
  await limit.forget('somebody');
  await limit.count('somebody');
  await expect(limit.count('somebody')).rejects.toMatchObject({ code: 'too-many-requests' });

  await useQueue(url);
}

/** One job through a queue of BullMQ. */
async function useQueue(url: string) {
  const done = Promise.withResolvers<unknown>();
  const queue = openQueue('tls', url);
  const worker = new Worker('tls', async ({ data }) => done.resolve(data), {
    prefix: QUEUE_PREFIX,
    connection: blockingConnection(url),
  });
  worker.on('error', () => {});
  await queue.waitUntilReady();
  await queue.add('job', { number: 1 });
  expect(await done.promise).toEqual({ number: 1 });
  await Promise.all([worker.close(), queue.close()]);
}

describe('over TLS', () => {
  const urlOf = (port: number, host = 'localhost') => `rediss://${credentials}${host}:${port}`;

  it('everything works with a server that accepts TLS only', async () => {
    await expect(useEverything(urlOf(await startServer(certificate)))).resolves.toBeUndefined();
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
  ])('a server with the certificate of %s is refused, with the reason', async (_, certify, reason) => {
    const redis = connectRedis(urlOf(await startServer(certify())));
    onTestFinished(() => redis.disconnect());
    await vi.waitFor(() => expect(pingRedis(redis)).rejects.toThrow(reason));
  });
});
