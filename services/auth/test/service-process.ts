import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { signed, TEST_SIGNING_KEY, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { onTestFinished } from 'vitest';
import { type Auth, NO_HOLDERS } from './helpers.ts';

/** The administrator in a session of the process, which has no prefix of its own in Redis. */
async function administrator() {
  const redis = connectRedis(testRedisUrl());
  if (redis.status !== 'ready') await once(redis, 'ready');
  const id = await new SessionStore(redis).create({ userId: 1, isAdmin: true, userAgent: null });
  redis.disconnect();
  return { kind: 'user', userId: 1, isAdmin: true, sessionKey: SessionStore.keyOf(id) } as const;
}

/** Ends the process and waits for its exit. */
type Stop = () => Promise<void>;

/**
 * The service in a separate process on the given database, once it listens.
 * @param whenDone keeps what ends it; otherwise it ends with the test
 */
export async function startService({ databaseUrl }: Auth, whenDone: (stop: Stop) => void = onTestFinished) {
  const service = spawn(process.execPath, [join(import.meta.dirname, '../src/server.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      REDIS_URL: testRedisUrl(),
      ...testIdentityVariables('auth'),
      INTERNAL_SIGNING_KEY: TEST_SIGNING_KEY,
      ...NO_HOLDERS,
      PUBLIC_URL: 'http://localhost:8080',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  whenDone(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  const lines: string[] = [];
  const started = Promise.withResolvers<string>();
  service.on('exit', () => started.reject(new Error('the service did not start')));
  createInterface({ input: service.stdout }).on('line', (line) => {
    lines.push(line);
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (url) started.resolve(url);
  });
  return {
    url: await started.promise,
    pid: service.pid ?? 0,
    asAdmin: { [IDENTITY_HEADER]: signed(await administrator()) },
    /** Account, action and outcome of its audit lines so far. */
    audited: () =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'audit')
        .map(({ account, action, outcome }) => [account, action, outcome]),
  };
}

/** Peak resident memory of a process in MB, including shared libraries. */
export const peakMegabytes = (pid: number) =>
  (Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6;
