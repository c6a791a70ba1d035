import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, startOf } from './process-table.ts';
import { StartError } from './start-error.ts';

interface Entry {
  pid: number;
  start: string | undefined;
}

interface Running extends Entry {
  url?: string;
  children: (Entry & { name: string; signal: NodeJS.Signals })[];
}

interface HomeLock {
  /** Records a child process and its stop signal, for the next launcher in case this one is killed. */
  record: (name: string, pid: number, signal: NodeJS.Signals) => void;
  recordUrl: (url: string) => void;
  release: () => void;
}

const alive = ({ pid, start }: Entry) => start !== undefined && startOf(pid) === start;

function read(file: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Makes this process the only launcher of a home, after stopping what a killed launcher left running.
 * @throws StartError when another launcher is running
 */
export async function lockHome(home: string): Promise<HomeLock> {
  mkdirSync(home, { recursive: true });
  const file = join(home, 'running.json');
  const own: Running = { pid: process.pid, start: startOf(process.pid), children: [] };
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const other = read(file);
    if (other && alive(other)) {
      const where = other.url ? ` à l'adresse ${other.url}` : '';
      throw new StartError(`FasoColis fonctionne déjà${where} (processus ${other.pid}, dossier ${home}).`);
    }
    const leftovers = (other?.children ?? []).filter(alive);
    await Promise.all(leftovers.map(({ pid, signal }) => endProcess(pid, signal)));
    rmSync(file, { force: true });
  }
  const save = () => {
    // A rename is atomic: a launcher killed during a write leaves the former list.
    writeFileSync(`${file}.new`, JSON.stringify(own));
    renameSync(`${file}.new`, file);
  };
  return {
    record(name, pid, signal) {
      own.children = [...own.children.filter(alive), { name, pid, start: startOf(pid), signal }];
      save();
    },
    recordUrl(url) {
      own.url = url;
      save();
    },
    release: () => rmSync(file, { force: true }),
  };
}
