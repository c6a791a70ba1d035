import { SERVICES } from '@fasocolis/contracts/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordBackup } from '../src/backup-time.ts';
import { asService, connect, contentsQuery } from '../src/database.ts';
import { createInstallation, type TestInstallation } from './installation.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createInstallation(['auth', 'orders', 'notify']);
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

it('the time of a backup is recorded with the rights of the service that keeps it', async () => {
  await installation.sql(
    'notify',
    `CREATE TABLE trapped (name text, is_superuser bool);
     CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
       INSERT INTO trapped SELECT rolname, rolsuper FROM pg_roles WHERE rolname = session_user;
       RETURN new;
     END$$;
     CREATE CONSTRAINT TRIGGER trap AFTER INSERT ON watch_times DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION trap()`,
  );
  const service = new URL(installation.addressOf('notify')).username;
  await asService(installation.databaseUrl, service, recordBackup);
  expect(await installation.sql('notify', 'SELECT name FROM watch_times')).toEqual([{ name: 'backup' }]);
  expect(await installation.sql('notify', 'SELECT is_superuser FROM trapped')).toEqual([{ is_superuser: false }]);
  const left = `SELECT FROM pg_roles WHERE rolname IN (SELECT name FROM trapped)`;
  expect(await installation.sql('notify', left)).toEqual([]);
});
