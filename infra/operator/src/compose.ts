import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from './operator-error.ts';
import { CHANGED_NOTHING } from './restore.ts';

/** The folder of docker-compose.yml. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** The stores, which stay up during a restore. */
const STORES = ['postgres', 'redis'];

/** The running Compose services; none without Docker. */
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

/** Whether Docker Compose and its settings exist here. */
export const isInstalled = (): boolean =>
  spawnSync('docker', ['compose', 'config', '--quiet'], { cwd: ROOT, stdio: 'ignore' }).status === 0;

/** Stops everything that uses the data. @returns the stopped services */
function stopProduct(): string[] {
  const running = runningServices().filter((service) => !STORES.includes(service));
  if (running.length > 0) execFileSync('docker', ['compose', 'stop', ...running], { cwd: ROOT, stdio: 'inherit' });
  return running;
}

/** Runs `operator backup` or `operator deletions` in its container. */
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
    execFileSync('docker', ['compose', 'start', ...stopped], { cwd: ROOT, stdio: 'inherit' });
    throw new OperatorError("Rien n'a été restauré : FasoColis fonctionne de nouveau, comme avant.", { cause: error });
  });
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

async function succeeds(operator: ChildProcess): Promise<void> {
  const [code] = await once(operator, 'close').catch((error: Error) => {
    throw new OperatorError(`Docker ne se laisse pas lancer : ${error.message}.`);
  });
  if (code !== 0) throw new OperatorError('Le conteneur « operator » a échoué : voyez ci-dessus.');
}
