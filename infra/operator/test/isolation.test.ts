import { SERVICES } from '@fasocolis/contracts/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, contentsQuery } from '../src/database.ts';
import { createInstallation, type TestInstallation } from './installation.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createInstallation(['auth', 'orders']);
}, 60_000);
afterAll(() => installation?.remove());

it('the role of a service can read its own schema only [ENT-021]', async () => {
  const schema = new URL(installation.addressOf('auth')).username;
  expect(await installation.sql('auth', 'SELECT count(*)::int FROM users')).toEqual([{ count: 0 }]);
  for (const service of SERVICES.filter((name) => name !== 'auth')) {
    await expect(installation.sql(service, `SELECT FROM ${schema}.users`)).rejects.toThrow('permission denied');
  }
});

it('the sessions of a service are in UTC and search its schema first', async () => {
  const settings = `SELECT current_setting('timezone') AS timezone, current_schema() = current_user AS own`;
  expect(await installation.sql('orders', settings)).toEqual([{ timezone: 'UTC', own: true }]);
});

it('a backup runs no code of a service with the rights of the administrator of the database', async () => {
  await installation.sql(
    'orders',
    `CREATE TABLE bait AS SELECT 1 AS id;
     CREATE FUNCTION trap(bait) RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'run by %', current_user; END$$;
     CREATE CAST (bait AS text) WITH FUNCTION trap(bait)`,
  );
  const client = await connect(installation.databaseUrl);
  try {
    const { rows } = await client.query(contentsQuery(new URL(installation.addressOf('orders')).username, 'bait'));
    expect(rows).toEqual([{ rows: '1', checksum: expect.any(String) }]);
  } finally {
    await client.end();
  }
});
