import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { addToDeletions, BACKUP_FOLDER, deletionsIn, writeBackupFile, writeWhole } from './backup-file.ts';
import { ROOT, readCompose, restoreCompose, stopProduct } from './compose.ts';
import { OperatorError } from './operator-error.ts';

const SETTINGS = process.env.COMPOSE_ENV_FILES ?? join(ROOT, '.env');
const IMAGES = ['postgres', 'operator'];

function compose(settings: Record<string, string>, ...args: string[]): void {
  const env = { ...process.env, ...settings };
  const { status } = spawnSync('docker', ['compose', '--progress', 'quiet', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  if (status !== 0) throw new OperatorError(`docker compose ${args[0]} a échoué : voyez ci-dessus.`);
}

/**
 * Moves the data to another major version of PostgreSQL, in a new volume: a backup is taken with the product stopped,
 * and restored and verified there. The former volume stays.
 * @param image such as `postgres:18-trixie`
 */
export async function upgradePostgres(image: string): Promise<void> {
  const [, major] = /^(?:.*\/)?postgres:(\d+)\b/.exec(image) ?? [];
  if (!major) throw new OperatorError(`« ${image} » n'est pas une image de PostgreSQL, comme postgres:18-trixie.`);
  const settings = { POSTGRES_UPGRADE: image, POSTGRES_VOLUME: `postgres-${major}` };
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  // Both have the same names: built beforehand, each takes a second when it is its turn.
  compose(settings, 'build', ...IMAGES);
  compose({}, 'build', ...IMAGES);
  compose({}, 'up', '-d', '--wait', '--no-deps', 'postgres', 'redis');
  stopProduct();
  try {
    const folder = resolve(ROOT, BACKUP_FOLDER);
    const path = await writeBackupFile(folder, (file) => readCompose(['backup'], file));
    await addToDeletions(folder, (file) => readCompose(['deletions', '--sauvegarde'], file));
    console.log(`Sauvegarde, après ${seconds()} : ${path}`);
    compose(settings, 'build', ...IMAGES);
    compose(settings, 'up', '-d', '--wait', '--no-deps', 'postgres');
    compose(settings, 'run', '--rm', '-T', '--no-deps', 'databases');
    await restoreCompose(path, deletionsIn(folder));
    await writeSettings(settings);
  } catch (error) {
    compose({}, 'build', ...IMAGES);
    compose({}, 'up', '-d', '--wait');
    throw new OperatorError('PostgreSQL reste à sa version : FasoColis fonctionne de nouveau, comme avant.', {
      cause: error,
    });
  }
  compose(settings, 'up', '-d', '--wait');
  console.log(`PostgreSQL ${major} est en service, après ${seconds()}. L'ancien volume reste : docs/operating.md.`);
}

async function writeSettings(settings: Record<string, string>): Promise<void> {
  const lines = existsSync(SETTINGS) ? readFileSync(SETTINGS, 'utf8').trimEnd().split('\n') : [];
  const kept = lines.filter((line) => !Object.keys(settings).some((name) => line.startsWith(`${name}=`)));
  const added = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeWhole(SETTINGS, (file) => pipeline([`${[...kept, ...added].join('\n')}\n`], file));
}
