import { expect, it, onTestFinished, vi } from 'vitest';
import { openPool } from '../src/data/database.ts';
import { startCuttableProxy } from '../src/testing/harness.ts';

it('a pool whose connection breaks in a transaction fails its next query, keeps the process alive, and reconnects', async () => {
  const proxy = await startCuttableProxy(new URL(process.env.TEST_POSTGRES_URL ?? ''));
  const pool = openPool(proxy.url, { connections: 1 });
  onTestFinished(async () => {
    await pool.end();
    await proxy.close();
  });
  const client = await pool.connect();
  await client.query('BEGIN');
  // Between two queries no promise is pending: the connection reports its end as an event.
  await proxy.cut();
  await vi.waitFor(() => expect(client.query('SELECT 1')).rejects.toThrow('not queryable'));
  client.release(true);
  await proxy.restore();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('a query waits for a connection until the configured timeout, 3 seconds by default', async () => {
  const open = async (options: { connectionTimeoutMs?: number }) => {
    const pool = openPool(process.env.TEST_POSTGRES_URL ?? '', { connections: 1, ...options });
    onTestFinished(() => pool.end());
    return { pool, only: await pool.connect() };
  };
  const [withDefault, withTimeout] = await Promise.all([open({}), open({ connectionTimeoutMs: 60_000 })]);
  const later = withTimeout.pool.query('SELECT 1 AS one');
  await expect(withDefault.pool.query('SELECT 1')).rejects.toThrow('timeout');
  for (const { only } of [withDefault, withTimeout]) only.release();
  expect((await later).rows).toEqual([{ one: 1 }]);
});
