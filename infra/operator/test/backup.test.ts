import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { readMigrations } from '@fasocolis/service-kit/migrate';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/outbox';
import { testRedisUrl } from '@fasocolis/service-kit/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restore } from '../src/restore.ts';
import { backupOf, createInstallation, migrationsFolder, sow, type TestInstallation } from './installation.ts';

const KEY = 'une phrase que personne ne devine';

/** Passphrases are made slow to guess, and a busy machine makes them slower. */
const PATIENT = { timeout: 120_000 };

let source: TestInstallation;
let target: TestInstallation;
beforeAll(async () => {
  [source, target] = await Promise.all([createInstallation(), createInstallation()]);
  await sow(source);
});
afterAll(async () => {
  await source.remove();
  await target.remove();
});

const restoreInto = (installation: TestInstallation, file: Buffer, options: Parameters<typeof restore>[2] = {}) =>
  restore(Readable.from([file]), installation, options);

describe('a restored backup', PATIENT, () => {
  it.each([undefined, KEY])('gives every row, image and sequence back (key: %s)', async (key) => {
    const summary = await restoreInto(target, await backupOf(source, key), { key });
    expect(await target.contents()).toEqual(await source.contents());
    expect(summary.contents.orders?.orders?.rows).toBe(200);
  });

  it('replaces what was there, and leaves triggers, links and sequences at work', async () => {
    await target.sql('orders', "INSERT INTO orders (reference, reference_key, status) VALUES ('X', 'X', 'LOST')");
    await restoreInto(target, await backupOf(source));
    await target.sql('orders', "INSERT INTO orders (reference, reference_key, status) VALUES ('N', 'N', 'ORDERED')");
    const counts = await target.sql('orders', 'SELECT status, count::int FROM order_status_counts ORDER BY status');
    expect(counts).toEqual([
      { status: 'DELIVERED', count: 134 },
      { status: 'ORDERED', count: 67 },
    ]);
    await expect(target.sql('orders', 'INSERT INTO saved_orders (user_id, order_id) VALUES (1, 4711)')).rejects.toThrow(
      'foreign key',
    );
  });

  it('holds one moment of a database that goes on being written to', async () => {
    let written = 0;
    let writing = true;
    const writer = (async () => {
      while (writing) {
        written += 1;
        const reference = `W-${written}`;
        const order = `INSERT INTO orders (reference, reference_key, status) VALUES ($1, $1, 'ORDERED') RETURNING id`;
        await source.sql(
          'orders',
          `WITH made AS (${order}) INSERT INTO order_events (order_id, status) SELECT id, 'W' FROM made`,
          [reference],
        );
      }
    })();
    await delay(50);
    const file = await backupOf(source);
    writing = false;
    await writer;
    await restoreInto(target, file);
    const [{ orders, events } = {}] = await target.sql(
      'orders',
      `SELECT (SELECT count(*)::int FROM orders WHERE reference LIKE 'W-%') AS orders,
              (SELECT count(*)::int FROM order_events WHERE status = 'W') AS events`,
    );
    expect(orders).toBe(events);
    expect(orders).toBeGreaterThan(0);
    expect(orders).toBeLessThanOrEqual(written);
  });

  it('sends events again that were between two services, under their own id', async () => {
    const queue = openQueue(eventQueueOf('notify'), source.redisUrl);
    await queue.waitUntilReady();
    await source.sql('notify', 'DELETE FROM outbox_events');
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      const event = { id, name: 'contact.message-received', data: { messageId: 1 }, requestId: 'r-1' };
      await queue.add(event.name, event, { jobId: id });
    }
    await queue.close();
    const [waiting] = ids;
    await source.sql('notify', 'INSERT INTO outbox_events (id, name, data) VALUES ($1, $2, $3)', [waiting, 'x', '{}']);
    const summary = await restoreInto(target, await backupOf(source));
    expect(summary.events).toBe(2);
    const sent = await target.sql('notify', 'SELECT id, request_id FROM outbox_events');
    expect(sent).toHaveLength(2);
    expect(sent).toContainEqual({ id: ids[1], request_id: 'r-1' });
  });

  it('leaves nothing in Redis that could contradict it', async () => {
    const redis = new Redis(testRedisUrl());
    await redis.set('session:1', 'somebody who may not exist any more');
    await restoreInto(target, await backupOf(source));
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  it('of an older version comes back at its own migrations, which the next start adds to', async () => {
    const own = await readMigrations(migrationsFolder('auth'));
    const older = await createInstallation((service) => (service === 'auth' ? own.slice(0, 2) : undefined));
    try {
      await older.sql(
        'auth',
        "INSERT INTO users (username, username_key, first_name, last_name) VALUES ('a', 'a', 'A', 'B')",
      );
      await restoreInto(target, await backupOf(older));
      expect(await target.contents()).toEqual(await older.contents());
      expect(await target.migrate('auth')).toEqual(own.slice(2).map(({ name }) => name));
      expect(await target.sql('auth', 'SELECT username, notify_by_email FROM users')).toEqual([
        { username: 'a', notify_by_email: true },
      ]);
    } finally {
      await older.remove();
    }
  });
});

describe('restore', PATIENT, () => {
  /** Tries them one after the other and expects that nothing has changed afterwards. @returns what was said to each */
  async function refusals(files: Buffer[], options: Parameters<typeof restore>[2] = {}): Promise<string[]> {
    const redis = new Redis(testRedisUrl());
    await redis.set('session:1', 'still there');
    const before = await target.contents();
    const said: string[] = [];
    for (const file of files) {
      const outcome = restoreInto(target, file, options).then(
        () => 'restored',
        (error: Error) => `${error.name}: ${error.message}`,
      );
      said.push(await outcome);
    }
    expect(await target.contents()).toEqual(before);
    expect(await redis.exists('session:1')).toBe(1);
    redis.disconnect();
    return said;
  }

  const refused = async (file: Buffer, options?: Parameters<typeof restore>[2]) => (await refusals([file], options))[0];

  const REFUSED = /^StartError: .*(abîmé|modifié|chiffrée)/;

  it.each([undefined, KEY])('refuses a file with one flipped bit, wherever it is (key: %s)', async (key) => {
    const file = await backupOf(source, key);
    const parts = [0.2, 0.5, 0.9].map((part) => Math.floor(file.length * part));
    const places = [0, 3, 5, 30, 60, 120, ...parts, file.length - 1];
    const forged = places.map((place) => {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 0b100;
      return changed;
    });
    expect(await refusals(forged, { key })).toEqual(places.map(() => expect.stringMatching(REFUSED)));
  });

  it.each([undefined, KEY])('refuses a file that was cut off, wherever (key: %s)', async (key) => {
    const file = await backupOf(source, key);
    const lengths = [0, 10, 1000, Math.floor(file.length / 2), file.length - 40, file.length - 1];
    const cut = lengths.map((length) => file.subarray(0, length));
    expect(await refusals(cut, { key })).toEqual(lengths.map(() => expect.stringMatching(REFUSED)));
  });

  it('refuses an encrypted file without its key or with another, and a plain one where a key is expected', async () => {
    const encrypted = await backupOf(source, KEY);
    expect(encrypted.includes('manifest')).toBe(false);
    expect(await refused(encrypted)).toContain('donnez sa clé dans BACKUP_KEY');
    expect(await refused(encrypted, { key: `${KEY}!` })).toContain("BACKUP_KEY n'est pas la clé");
    expect(await refused(await backupOf(source), { key: KEY })).toContain("n'est pas chiffrée");
  });

  it('refuses a backup of a newer version', async () => {
    const file = await backupOf(source);
    const migrationsOf = async (service: string) => (await readMigrations(migrationsFolder(service))).slice(0, -1);
    expect(await refused(file, { migrationsOf })).toContain("vient d'une version plus récente de FasoColis");
  });

  it('refuses to run while somebody uses the data', async () => {
    const file = await backupOf(source);
    const user = new pg.Client({ connectionString: target.databases.orders });
    await user.connect();
    const refusal = await restoreInto(target, file).catch((error: Error) => error.message);
    await user.end();
    expect(refusal).toContain('La base orders est encore utilisée (1 connexion(s))');
  });

  it('behind a pooler, is not kept by connections whose users have gone', async () => {
    const file = await backupOf(source);
    const databases = Object.entries(target.databases).map(([name, url]) => [
      name,
      `${url}?pooler=pooler.invalid:6432`,
    ]);
    const kept = new pg.Client({ connectionString: target.databases.orders });
    await kept.connect();
    await kept.query('SELECT 1');
    await restoreInto({ ...target, databases: Object.fromEntries(databases) }, file);
    await kept.end();
    expect(await target.contents()).toEqual(await source.contents());
  });

  it('changes nothing when the person says no', async () => {
    const confirm = async () => {
      throw new Error('non');
    };
    expect(await refused(await backupOf(source), { confirm })).toBe('Error: non');
  });
});
