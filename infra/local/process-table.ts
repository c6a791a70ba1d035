import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** The start time of a process, for comparison only: pids alone are reused. */
export function startOf(pid: number): string | undefined {
  if (!onLinux) return ps(pid, 'lstart') || undefined;
  try {
    // Fields follow the program's name, which is in parentheses and may contain anything: the first one is the state,
    // the twentieth the start time. A zombie has exited.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

export function commandLineOf(pid: number): string {
  if (!onLinux) return ps(pid, 'command') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const EXIT_TIMEOUT_MS = 20_000;

/** Signals a process and waits until it has exited; kills it after 20 seconds. */
export async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const start = startOf(pid);
  const send = (what: NodeJS.Signals) => {
    try {
      process.kill(pid, what);
    } catch {
      // Exited in the meantime.
    }
  };
  if (start === undefined) return;
  send(signal);
  for (let waited = 0; startOf(pid) === start; waited += 50) {
    if (waited === EXIT_TIMEOUT_MS) send('SIGKILL');
    await delay(50);
  }
}
