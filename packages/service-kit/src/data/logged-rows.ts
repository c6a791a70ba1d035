import type { ChangeSubject } from '@fasocolis/contracts/changes';
import { AppError } from '../http/errors.ts';
import { type Actor, changeLogger, type LoggedRow } from './change-log.ts';
import { type OnceTransaction, once } from './once.ts';

interface Table<Transaction, Row> {
  subject: ChangeSubject;
  notFound: string;
  model: (transaction: Transaction) => { findUnique(args: never): PromiseLike<unknown>; delete(args: never): unknown };
  include?: object;
  lock: (transaction: Transaction, id: number) => PromiseLike<unknown>;
  describe: (row: Row) => LoggedRow;
}

interface DatabaseOf<Transaction> {
  $transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/**
 * Returns the writes of a table that staff edits. Each is recorded in the change log. A repeated request creates one row.
 * Concurrent changes of a row are serialized, so that each is validated against the result of the one before.
 * @throws AppError `not-found` when a row that is changed or removed does not exist
 */
export function loggedRows<Transaction extends OnceTransaction, Row>({
  model,
  include,
  ...table
}: Table<Transaction, Row>) {
  const log = changeLogger(table.subject, table.describe);

  async function lock(transaction: Transaction, id: number): Promise<Row> {
    await table.lock(transaction, id);
    const row = await model(transaction).findUnique({ where: { id }, ...(include && { include }) } as never);
    if (!row) throw new AppError('not-found', table.notFound);
    return row as Row;
  }

  return {
    create: (database: DatabaseOf<Transaction>, actor: Actor, write: (transaction: Transaction) => Promise<Row>) =>
      once(database, actor, async (transaction: Transaction) => {
        const after = await write(transaction);
        await log(transaction, actor, 'created', { after });
        return after;
      }),

    change: (
      database: DatabaseOf<Transaction>,
      id: number,
      actor: Actor,
      write: (transaction: Transaction, before: Row) => Promise<Row>,
    ) =>
      database.$transaction(async (transaction) => {
        const before = await lock(transaction, id);
        const after = await write(transaction, before);
        await log(transaction, actor, 'changed', { before, after });
        return after;
      }),

    remove: (
      database: DatabaseOf<Transaction>,
      id: number,
      actor: Actor,
      assertFree: (before: Row, transaction: Transaction) => unknown = () => {},
    ): Promise<void> =>
      database.$transaction(async (transaction) => {
        const before = await lock(transaction, id);
        await assertFree(before, transaction);
        await model(transaction).delete({ where: { id } } as never);
        await log(transaction, actor, 'deleted', { before });
      }),
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that a PATCH has: absent ones are typed as undefined, which Prisma rejects. */
export const givenFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
