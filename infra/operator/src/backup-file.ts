import { createWriteStream, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const BACKUP_FOLDER = process.env.BACKUPS_FOLDER ?? 'backups';
export const BACKUP_SUFFIX = '.backup';
/** Beside the backups: the accounts that were deleted. */
const DELETIONS_FILE = 'fasocolis-deleted-accounts.jsonl';

/**
 * Writes a backup file, readable by its owner alone. It gets its name when it is complete and on disk.
 * @returns its path
 */
export async function writeBackupFile(folder: string, write: (file: Writable) => Promise<unknown>): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const moment = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const path = join(folder, `fasocolis-${moment}${BACKUP_SUFFIX}`);
  await writeWhole(path, write);
  return path;
}

/**
 * Adds deleted accounts to the list beside the backups: lines that are there stay, because the data may be those of an older
 * backup since.
 */
export async function addToDeletions(folder: string, write: (file: Writable) => Promise<unknown>): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chunks: Uint8Array[] = [];
  await write(
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    }),
  );
  const path = join(folder, DELETIONS_FILE);
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = new Set(`${known}${Buffer.concat(chunks).toString()}`.split('\n').filter(Boolean));
  await writeWhole(path, (file) =>
    pipeline(
      [...lines].map((line) => `${line}\n`),
      file,
    ),
  );
}

export const deletionsIn = (...folders: string[]) =>
  [...new Set(folders.map((folder) => join(folder, DELETIONS_FILE)))].filter((path) => existsSync(path));

/** Writes a file that only its owner can read, and that exists when it is complete. */
export async function writeWhole(path: string, write: (file: Writable) => Promise<unknown>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await write(createWriteStream(partial, { fd: openSync(partial, 'wx', 0o600), flush: true }));
    renameSync(partial, path);
    // Makes the name survive a power cut.
    const directory = await open(dirname(path));
    await directory.sync();
    await directory.close();
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
