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

/**
 * When the process started, in a form that only serves to be compared, or undefined when there is none. A pid together
 * with its start names one process for good: pids alone come round again, in containers at every start.
 */
export function startOf(pid: number): string | undefined {
  if (!onLinux) return ps(pid, 'lstart') || undefined;
  try {
    // The fields after the program's name, which stands in parentheses and may hold anything: state is the first of
    // them, the start time the twentieth. A zombie has ended, only nobody has asked how.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** The command line of a process, its words joined by spaces; empty when there is no such process. */
export function commandLineOf(pid: number): string {
  if (!onLinux) return ps(pid, 'command') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Asks a process to end and waits until it has; one that is still there after `timeoutMs` milliseconds is killed. */
export async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs = 20_000): Promise<void> {
  const start = startOf(pid);
  const send = (what: NodeJS.Signals) => {
    try {
      process.kill(pid, what);
    } catch {
      // It has ended in the meantime.
    }
  };
  if (start === undefined) return;
  send(signal);
  for (let waited = 0; startOf(pid) === start; waited += 50) {
    if (waited === timeoutMs) send('SIGKILL');
    await delay(50);
  }
}
