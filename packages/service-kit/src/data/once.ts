import { deserialize, serialize } from 'node:v8';
import type { PeriodicWork } from '../events/periodic.ts';
import { AppError } from '../http/errors.ts';
import type { Actor } from './change-log.ts';
import type { InTransaction } from './database.ts';

export interface OnceTransaction extends InTransaction {
  $queryRaw<T>(sql: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  $executeRaw(sql: TemplateStringsArray, ...values: unknown[]): Promise<unknown>;
}

const KEPT_MS = 24 * 3600 * 1000;

const OTHER_CONTENT =
  'Un premier envoi est déjà enregistré, avec un autre contenu\u00a0: celui-ci ne l’est pas. Rechargez la page, puis vérifiez et complétez ce qui est enregistré.';

/**
 * Runs a write in a transaction, once for all requests of a caller with the same idempotency key: later ones get the
 * result of the first, concurrent ones wait for it. A write that fails leaves no trace, so that it can be repeated.
 * @throws AppError `conflict` for the key of a request with another content
 */
export function once<Transaction extends OnceTransaction, T>(
  database: { $transaction<R>(work: (transaction: Transaction) => Promise<R>): Promise<R> },
  { userId, idempotencyKey: key, fingerprint }: Actor,
  write: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.$transaction(async (transaction) => {
    if (key === undefined || userId === null) return write(transaction);
    const own = fingerprint?.() ?? null;
    // Waits for a concurrent request with this key.
    const [known] = await transaction.$queryRaw<{ result: Uint8Array | null; isSame: boolean | null }[]>`
      INSERT INTO idempotent_requests (user_id, key, fingerprint) VALUES (${userId}, ${key}, ${own})
      ON CONFLICT (user_id, key) DO UPDATE SET key = excluded.key
      RETURNING result, fingerprint = ${own}::text AS "isSame"`;
    if (known?.isSame === false) throw new AppError('conflict', OTHER_CONTENT);
    if (known?.result) return deserialize(known.result) as T;
    const result = await write(transaction);
    await transaction.$executeRaw`
      UPDATE idempotent_requests SET result = ${serialize(result)} WHERE user_id = ${userId} AND key = ${key}`;
    return result;
  });
}

/** Deletes the results that are no longer kept. */
export const forgetOldRequests = (database: {
  idempotentRequest: { deleteMany(args: { where: { createdAt: { lt: Date } } }): PromiseLike<unknown> };
}): PeriodicWork => ({
  name: 'removal of old idempotent requests',
  everyMs: 3600 * 1000,
  work: async () => {
    await database.idempotentRequest.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - KEPT_MS) } } });
  },
});
