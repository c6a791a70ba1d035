import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CHANGED_NOTHING } from '../src/restore.ts';
import { endOf, startOperator } from './child.ts';
import { createInstallation, sow, type TestInstallation } from './installation.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const KEY = 'une phrase que personne ne devine';

let source: TestInstallation;
let target: TestInstallation;
let folder: string;
beforeAll(async () => {
  [source, target] = await Promise.all([createInstallation(), createInstallation()]);
  folder = mkdtempSync(join(tmpdir(), 'fasocolis-backup-'));
  await sow(source);
});
afterAll(async () => {
  await source.remove();
  await target.remove();
  rmSync(folder, { recursive: true });
});

async function backUpTo(path: string, env?: NodeJS.ProcessEnv) {
  const child = startOperator(source, ['backup'], env);
  const [outcome] = await Promise.all([
    endOf(child),
    pipeline(child.stdout ?? Readable.from([]), createWriteStream(path)),
  ]);
  return outcome;
}

async function restoreFrom(path: string, env?: NodeJS.ProcessEnv, begun: (child: ChildProcess) => unknown = () => {}) {
  const child = startOperator(target, ['restore', '--oui'], env);
  const outcome = endOf(child);
  if (child.stdin) pipeline(createReadStream(path), child.stdin).catch(() => {});
  await begun(child);
  return outcome;
}

/** The most memory a process has had, in bytes. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

describe('operator', { timeout: 300_000 }, () => {
  it('backs up to its output and restores from its input, encrypted with BACKUP_KEY', async () => {
    const path = join(folder, 'encrypted');
    expect(await backUpTo(path, { BACKUP_KEY: KEY })).toMatchObject({
      end: 0,
      said: expect.stringContaining('orders '),
    });
    expect(readFileSync(path).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const { end, said } = await restoreFrom(path, { BACKUP_KEY: KEY });
    expect([end, said]).toEqual([0, expect.stringContaining('Tout est restauré et vérifié.')]);
    expect(await target.contents()).toEqual(await source.contents());
  });

  it('says in a sentence what is wrong, and fails', async () => {
    const path = join(folder, 'plain');
    expect((await backUpTo(path)).said).toContain("n'est pas chiffrée");
    expect(await restoreFrom(path, { BACKUP_KEY: KEY })).toEqual({
      end: CHANGED_NOTHING,
      said: expect.stringMatching(/^Cette sauvegarde n'est pas chiffrée .*\n$/),
    });
    expect((await backUpTo(path, { BACKUP_KEY: 'short' })).said).toContain('au moins 16 caractères');
    const unreachable = { ORDERS_POSTGRES_URL: 'postgresql://orders@127.0.0.1:1/orders' };
    expect((await backUpTo(path, unreachable)).end).toBe(1);
  });

  it('killed while it restores leaves everything as it was, and restores when run again', async () => {
    const path = join(folder, 'for-kill');
    await backUpTo(path);
    await target.sql('orders', "INSERT INTO orders (reference, reference_key, status) VALUES ('OLD', 'OLD', 'LOST')");
    const before = await target.contents();
    const watcher = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
    await watcher.connect();
    const name = new URL(target.databases.orders ?? '').pathname.slice(1);
    const child = startOperator(target, ['restore', '--oui']);
    const outcome = endOf(child);
    // Half of the file, then nothing: it waits for the rest, in the middle of its transactions.
    child.stdin?.write(readFileSync(path).subarray(0, Math.floor(statSync(path).size * 0.9)));
    await vi.waitUntil(async () => {
      const { rows } = await watcher.query(
        `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
         WHERE datname = $1 AND mode = 'AccessExclusiveLock' AND granted`,
        [name],
      );
      return rows.length > 10;
    }, PATIENCE);
    child.kill('SIGKILL');
    expect((await outcome).end).toBe('SIGKILL');
    await watcher.end();
    await vi.waitFor(async () => expect(await target.contents()).toEqual(before), PATIENCE);
    expect(await restoreFrom(path)).toMatchObject({ end: 0 });
    expect(await target.contents()).toEqual(await source.contents());
  });

  it('killed between two databases keeps services from starting until it has been run again', async () => {
    const path = join(folder, 'for-kill-between');
    await backUpTo(path);
    const pause = async (child: ChildProcess) => {
      const marks = () =>
        Promise.all(
          Object.keys(target.databases).map(async (service) => {
            const query =
              "SELECT obj_description(oid, 'pg_namespace') AS mark FROM pg_namespace WHERE nspname = current_user";
            return (await target.sql(service, query))[0]?.mark;
          }),
        );
      await vi.waitUntil(async () => (await marks()).some((mark) => mark !== null), PATIENCE);
      child.kill('SIGKILL');
    };
    const { end } = await restoreFrom(path, {}, pause);
    expect(end).toBe('SIGKILL');
    await expect(target.migrate('auth')).rejects.toThrow('run `npm run restore` again');
    expect(await restoreFrom(path)).toMatchObject({ end: 0 });
    expect(await target.contents()).toEqual(await source.contents());
    expect(await target.migrate('auth')).toEqual([]);
  });

  it('that finishes only half its work says so, and keeps services from starting until it has been run again', async () => {
    const path = join(folder, 'for-half');
    await backUpTo(path);
    // Whoever it is there may do everything but empty it.
    const redis = new Redis(target.redisUrl);
    const user = `operator-${randomUUID()}`;
    await redis.acl('SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-flushdb');
    onTestFinished(async () => {
      await redis.acl('DELUSER', user);
      redis.disconnect();
    });
    const url = new URL(target.redisUrl);
    [url.username, url.password] = [user, 'secret'];
    expect(await restoreFrom(path, { REDIS_URL: url.href })).toEqual({
      end: 1,
      said: expect.stringContaining("La restauration s'est arrêtée en chemin"),
    });
    await expect(target.migrate('auth')).rejects.toThrow('run `npm run restore` again');
    expect(await restoreFrom(path)).toMatchObject({ end: 0 });
    expect(await target.migrate('auth')).toEqual([]);
  });

  it('needs no more memory for many rows and large images', async () => {
    await source.sql(
      'orders',
      `INSERT INTO order_events (order_id, status, note)
       SELECT (SELECT min(id) FROM orders), 'IN_TRANSIT', md5(n::text) FROM generate_series(1, 100000) AS n`,
    );
    await source.sql(
      'catalog',
      `INSERT INTO image_variants (hash, width, bytes)
       SELECT 'abc', 2000 + n, decode(repeat(md5(n::text), 250000), 'hex') FROM generate_series(1, 40) AS n`,
    );
    const path = join(folder, 'large');
    const backup = startOperator(source, ['backup'], { BACKUP_KEY: KEY });
    const peaks = { backup: 0, restore: 0 };
    const measure = (child: ChildProcess, which: keyof typeof peaks) => {
      const timer = setInterval(() => {
        try {
          peaks[which] = peakOf(child.pid ?? 0);
        } catch {
          clearInterval(timer);
        }
      }, 50);
      child.once('exit', () => clearInterval(timer));
    };
    measure(backup, 'backup');
    const [outcome] = await Promise.all([
      endOf(backup),
      pipeline(backup.stdout ?? Readable.from([]), createWriteStream(path)),
    ]);
    expect(outcome.end).toBe(0);
    const restored = await restoreFrom(path, { BACKUP_KEY: KEY }, (child) => measure(child, 'restore'));
    expect(restored).toMatchObject({ end: 0, said: expect.stringMatching(/orders 100\s\d{3}/) });
    expect(await target.contents()).toEqual(await source.contents());
    expect(peaks.backup).toBeLessThan(400e6);
    expect(peaks.restore).toBeLessThan(400e6);
  });
});
