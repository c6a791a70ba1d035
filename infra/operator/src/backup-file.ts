import { createWriteStream, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** Default folder, from the root of the project. */
export const BACKUP_FOLDER = 'backups';
export const BACKUP_SUFFIX = '.backup';

/**
 * Writes a backup file, readable by its owner alone. It gets its name when it is complete and on disk.
 * @returns its path
 */
export async function writeBackupFile(folder: string, write: (file: Writable) => Promise<unknown>): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const moment = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const path = join(folder, `fasocolis-${moment}${BACKUP_SUFFIX}`);
  const partial = `${path}.partial`;
  try {
    await write(createWriteStream(partial, { fd: openSync(partial, 'wx', 0o600), flush: true }));
    renameSync(partial, path);
    // Makes the name survive a power cut.
    const directory = await open(folder);
    await directory.sync();
    await directory.close();
    return path;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
