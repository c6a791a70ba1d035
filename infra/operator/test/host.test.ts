import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@fasocolis/service-kit/migrate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStoppedProduct } from '../../local/backing.ts';
import { ROOT } from '../../local/services.ts';
import { migrationsFolder } from './installation.ts';

let home: string;
let backups: string;
const options = () => ({ home, port: 0 });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fasocolis-home-'));
  backups = join(home, 'backups');
  await withStoppedProduct(options(), async ({ databases }) => {
    for (const [service, url] of Object.entries(databases)) await migrate(url, migrationsFolder(service));
    await query(databases.orders, "INSERT INTO orders (reference, reference_key, status) VALUES ('A', 'A', 'ORDERED')");
  });
});
afterAll(() => {
  const data = join(home, 'postgres');
  if (existsSync(data)) rmSync(realpathSync(data), { recursive: true });
  rmSync(home, { recursive: true });
});

/** Runs `npm run <command> -- <args>` on the home. */
async function operate(...args: string[]) {
  const env = { ...process.env, FASOCOLIS_HOME: home, PORT: '0', BACKUP_KEY: '' };
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'infra/operator/src/host.ts'), ...args], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const orders = () =>
  withStoppedProduct(options(), ({ databases }) => query(databases.orders, 'SELECT reference FROM orders ORDER BY id'));

describe('the local product', { timeout: 120_000 }, () => {
  it('is backed up while it is stopped, and restored', async () => {
    const made = await operate('backup', backups, '--local');
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining("n'est pas chiffrée") });
    const [name = ''] = readdirSync(backups);
    const path = join(backups, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await withStoppedProduct(options(), ({ databases }) => query(databases.orders, 'DELETE FROM orders'));

    expect(await operate('restore', path, '--local')).toMatchObject({
      code: 1,
      said: expect.stringContaining('--oui'),
    });
    expect(await orders()).toEqual([]);
    expect(await operate('restore', path, '--local', '--oui')).toMatchObject({ code: 0 });
    expect(await orders()).toEqual([{ reference: 'A' }]);
  });

  it('is restored from a terminal when somebody types oui, and not otherwise', async () => {
    const [name = ''] = readdirSync(backups);
    const command = `${process.execPath} ${join(ROOT, 'infra/operator/src/host.ts')} restore ${join(backups, name)} --local`;
    const env = { ...process.env, FASOCOLIS_HOME: home, PORT: '0', BACKUP_KEY: '' };
    const answer = (word: string) =>
      spawnSync('/usr/bin/script', ['-qec', command, '/dev/null'], { env, input: `${word}\n`, encoding: 'utf8' });
    await withStoppedProduct(options(), ({ databases }) => query(databases.orders, 'DELETE FROM orders'));

    expect(answer('non')).toMatchObject({ status: 1, stdout: expect.stringContaining("Rien n'a été changé.") });
    expect(await orders()).toEqual([]);
    expect(answer('oui')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Tout est restauré et vérifié.'),
    });
    expect(await orders()).toEqual([{ reference: 'A' }]);
  });

  it('is backed up while it runs, and refuses to be restored then', async () => {
    await withStoppedProduct(options(), async () => {
      const made = await operate('backup', backups);
      expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/orders \d+/) });
      const path = /Sauvegarde : (.*)/.exec(made.said)?.[1] ?? '';
      const refused = await operate('restore', path, '--oui');
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('FasoColis fonctionne déjà') });
      expect(await operate('doctor')).toMatchObject({
        code: 0,
        said: expect.stringContaining('✓ Base orders : répond'),
      });
    });
  });

  it('leaves no file that looks whole when the backup fails', async () => {
    const before = readdirSync(backups);
    const env = { ...process.env, FASOCOLIS_HOME: home, REDIS_URL: 'redis://127.0.0.1:1', BACKUP_KEY: 'too short' };
    const run = promisify(execFile)(process.execPath, [join(ROOT, 'infra/operator/src/host.ts'), 'backup', backups], {
      env,
    });
    await expect(run).rejects.toThrow('au moins 16 caractères');
    expect(readdirSync(backups)).toEqual(before);
  });

  it('is not touched by a command that nobody understands', async () => {
    expect(await operate('restore')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Usage : npm run backup'),
    });
    expect(await operate('restore', 'nowhere', '--local', '--oui')).toMatchObject({
      code: 1,
      said: expect.stringContaining("Ce fichier n'existe pas"),
    });
  });
});
