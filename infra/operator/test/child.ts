import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Data } from '../src/backup.ts';

/** Runs `operator` as its container does, with streams of one's own. */
export function startOperator(
  { databases, redisUrl }: Data,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const addresses = Object.entries(databases).map(([service, url]) => [`${service.toUpperCase()}_POSTGRES_URL`, url]);
  return spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...args], {
    env: { ...process.env, ...Object.fromEntries(addresses), REDIS_URL: redisUrl, BACKUP_KEY: '', ...env },
    stdio: 'pipe',
  });
}

/** The exit code or signal of a process, and what it said to people. */
export async function endOf(child: ChildProcess): Promise<{ end: number | NodeJS.Signals | null; said: string }> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ end: code ?? signal, said }));
  });
}
