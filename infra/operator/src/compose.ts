import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from './operator-error.ts';
import { CHANGED_NOTHING } from './restore.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The stores, which stay up during a restore. */
const STORES = ['postgres', 'redis'];

export function runningServices(): string[] {
  try {
    const printed = execFileSync('docker', ['compose', 'ps', '--services', '--status', 'running'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return printed.split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

export const isInstalled = (): boolean =>
  spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: ROOT, stdio: 'ignore' }).status === 0;

/** Stops everything that uses the data. @returns the stopped services */
export function stopProduct(kept = STORES): string[] {
  const running = runningServices().filter((service) => !kept.includes(service));
  if (running.length > 0) execFileSync('docker', ['compose', 'stop', ...running], { cwd: ROOT, stdio: 'inherit' });
  return running;
}

export async function readCompose(command: string[], file: Writable): Promise<void> {
  const operator = start(command);
  await Promise.all([operator.stdout && pipeline(operator.stdout, file), succeeds(operator)]);
}

/**
 * Runs `operator restore` in its container while the product is stopped, and starts the product again unless the data
 * are in doubt.
 * @param lists files with deleted accounts, which go before the backup
 */
export async function restoreCompose(path: string, lists: readonly string[]): Promise<void> {
  const stopped = stopProduct();
  const operator = start(['restore', '--oui']);
  const sent = operator.stdin && pipeline(contentsOf([...lists, path]), operator.stdin);
  // A restore that refuses the file stops reading; its message counts.
  sent?.catch(() => {});
  await succeeds(operator).catch((error: Error) => {
    if (operator.exitCode !== CHANGED_NOTHING || stopped.length === 0) throw error;
    startAgain(stopped, error);
  });
}

function startAgain(stopped: readonly string[], cause: Error): never {
  execFileSync('docker', ['compose', 'start', ...stopped], { cwd: ROOT, stdio: 'inherit' });
  throw new OperatorError("Rien n'a été restauré : FasoColis fonctionne de nouveau, comme avant.", { cause });
}

/**
 * Replaces the data by those of a moment, from the archive, while the product and PostgreSQL are stopped.
 * @param target a time in PostgreSQL's notation, or `latest`
 * @param changes SQL to run on the restored data
 */
export async function restoreFromArchive(target: string, changes: string): Promise<void> {
  const stopped = stopProduct(['redis']);
  try {
    await succeeds(run('postgres', ['restore-data', 'prepare', target]), changes);
    execFileSync('docker', ['compose', 'up', '-d', '--wait', '--no-deps', 'redis'], { cwd: ROOT, stdio: 'inherit' });
    await succeeds(run('operator', ['empty-redis']), '');
  } catch (error) {
    if (stopped.length === 0) throw error;
    startAgain(stopped, error as Error);
  }
  await succeeds(run('postgres', ['restore-data', 'swap']), '');
}

/** Copies the files of PostgreSQL to the places of the archive, where it is ours. */
export async function backUpFiles(): Promise<void> {
  if (!runningServices().includes('postgres')) return;
  // A container from before archiving has no such program until `npm run update`.
  const script = 'if command -v base-backup >/dev/null; then exec base-backup; fi';
  const command = ['compose', 'exec', '-T', 'postgres', 'sh', '-c', script];
  await succeeds(spawn('docker', command, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }));
}

async function* contentsOf(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path);
}

/** Runs `operator doctor` in its container. @returns whether it found no fault */
export function doctorCompose(): boolean {
  const command = ['compose', '--progress', 'quiet', 'run', '--rm', '-T', '--no-deps', 'operator', 'doctor'];
  return spawnSync('docker', command, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Messages go to the terminal. A key in the environment takes precedence over secrets/backup_key. */
function start(args: string[]): ChildProcess {
  const key = process.env.BACKUP_KEY === undefined ? [] : ['-e', 'BACKUP_KEY', '-e', 'BACKUP_KEY_FILE='];
  // `--no-deps`: Compose would recreate running containers after changes of docker-compose.yml.
  const running = runningServices();
  const alone = STORES.every((store) => running.includes(store)) ? ['--no-deps'] : [];
  const command = ['compose', '--progress', 'quiet', 'run', '--rm', '-T', ...alone, ...key, 'operator', ...args];
  return spawn('docker', command, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Runs a command in a new container of a service. Its output goes to the terminal. */
function run(service: string, args: string[]): ChildProcess {
  const command = ['compose', '--progress', 'quiet', 'run', '--rm', '-T', '--no-deps', service, ...args];
  return spawn('docker', command, { cwd: ROOT, stdio: ['pipe', 'inherit', 'inherit'] });
}

async function succeeds(command: ChildProcess, input?: string): Promise<void> {
  if (input !== undefined) command.stdin?.on('error', () => {}).end(input);
  const [code] = await once(command, 'close').catch((error: Error) => {
    throw new OperatorError(`Docker ne se laisse pas lancer : ${error.message}.`);
  });
  if (code !== 0) throw new OperatorError('Le conteneur a échoué : voyez ci-dessus.');
}
