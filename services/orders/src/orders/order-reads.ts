import { referenceKey } from '@fasocolis/contracts/reference';
import { Reader } from '@fasocolis/service-kit/database';
import { type PageRow, pageOf } from '@fasocolis/service-kit/page-statement';
import DataLoader from 'dataloader';
import type { Order } from '../generated/prisma/client.ts';
import { ORDER_FIELDS, type OrderListRequest, orderPage } from './order-list.ts';

const BY_KEYS = `SELECT ${ORDER_FIELDS} FROM orders WHERE reference_key = ANY($1)`;

/** Two are enough, because each query serves everybody who asked since the last one. */
const LOOKUP_CONNECTIONS = 2;
/** Apart from these: a search through all references is no reason to let a customer wait for a parcel. */
const LIST_CONNECTIONS = 4;

/**
 * Reads orders past Prisma, whose way takes several times the processor time of the query itself
 * (docs/decisions/0007): look-ups are most of what this service does, lists most of what the back office asks.
 */
export class OrderReads {
  readonly #lookUps: Reader;
  readonly #lists: Reader;
  readonly #loader: DataLoader<string, Order | null>;

  constructor(databaseUrl: string) {
    this.#lookUps = new Reader(databaseUrl, { connections: LOOKUP_CONNECTIONS });
    this.#lists = new Reader(databaseUrl, { connections: LIST_CONNECTIONS });
    // One query for everybody who asks in the same turn of the event loop.
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

  /** One page of orders and how many there are; of one customer alone when told whose. */
  async page(request: OrderListRequest, ownerId?: number): Promise<{ rows: Order[]; total: number }> {
    return pageOf(await this.#lists.read<PageRow<Order>>(orderPage(request, ownerId)));
  }

  async close(): Promise<void> {
    await Promise.all([this.#lookUps.close(), this.#lists.close()]);
  }

  async #findAll(keys: readonly string[]): Promise<(Order | null)[]> {
    const rows = await this.#lookUps.read<Order>({ name: 'orders-by-keys', text: BY_KEYS, values: [keys] });
    const found = new Map(rows.map((order) => [order.referenceKey, order]));
    return keys.map((key) => found.get(key) ?? null);
  }
}
