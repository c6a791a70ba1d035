import { join } from 'node:path';
import { Reader } from '@fasocolis/service-kit/database';
import { createTestDatabase } from '@fasocolis/service-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../src/database.ts';

const COUNT = 'SELECT count(*)::int FROM pg_prepared_statements';

/** The statements that Prisma's client and our own reader leave behind in their sessions after asking. */
async function namedStatements(addressOf: (url: URL) => string): Promise<{ ofPrisma: number; ofReader: number }> {
  const { url, remove } = await createTestDatabase('orders', join(import.meta.dirname, '../prisma/migrations'));
  const address = addressOf(new URL(url));
  const database = openDatabase(address);
  const reader = new Reader(address, { connections: 1 });
  onTestFinished(async () => {
    await Promise.all([database.$disconnect(), reader.close()]);
    await remove();
  });
  for (const id of [1, 2]) await database.order.findFirst({ where: { id } });
  const [row] = await database.$queryRawUnsafe<{ count: number }[]>(COUNT);
  await reader.read({ name: 'one', text: 'SELECT 1', values: [] });
  const [own] = await reader.read<{ count: number }>({ name: 'count', text: COUNT, values: [] });
  return { ofPrisma: row?.count ?? 0, ofReader: own?.count ?? 0 };
}

it('a service leaves named statements in its sessions, and none behind a pooler of transactions', async () => {
  const { ofPrisma, ofReader } = await namedStatements(({ href }) => href);
  expect(ofPrisma).toBeGreaterThan(0);
  expect(ofReader).toBeGreaterThan(0);
  const pooled = ({ href, host }: URL) => `${href.replace(host, 'server.invalid:5432')}?pooler=${host}`;
  expect(await namedStatements(pooled)).toEqual({ ofPrisma: 0, ofReader: 0 });
});
