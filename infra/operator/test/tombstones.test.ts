import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addToDeletions, deletionsIn } from '../src/backup-file.ts';
import { linesOf, splitTombstones, type Tombstone } from '../src/tombstones.ts';

const tombstone = (userId: number): Tombstone => ({
  userId,
  hash: String(userId).padStart(64, '0'),
  deletedAt: '2026-11-24T12:00:00.000Z',
});
const BACKUP = Buffer.from('{"format":2}\n\u0000archive');

/** A stream in chunks of so many bytes. */
const inChunks = (content: Buffer, size: number) =>
  Readable.from(
    (function* () {
      for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
    })(),
  );

describe('the lists of deleted accounts before a backup', () => {
  it.each([1, 7, 100_000])('are separated from it, in chunks of %i bytes [SEC-014]', async (size) => {
    const lists = linesOf([tombstone(7), tombstone(8)]) + linesOf([tombstone(7)]);
    const { tombstones, backup } = await splitTombstones(inChunks(Buffer.concat([Buffer.from(lists), BACKUP]), size));
    expect(tombstones).toEqual([tombstone(7), tombstone(8), tombstone(7)]);
    expect(await buffer(backup)).toEqual(BACKUP);
  });

  it.each([BACKUP, Buffer.from('age-encryption.org/v1\n-> scrypt'), Buffer.alloc(0), Buffer.from('{')])(
    'may be missing: %j',
    async (content) => {
      const { tombstones, backup } = await splitTombstones(inChunks(content, 3));
      expect(tombstones).toEqual([]);
      expect(await buffer(backup)).toEqual(content);
    },
  );

  it.each(['{"userId":7,"hash":"x"}\n', '{"userId":7,"ha', '{"userId":"7; DROP"}\n'])(
    'are refused when damaged: %s',
    async (line) => {
      await expect(splitTombstones(inChunks(Buffer.from(line), 5))).rejects.toThrow(
        'La liste des comptes supprimés est abîmée',
      );
    },
  );
});

describe('the list beside the backups', () => {
  it('keeps what it has, adds what is new, and is readable by its owner alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fasocolis-deletions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const add = (...tombstones: Tombstone[]) =>
      addToDeletions(folder, async (file) => void file.write(linesOf(tombstones)));
    expect(deletionsIn(folder)).toEqual([]);
    await add(tombstone(7), tombstone(8));
    await add(tombstone(8), tombstone(9));
    await add();
    const [path = ''] = deletionsIn(folder, folder);
    expect(readFileSync(path, 'utf8')).toBe(linesOf([tombstone(7), tombstone(8), tombstone(9)]));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
