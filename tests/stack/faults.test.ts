import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROCESSES, SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres } from '../../infra/local/postgres.ts';
import { startRedis } from '../../infra/local/redis.ts';
import { Supervisor } from '../../infra/local/supervisor.ts';
import { type SmtpServer, startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';
import { pendingWork } from './pending-work.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const CUSTOMER = 2;
const FAULT_MS = 1000;

let folder: string;
let supervisor: Supervisor;
let smtpServer: SmtpServer;
let proxies: Record<'postgres' | 'redis' | 'smtp', TcpProxy>;
let stack: TemporaryStack;
let cookie: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fasocolis-faults-'));
  supervisor = new Supervisor(join(folder, 'logs'));
  const [postgres, redis] = await Promise.all([
    startPostgres({ dir: folder, supervisor }),
    startRedis({ dir: folder, supervisor }),
  ]);
  smtpServer = await startSmtpServer();
  proxies = {
    postgres: await startTcpProxy(postgres.url),
    redis: await startTcpProxy(redis.url),
    smtp: await startTcpProxy(smtpServer.url),
  };
  stack = await startTemporaryStack('faults', {
    // Short retries, and one email per message, so that they can be counted.
    env: { MAIL_RETRY_MS: '500', CONTACT_MAIL_PERIOD_MS: '0' },
    databaseUrl: proxies.postgres.url,
    redisUrl: proxies.redis.url,
    smtpUrl: proxies.smtp.url,
  });
  await addEmailReader();
  const response = await post('/api/auth/login', { email: stack.adminEmail, password: stack.adminPassword });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterEach(async () => {
  await stack?.stop();
  await Promise.all(Object.values(proxies ?? {}).map((proxy) => proxy.close()));
  await smtpServer?.close();
  await supervisor.stopAll();
  rmSync(realpathSync(join(folder, 'postgres')), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const post = (path: string, body: object, session = '') =>
  fetch(stack.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });

async function addEmailReader(): Promise<void> {
  const database = new pg.Client({ connectionString: stack.databases.auth });
  await database.connect();
  await database.query('UPDATE users SET email_verified = true, notify_by_email = true WHERE id = $1', [CUSTOMER]);
  await database.end();
}

/** Writes in sequence, despite failures, and records the names of acknowledged rows. */
class Writer {
  readonly acknowledged: string[] = [];
  readonly #kind: string;
  readonly #write: (name: string) => Promise<Response>;
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(kind: string, write: (name: string) => Promise<Response>) {
    this.#kind = kind;
    this.#write = write;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let serial = 1000; !this.#stopped; serial += 1) {
      const name = `${this.#kind}-${serial}`;
      const response = await this.#write(name).catch(() => undefined);
      if (response?.status === 201) this.acknowledged.push(name);
      else if (response && response.status !== 503)
        throw new Error(`${name}: ${response.status} ${await response.text()}`);
      await delay(100);
    }
  }
}

const writers = () => ({
  orders: new Writer('COLIS', (reference) => post('/api/orders', { reference, userId: CUSTOMER }, cookie)),
  users: new Writer('client', (username) =>
    post('/api/auth/register', {
      firstName: 'Awa',
      lastName: 'Ouédraogo',
      username,
      email: `${username}@example.com`,
      phone: '+22670000000',
      // 'Client-1234' would be refused for the user client-1234.
      password: 'Karité-du-Faso',
    }),
  ),
  notifications: new Writer('avis', (title) =>
    post(
      '/api/notifications',
      { title, body: 'Bonjour', isGlobal: false, targetUserId: CUSTOMER, byEmail: true },
      cookie,
    ),
  ),
  messages: new Writer('message', (subject) =>
    post('/api/contact-messages', {
      firstName: 'Fatou',
      lastName: 'Sanou',
      email: 'fatou@example.com',
      subject,
      message: 'Le carton est arrivé ouvert.',
    }),
  ),
});

/** Looks up a parcel repeatedly until it is stopped. */
function startVisitor() {
  const failures: string[] = [];
  let dated = 0;
  let isStopped = false;
  const running = (async () => {
    for (; !isStopped; await delay(100)) {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${stack.url}/api/orders/DEMO0003`, { signal }).catch((error: Error) => error);
      if (response instanceof Error) failures.push(response.message);
      else if (response.status !== 200) failures.push(String(response.status));
      else if (response.headers.has('age')) dated += 1;
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return { failures, dated };
    },
  };
}

/** The faults of a server behind a proxy. */
async function mistreat(proxy: TcpProxy): Promise<void> {
  proxy.slowDown(100);
  await delay(FAULT_MS);
  await proxy.heal();
  await proxy.cut();
  await delay(FAULT_MS);
  await proxy.heal();
  proxy.freeze();
  await delay(FAULT_MS);
  await proxy.heal();
}

/** Freezes a process for a moment, then kills and restarts it. */
async function mistreatProcess(name: string): Promise<void> {
  const { pid = 0 } = stack.processes().find((it) => it.name === name) ?? {};
  process.kill(pid, 'SIGSTOP');
  await delay(FAULT_MS);
  process.kill(pid, 'SIGCONT');
  await stack.kill(name);
  await stack.restart(name);
}

async function killAndRestart(server: 'postgres' | 'redis'): Promise<void> {
  await supervisor.stop(server, 'SIGKILL');
  await delay(FAULT_MS);
  await supervisor.restart(server);
}

it('every acknowledged write is stored and mailed once, whatever was slow, cut off, frozen or killed meanwhile', async () => {
  const emails = new Map<string, Set<string>>();
  smtpServer.respond = async ({ to, content, messageId }) => {
    for (const [name] of `${to} ${content}`.matchAll(/\b(?:client|avis|message)-\d{4}\b/g)) {
      emails.set(name, (emails.get(name) ?? new Set()).add(messageId));
    }
  };
  const writing = writers();
  const all = Object.values(writing);
  /** Waits until all writes succeed again. */
  const untilWritten = async () => {
    const before = all.map(({ acknowledged }) => acknowledged.length);
    const isBack = () => all.every(({ acknowledged }, index) => acknowledged.length > (before[index] ?? 0) + 1);
    await vi.waitUntil(isBack, { timeout: 30_000, interval: 50 });
  };
  const faults: (() => Promise<void>)[] = [
    () => mistreat(proxies.postgres),
    () => mistreat(proxies.redis),
    () => mistreat(proxies.smtp),
    () => killAndRestart('postgres'),
    () => killAndRestart('redis'),
    ...PROCESSES.filter((name) => name !== 'gateway').map((name) => () => mistreatProcess(name)),
  ];
  const visitor = startVisitor();
  await untilWritten();
  for (const fault of faults) {
    await fault();
    await untilWritten();
  }
  await Promise.all(all.map((writer) => writer.stop()));
  const lookups = await visitor.stop();
  expect(lookups.failures).toEqual([]);
  // While orders or its database was unavailable, the response had its age.
  expect(lookups.dated).toBeGreaterThan(0);

  const count = async (service: ServiceName, table: string, column: string, names: string[]) => {
    const database = await stack.connect(stack.databases[service]);
    const { rows } = await database.query<{ name: string; count: string }>(
      `SELECT ${column} AS name, count(*) FROM ${table} WHERE ${column} = ANY($1) GROUP BY 1`,
      [names],
    );
    return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
  };
  const once = (names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
  const { orders, users, notifications, messages } = writing;
  expect(await count('orders', 'orders', 'reference', orders.acknowledged)).toEqual(once(orders.acknowledged));
  expect(await count('auth', 'users', 'username', users.acknowledged)).toEqual(once(users.acknowledged));
  expect(await count('notify', 'notifications', 'title', notifications.acknowledged)).toEqual(
    once(notifications.acknowledged),
  );
  expect(await count('content', 'contact_messages', 'subject', messages.acknowledged)).toEqual(
    once(messages.acknowledged),
  );

  const emailed = [...users.acknowledged, ...notifications.acknowledged, ...messages.acknowledged];
  await vi.waitFor(() => expect(emailed.filter((name) => !emails.has(name))).toEqual([]), {
    timeout: 90_000,
    interval: 500,
  });
  // An SMTP server that was cut off before its response gets the email again, with the same Message-ID.
  for (const name of emailed) expect(emails.get(name)?.size, name).toBe(1);

  const waiting = await openQueues();
  await vi.waitFor(async () => expect(await waiting()).toEqual({}), { timeout: 60_000, interval: 500 });
}, 300_000);

async function openQueues() {
  const connected = SERVICES.map(async (name) => [name, await stack.connect(stack.databases[name])] as const);
  const databases = Object.fromEntries(await Promise.all(connected)) as Record<ServiceName, pg.Client>;
  const redis = new Redis(stack.redisUrl);
  // Ended after the server that it is connected to.
  redis.on('error', () => {});
  onTestFinished(() => redis.disconnect());
  return () => pendingWork(databases, redis);
}
