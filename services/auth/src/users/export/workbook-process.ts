/**
 * Writes the workbook of all users to its output: a process of its own, so that its memory is bounded whatever the
 * service holds, and is given back when it ends.
 */
import { createWriteStream } from 'node:fs';
import { openPool } from '@fasocolis/service-kit/database';
import { writeWorkbook } from './workbook.ts';

const pool = openPool(process.env.DATABASE_URL ?? '', { connections: 1 });
// Unlike process.stdout it tells when it has taken everything, and when it can take more.
await writeWorkbook(pool, createWriteStream('', { fd: 1 }));
await pool.end();
