/**
 * `npm run bench:restore`: restores a million orders and 20,000 images after the loss of the database, from the archive and
 * from a backup file, in containers of their own.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { fillOrders } from '../../bench/tables.ts';
import { Installation } from './installation.ts';

const SERVICES = ['auth', 'orders', 'catalog'];
const PORT = 18_435;
const ORDERS = 1_000_000;
/** Written after the last copy of the files: what is replayed. */
const A_DAY = 10_000;
const IMAGES = 20_000;
/** What a photo takes in its three widths and its preview together; it cannot be compressed again. */
const IMAGE_BYTES = 150_000;
const TARGET_S = 600;

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-bench-'));
  const override = join(folder, 'port.yml');
  writeFileSync(override, `services: { postgres: { ports: ["127.0.0.1:${PORT}:5432"] } }\n`);
  const installation = new Installation({
    project: 'fasocolis-bench',
    port: 18_098,
    files: [override],
    environment: { DEMO_DATA: 'false' },
  });
  try {
    await installation.compose('--profile', 'operator', 'build', '--quiet', 'postgres', 'operator', ...SERVICES);
    await installation.down();
    await start(installation);
    for (const service of SERVICES) await installation.compose('run', '--rm', '-T', `${service}-migrate`);
    const urlOf = (service: string) =>
      `postgresql://postgres:${installation.secret('postgres_password')}@127.0.0.1:${PORT}/fasocolis?options=-c%20search_path%3D${service},public`;
    console.log(`${ORDERS} orders with their history, ${IMAGES} images…`);
    await fillOrders(urlOf('orders'), ORDERS - A_DAY);
    await fillImages(urlOf('catalog'));
    const size = await installation.select("SELECT pg_size_pretty(pg_database_size('fasocolis'))");
    console.log(`database: ${size}`);
    await installation.compose('exec', '-T', 'postgres', 'base-backup');
    await fillOrders(urlOf('orders'), ORDERS);
    const count = 'SELECT count(*) FROM orders.orders UNION ALL SELECT count(*) FROM catalog.image_variants';
    const before = await installation.select(count);

    await lose(installation);
    report(
      'npm run restore -- --to latest',
      await timed(() => installation.operate('restore', ['--to', 'latest', '--oui'])),
    );
    await start(installation);
    if ((await installation.select(count)) !== before) throw new Error('Rows are missing');

    const backup = await timed(() => installation.operate('backup', [folder]));
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.backup'));
    const file = join(folder, name);
    console.log(`npm run backup: ${Math.round(backup)} s, ${(statSync(file).size / 1e9).toFixed(1)} GB`);
    await lose(installation);
    report('npm run restore -- <file>', await timed(() => installation.operate('restore', [file, '--oui'])));
    if ((await installation.select(count)) !== before) throw new Error('Rows are missing');
  } finally {
    await installation.down();
    rmSync(folder, { recursive: true });
  }
}

/** Only what a restore needs: the time that the product takes to start is in other measurements. */
const start = (installation: Installation) => installation.up({}, ['postgres', 'redis']);

async function fillImages(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let n = 1; n <= IMAGES; n += 1) {
    await client.query(
      `WITH image AS (INSERT INTO images (hash, width, preview) VALUES ($1, 1200, $2))
       INSERT INTO image_variants (hash, width, bytes) VALUES ($1, 1200, $3)`,
      [randomBytes(32).toString('hex'), randomBytes(IMAGE_BYTES / 5), randomBytes((IMAGE_BYTES * 4) / 5)],
    );
  }
  await client.end();
}

/** Kills PostgreSQL and deletes its volume once all is archived. */
async function lose(installation: Installation): Promise<void> {
  const name = await installation.select('SELECT pg_walfile_name(pg_switch_wal())');
  while ((await installation.select('SELECT last_archived_wal FROM pg_stat_archiver')) < name) await delay(1000);
  await installation.compose('kill', 'postgres');
  await installation.compose('rm', '--force', 'postgres');
  execFileSync('docker', ['volume', 'rm', 'fasocolis-bench_postgres'], { stdio: 'ignore' });
}

async function timed(work: () => Promise<{ code: number; said: string }>) {
  const began = performance.now();
  const { code, said } = await work();
  console.log(said);
  if (code !== 0) throw new Error(`It failed with ${code}`);
  return (performance.now() - began) / 1000;
}

const report = (name: string, seconds: number) =>
  console.log(`${name}: ${Math.round(seconds)} s (target: at most ${TARGET_S})`);

await measure();
