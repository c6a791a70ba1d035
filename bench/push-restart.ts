import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { channelOf, SIGNALS } from '@fasocolis/service-kit/events/signals';
import pg from 'pg';
import type { Stack } from '../infra/local/stack.ts';
import { startProduct } from './product.ts';
import type { Clients, Report } from './reconnecting-clients.ts';
import { fillOrders } from './tables.ts';

const SOCKETS = 5000;
const ROUNDS = 5;
const FIRST_USER = 1000;
const ORDERS = 20_000;
const LOOKUP_EVERY_MS = 10;
const BACK_TARGET_MS = 5000;
const P99_TARGET_MS = 250;

const now = () => Number(process.hrtime.bigint()) / 1e6;

async function signIn(stack: Stack, count: number): Promise<string[]> {
  const redis = connectRedis(stack.redisUrl);
  await once(redis, 'ready');
  const sessions = new SessionStore(redis);
  const { name } = sessionCookie(stack.publicUrl);
  const cookies = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const id = await sessions.create({ userId: FIRST_USER + index, isAdmin: false, userAgent: null });
      return `${name}=${id}`;
    }),
  );
  redis.disconnect();
  return cookies;
}

/** Inserts a notification for all, without the gateway. @returns its id */
async function notifyAll(stack: Stack): Promise<number> {
  const client = new pg.Client({ connectionString: stack.databases.notify });
  await client.connect();
  const insert =
    "INSERT INTO notifications (title, body) VALUES ('Dépôt', 'Le dépôt est ouvert ce samedi.') RETURNING id";
  const { rows } = await client.query<{ id: number }>(insert);
  await client.end();
  const redis = connectRedis(stack.redisUrl);
  await once(redis, 'ready');
  await redis.publish(channelOf(redis, SIGNALS.notifications), 'null');
  redis.disconnect();
  return rows[0]?.id ?? 0;
}

class Lookups {
  readonly #samples: { startedAt: number; ms: number; isAnswered: boolean }[] = [];
  readonly #timer: NodeJS.Timeout;
  #sent = 0;

  constructor({ url }: Stack) {
    this.#timer = setInterval(() => void this.#lookUp(url), LOOKUP_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The times of the responses to requests since a moment, ascending, and how many had none. */
  since(moment: number) {
    const samples = this.#samples.filter(({ startedAt }) => startedAt >= moment);
    const times = samples.flatMap(({ ms, isAnswered }) => (isAnswered ? [ms] : [])).toSorted((a, b) => a - b);
    return { times, failed: samples.length - times.length };
  }

  async #lookUp(url: string): Promise<void> {
    this.#sent += 1;
    const reference = `BN-${String((this.#sent % ORDERS) + 1).padStart(8, '0')}`;
    const startedAt = now();
    const response = await fetch(`${url}/api/orders/${reference}`).catch(() => undefined);
    await response?.text();
    this.#samples.push({ startedAt, ms: now() - startedAt, isAnswered: response?.status === 200 });
  }
}

async function untilLive({ url }: Stack): Promise<number> {
  while (!(await fetch(`${url}/health/live`).catch(() => undefined))?.ok) await delay(20);
  return now();
}

async function measureRestart(stack: Stack, cookies: string[]) {
  const clients = fork(join(import.meta.dirname, 'reconnecting-clients.ts'));
  const lastId = await notifyAll(stack);
  const url = `${stack.url.replace('http', 'ws')}/ws`;
  clients.send({ url, origin: stack.url, firstUserId: FIRST_USER, cookies, lastId } satisfies Clients);
  await once(clients, 'message');
  const lookups = new Lookups(stack);
  await delay(2000);
  const before = lookups.since(0);

  const stoppedAt = now();
  await stack.kill('gateway', 'SIGTERM');
  await notifyAll(stack);
  const [[report], liveAt] = await Promise.all([
    once(clients, 'message') as Promise<[Extract<Report, { complete: number[] }>]>,
    stack.restart('gateway').then(() => untilLive(stack)),
  ]);
  await delay(1000);
  lookups.stop();
  await delay(1000);
  const { times, failed } = lookups.since(liveAt);
  clients.disconnect();
  await once(clients, 'exit');
  const p99 = (values: number[]) => values[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
  return {
    'gateway absent (ms)': Math.round(liveAt - stoppedAt),
    'half back after its return (ms)': Math.round((report.complete[SOCKETS / 2] ?? 0) - liveAt),
    'all back after its return (ms)': Math.round(Math.max(...report.complete) - liveAt),
    'attempts per client': Number((report.attempts / SOCKETS).toFixed(2)),
    'look-ups p99 before (ms)': Math.round(p99(before.times)),
    'look-ups p99 (ms)': Math.round(p99(times)),
    'look-ups': times.length,
    failed,
  };
}

/** Restarts the gateway while 5,000 sockets are open and parcels are looked up (OPS-009). */
export async function pushRestart(): Promise<void> {
  const stack = await startProduct('push-restart');
  await fillOrders(stack.databases.orders, ORDERS);
  const cookies = await signIn(stack, SOCKETS);
  console.log(`${SOCKETS} connexions, ${ROUNDS} redémarrages…`);
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) rows.push(await measureRestart(stack, cookies));
  await stack.stop();
  console.table(rows);
  const isMissed = rows.some(
    (row) => row['all back after its return (ms)'] > BACK_TARGET_MS || row['look-ups p99 (ms)'] > P99_TARGET_MS,
  );
  console.log(`targets: all back within ${BACK_TARGET_MS} ms, look-ups below ${P99_TARGET_MS} ms at p99`);
  if (isMissed) process.exitCode = 1;
}
