import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@fasocolis/service-kit/errors';
import type { FastifyBaseLogger } from 'fastify';

export const EXPORT_FILE_NAME = 'utilisateurs.xlsx';
export const EXPORT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const PROGRAM = join(import.meta.dirname, 'workbook-process.ts');
/** Small heaps: what the writer holds at a time is a page of users, the rest is garbage. */
const NODE_OPTIONS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--optimize-for-size'];
const MOST_AT_ONCE = 2;

/** Makes workbooks of all users, each in a process of its own (docs/decisions/0011). */
export class UserExports {
  readonly #databaseUrl: string;
  #running = 0;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /**
   * A workbook while it is written, no faster than it is read. The stream fails when its process does; the process ends
   * when the reader goes away.
   *
   * @throws AppError `too-many-requests` when too many are being written, `unavailable` when it could not be begun
   */
  async begin(log: FastifyBaseLogger): Promise<Readable> {
    if (this.#running >= MOST_AT_ONCE) {
      throw new AppError('too-many-requests', "D'autres exports sont en cours. Veuillez réessayer dans un instant.");
    }
    const workbook = this.#write();
    workbook.on('error', (err) => log.error({ err }, 'export failed'));
    try {
      await once(workbook, 'readable');
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
    return workbook;
  }

  #write(): Readable {
    const writer = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM], {
      env: { ...process.env, DATABASE_URL: this.#databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running += 1;
    const ended = once(writer, 'close').finally(() => {
      this.#running -= 1;
    });
    // Whoever has stopped reading does not hear of it any more.
    ended.catch(() => {});
    let complaint = '';
    writer.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = `${complaint}${text}`.slice(-2000);
    });
    async function* chunks(): AsyncGenerator<Buffer> {
      yield* writer.stdout;
      const [code] = await ended;
      // Its output ends just as a whole file does.
      if (code !== 0) throw new Error(`the workbook is not whole: ${complaint}`);
    }
    const workbook = Readable.from(chunks(), { objectMode: false });
    workbook.once('close', () => writer.kill('SIGKILL'));
    return workbook;
  }
}
