import { Readable } from 'node:stream';
import { IdSchema, InstantSchema } from '@fasocolis/contracts/common';
import type { Migration } from '@fasocolis/service-kit/data/migrate';
import pg from 'pg';
import * as z from 'zod/mini';
import { connect } from './database.ts';
import { OperatorError } from './operator-error.ts';
import type { Bytes } from './sealing.ts';

/** A deleted account, as auth stores it: without personal data. */
const TombstoneSchema = z.object({
  userId: IdSchema,
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  deletedAt: InstantSchema,
});
export type Tombstone = z.infer<typeof TombstoneSchema>;

/** How every line of a list begins, and no backup does. */
const LINE_START = '{"userId":';

export const linesOf = (tombstones: readonly Tombstone[]) =>
  tombstones.map(({ userId, hash, deletedAt }) => `${JSON.stringify({ userId, hash, deletedAt })}\n`).join('');

/**
 * The accounts that were deleted in the present data; none before the first start, or in data of an older version.
 * @param address of the database, as the service auth
 */
export async function readTombstones(address: string): Promise<Tombstone[]> {
  const client = await connect(address);
  try {
    const { rows: found } = await client.query("SELECT to_regclass('deleted_accounts') IS NOT NULL AS exists");
    if (!found[0]?.exists) return [];
    const { rows } = await client.query<{ user_id: number; hash: string; deleted_at: Date }>(
      'SELECT user_id, hash, deleted_at FROM deleted_accounts ORDER BY deleted_at, user_id',
    );
    return rows.map((row) => ({ userId: row.user_id, hash: row.hash, deletedAt: row.deleted_at.toISOString() }));
  } finally {
    await client.end();
  }
}

/** Separates lists of deleted accounts from the backup that follows them in one stream. */
export async function splitTombstones(source: Bytes): Promise<{ tombstones: Tombstone[]; backup: Readable }> {
  const chunks = source[Symbol.asyncIterator]();
  const tombstones: Tombstone[] = [];
  let head = Buffer.alloc(0);
  let isOver = false;
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done) isOver = true;
    else head = Buffer.concat([head, value]);
  };
  for (;;) {
    while (!isOver && head.length < LINE_START.length) await more();
    if (!head.subarray(0, LINE_START.length).equals(Buffer.from(LINE_START))) break;
    while (!isOver && !head.includes('\n')) await more();
    const end = head.indexOf('\n');
    tombstones.push(parse(head.subarray(0, end < 0 ? head.length : end).toString()));
    head = head.subarray(end < 0 ? head.length : end + 1);
  }
  const rest = (async function* () {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  return { tombstones, backup: Readable.from(rest) };
}

function parse(line: string): Tombstone {
  try {
    return TombstoneSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new OperatorError("La liste des comptes supprimés est abîmée : rien n'a été restauré.", { cause });
  }
}

/**
 * SQL that adds tombstones to restored data. Auth deletes these accounts again when it starts.
 * @param migrations those of auth: a backup from before the table gets it by its own migration, which may be repeated
 */
export function keepTombstones(tombstones: readonly Tombstone[], migrations: readonly Migration[]): string {
  if (tombstones.length === 0) return '';
  const table = migrations.find(({ name }) => name.endsWith('_deleted_accounts'))?.sql ?? '';
  const rows = tombstones.map(({ userId, hash, deletedAt }) => ({ user_id: userId, hash, deleted_at: deletedAt }));
  return `SET LOCAL ROLE auth; SET LOCAL search_path = auth; ${table}
    INSERT INTO deleted_accounts (user_id, hash, deleted_at)
    SELECT * FROM jsonb_to_recordset(${pg.escapeLiteral(JSON.stringify(rows))})
      AS listed (user_id int, hash text, deleted_at timestamptz)
    ON CONFLICT DO NOTHING;
    RESET ROLE; SET LOCAL search_path = '';`;
}
