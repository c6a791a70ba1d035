import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Consignment } from '@fasocolis/contracts/consignments';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, signed, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { lockCodes } from '../src/consignments/consignment-code.ts';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const payload = JSON.stringify({ mode: 'AIR', departureCity: 'Guangzhou' });

/** The service in a process of its own, once it listens. */
async function startService() {
  const service: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../src/server.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: orders.databaseUrl,
      REDIS_URL: testRedisUrl(),
      ...testIdentityVariables('orders'),
      AUTH_URL: 'http://127.0.0.1:1',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async () => {
    if (service.exitCode !== null || service.signalCode !== null) return;
    service.kill('SIGKILL');
    await once(service, 'exit');
  };
  onTestFinished(kill);
  const started = Promise.withResolvers<string>();
  service.on('exit', () => started.reject(new Error('the service did not start')));
  createInterface({ input: service.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const url = /listening at (http:[^"]+)/.exec(line)?.[1];
    if (url) started.resolve(url);
  });
  const url = await started.promise;
  return {
    kill,
    create: (key: string) =>
      fetch(`${url}/api/consignments`, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          [IDENTITY_HEADER]: signed(asAdmin()),
        },
      }),
  };
}

/** Transactions that wait for the lock of `lockCodes`. */
async function waiting(): Promise<number> {
  const [row] = await orders.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
  return row?.count ?? 0;
}

it('a creation whose process is killed before the commit leaves nothing, and is written once when it is sent again [OFF-001]', async () => {
  const key = randomUUID();
  const before = await orders.database.consignment.count();
  const killed = await startService();
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = orders.database.$transaction(async (transaction) => {
    await lockCodes(transaction);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const lost = killed.create(key).catch(() => null);
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 3000, interval: 20 });
  await killed.kill();
  release.resolve();
  await holding;
  expect(await lost).toBeNull();
  // The database notices that the connection is gone.
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 10_000);
  expect(await orders.database.consignment.count()).toBe(before);

  const next = await startService();
  const [response, repeated] = [await next.create(key), await next.create(key)];
  expect([response.status, repeated.status]).toEqual([201, 201]);
  expect(((await repeated.json()) as Consignment).id).toBe(((await response.json()) as Consignment).id);
  expect(await orders.database.consignment.count()).toBe(before + 1);
}, 60_000);

it('a creation whose process is killed after the commit is not repeated, and has the same response [OFF-001]', async () => {
  const key = randomUUID();
  const before = await orders.database.consignment.count();
  const killed = await startService();
  const created = (await (await killed.create(key)).json()) as Consignment;
  await killed.kill();
  const repeated = (await (await (await startService()).create(key)).json()) as Consignment;
  expect(repeated.id).toBe(created.id);
  expect(await orders.database.consignment.count()).toBe(before + 1);
}, 60_000);
