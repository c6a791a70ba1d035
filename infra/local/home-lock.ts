import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, startOf } from './process-table.ts';
import { StartError } from './start-error.ts';
import type { Spawned } from './supervisor.ts';

interface Entry {
  pid: number;
  start: string | undefined;
}

interface Running extends Entry {
  url?: string;
  children: (Entry & Spawned)[];
}

interface HomeLock {
  record: (spawned: Spawned) => void;
  recordUrl: (url: string) => void;
  release: () => void;
}

const alive = ({ pid, start }: Entry) => start !== undefined && startOf(pid) === start;

const fileIn = (home: string) => join(home, 'running.json');

export const portIn = (home: string, name: string): number | undefined =>
  read(fileIn(home))?.children.find((child) => child.name === name && alive(child))?.port;

function read(file: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Makes this process the only launcher of a home, after stopping what a killed launcher left running. */
export async function lockHome(home: string): Promise<HomeLock> {
  mkdirSync(home, { recursive: true });
  const file = fileIn(home);
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
    record(spawned) {
      own.children = [...own.children.filter(alive), { ...spawned, start: startOf(spawned.pid) }];
      save();
    },
    recordUrl(url) {
      own.url = url;
      save();
    },
    release: () => rmSync(file, { force: true }),
  };
}
