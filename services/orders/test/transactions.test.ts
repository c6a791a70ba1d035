import { join } from 'node:path';
import { createTestDatabase } from '@fasocolis/service-kit/testing/harness';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../src/database.ts';

it("a transaction may wait for a connection, and run, for longer than Prisma's defaults", async () => {
  const { url, remove } = await createTestDatabase('orders', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url, { connections: 1, connectionTimeoutMs: 60_000 });
  onTestFinished(async () => {
    await database.$disconnect();
    await remove();
  });
  // Prisma's defaults are two seconds until a transaction begins, and five until it ends.
  const holdTheOnlyConnection = async () => void (await database.$executeRaw`SELECT pg_sleep(2.5)`);
  const held = holdTheOnlyConnection();
  const transaction = database.$transaction(async (inside) => {
    await inside.$executeRaw`SELECT pg_sleep(5.5)`;
    return inside.order.count();
  });
  expect(await Promise.all([transaction, held])).toEqual([0, undefined]);
});
