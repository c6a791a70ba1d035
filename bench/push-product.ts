import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createIdentityKey, publicKeysOf } from '@fasocolis/service-kit/auth/identity-keys';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { freePort } from '../infra/local/ports.ts';
import { startPostgres } from '../infra/local/postgres.ts';
import { startRedis } from '../infra/local/redis.ts';

const ROOT = join(import.meta.dirname, '..');
const GATEWAY_KEY = createIdentityKey('gateway');
const NOTIFY_KEY = createIdentityKey('notify');
const IDENTITY_PUBLIC_KEYS = publicKeysOf([GATEWAY_KEY, NOTIFY_KEY]);

const runEntry = (entry: string, env: NodeJS.ProcessEnv) =>
  fork(join(ROOT, entry), {
    env: { ...process.env, NODE_ENV: 'production', IDENTITY_PUBLIC_KEYS, LOG_LEVEL: 'info', ...env },
    execArgv: ['--expose-gc', '--import', join(import.meta.dirname, 'measured-process.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** Resident memory of a process after garbage collection, in bytes. */
async function memoryAfterGc(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [{ memory }] = (await once(child, 'message')) as [{ memory: number }];
  return memory;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
}

/** Starts the part of the product that pushes, on fresh data: PostgreSQL, Redis, notify and the gateway. */
export async function startPushProduct() {
  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-bench-'));
  const [postgres, redisServer] = await Promise.all([startPostgres({ dir, temporary: true }), startRedis({ dir })]);
  const [notifyPort, gatewayPort] = [await freePort(), await freePort()];
  const [notifyUrl, url] = [`http://127.0.0.1:${notifyPort}`, `http://127.0.0.1:${gatewayPort}`];
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redisServer.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    AUTH_URL: 'http://127.0.0.1:1',
    ORDERS_URL: 'http://127.0.0.1:1',
    CONTENT_URL: 'http://127.0.0.1:1',
    CATALOG_URL: 'http://127.0.0.1:1',
    NOTIFY_URL: notifyUrl,
    PUBLIC_URL: url,
    RATE_LIMITS: 'off',
    VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url'),
  };
  const migration = runEntry('services/notify/src/migrate.ts', { ...env, IDENTITY_KEY: NOTIFY_KEY, PORT: '0' });
  const [code] = await once(migration, 'exit');
  if (code !== 0) throw new Error(`the migrations of notify ended with ${code}`);
  const notify = runEntry('services/notify/src/server.ts', {
    ...env,
    IDENTITY_KEY: NOTIFY_KEY,
    PORT: String(notifyPort),
  });
  const gateway = runEntry('gateway/src/server.ts', { ...env, IDENTITY_KEY: GATEWAY_KEY, PORT: String(gatewayPort) });
  await Promise.all([untilReady(`${notifyUrl}/health/ready`), untilReady(`${url}/health/live`)]);

  const redis = connectRedis(redisServer.url);
  await once(redis, 'ready');
  const sessions = new SessionStore(redis);
  const cookieName = sessionCookie(url).name;
  const signIn = async (userId: number, isAdmin = false) => {
    const id = await sessions.create({ userId, isAdmin, userAgent: null });
    return { cookie: `${cookieName}=${id}`, sessionKey: SessionStore.keyOf(id) };
  };
  const { cookie } = await signIn(1, true);
  return {
    url,
    notifyUrl,
    gatewayKey: GATEWAY_KEY,
    signIn,
    async send(title: string): Promise<number> {
      const response = await fetch(`${url}/api/notifications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ title, body: 'Le dépôt de Bobo-Dioulasso est ouvert ce samedi.', isGlobal: true }),
      });
      if (response.status !== 201) throw new Error(await response.text());
      return ((await response.json()) as { id: number }).id;
    },
    memory: async () => ({ notify: await memoryAfterGc(notify), gateway: await memoryAfterGc(gateway) }),
    async stop() {
      redis.disconnect();
      for (const child of [gateway, notify]) {
        child.disconnect();
        await once(child, 'exit');
      }
      await Promise.all([postgres.stop(), redisServer.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type PushProduct = Awaited<ReturnType<typeof startPushProduct>>;
