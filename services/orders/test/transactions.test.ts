import { join } from 'node:path';
import { createTestDatabase } from '@fasocolis/service-kit/testing/harness';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../src/database.ts';
import { createOrders } from '../src/history/create.ts';

it('an order is created and counted while a transaction that created another one is open', async () => {
  const { url, remove } = await createTestDatabase('orders', join(import.meta.dirname, '../prisma/migrations'));
  const opened: Database[] = [];
  onTestFinished(async () => {
    await Promise.all(opened.map((database) => database.$disconnect()));
    await remove();
  });
  const open = async () => {
    const database = openDatabase(url, { connections: 1 });
    opened.push(database);
    const [{ slot } = { slot: 0 }] = await database.$queryRaw<{ slot: number }[]>`SELECT pg_backend_pid() % 32 AS slot`;
    return { database, slot };
  };
  const first = await open();
  let second = await open();
  while (second.slot === first.slot) second = await open();
  const create = (reference: string, { database }: { database: Database }, besides?: () => Promise<unknown>) =>
    database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SET LOCAL lock_timeout = '5s'`;
      await createOrders(transaction, [{ reference }], { userId: 1, requestId: reference });
      await besides?.();
    });
  await create('OPEN', first, () => create('BESIDE', second));
  const { _sum } = await first.database.orderStatusCount.aggregate({ _sum: { count: true } });
  expect(_sum.count).toBe(2n);
});

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
