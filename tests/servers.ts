import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../infra/local/postgres.ts';
import { startRedis } from '../infra/local/redis.ts';

/** Starts one real PostgreSQL and one real Redis for all tests of a run; each test file takes databases of its own. */
export default async function startServers(): Promise<() => Promise<void>> {
  // Once per run, for all projects that use them.
  if (process.env.TEST_POSTGRES_URL) return async () => {};
  const dir = mkdtempSync(join(tmpdir(), 'fasocolis-test-'));
  const [postgres, redis] = await Promise.all([startPostgres({ dir, temporary: true }), startRedis({ dir })]);
  process.env.TEST_POSTGRES_URL = postgres.url;
  process.env.TEST_REDIS_URL = redis.url;
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
}
