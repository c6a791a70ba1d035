import { join } from 'node:path';
import { createTestDatabase } from '@fasocolis/service-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../src/database.ts';

/** The statements that a client leaves behind in its session after asking twice. */
async function namedStatements(parameters: string): Promise<number> {
  const { url, remove } = await createTestDatabase('orders', join(import.meta.dirname, '../prisma/migrations'));
  const address = new URL(url);
  address.search = parameters;
  const database = openDatabase(address.href);
  onTestFinished(async () => {
    await database.$disconnect();
    await remove();
  });
  for (const id of [1, 2]) await database.order.findFirst({ where: { id } });
  const [row] = await database.$queryRaw<{ count: number }[]>`SELECT count(*)::int FROM pg_prepared_statements`;
  return row?.count ?? 0;
}

it('a service leaves named statements in its sessions, and none behind a pooler of transactions', async () => {
  expect(await namedStatements('')).toBeGreaterThan(0);
  expect(await namedStatements('?pooler=transaction')).toBe(0);
});
