import { referenceKey } from '@fasocolis/contracts/reference';
import { openPool } from '@fasocolis/service-kit/database';
import DataLoader from 'dataloader';
import type { Order } from '../generated/prisma/client.ts';

/** The columns as Prisma would read them; a day is the instant at which it begins in UTC. */
const BY_KEYS = `
  SELECT id, reference, reference_key AS "referenceKey", status,
         estimated_delivery::timestamp AT TIME ZONE 'UTC' AS "estimatedDelivery",
         latest_update AS "latestUpdate", latest_update_time AS "latestUpdateTime", user_id AS "userId",
         created_at AS "createdAt", updated_at AS "updatedAt"
  FROM orders WHERE reference_key = ANY($1)`;

/** Two are enough, because each query serves everybody who asked since the last one. */
const CONNECTIONS = 2;

/**
 * Finds orders by reference, for everybody who asks in the same turn of the event loop with one query.
 * The one place where this service reads past Prisma: look-ups are most of its work, and Prisma's way takes several
 * times the processor time of the query itself (docs/decisions/0007).
 */
export class OrderLookup {
  readonly #pool: ReturnType<typeof openPool>;
  readonly #loader: DataLoader<string, Order | null>;

  constructor(databaseUrl: string) {
    this.#pool = openPool(databaseUrl, { connections: CONNECTIONS });
    this.#loader = new DataLoader((keys) => this.#findAll(keys), {
      // Every search asks the database again: somebody may be waiting for the very next change.
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: setImmediate,
    });
  }

  /** The order that a reference names, in any letter case and with any separators; null when there is none. */
  async find(reference: string): Promise<Order | null> {
    const key = referenceKey(reference);
    // No order has an empty key, and PostgreSQL has no U+0000.
    return key === '' || key.includes('\u0000') ? null : this.#loader.load(key);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #findAll(keys: readonly string[]): Promise<(Order | null)[]> {
    const { rows } = await this.#pool.query<Order>({ name: 'orders-by-keys', text: BY_KEYS, values: [keys] });
    const found = new Map(rows.map((order) => [order.referenceKey, order]));
    return keys.map((key) => found.get(key) ?? null);
  }
}
