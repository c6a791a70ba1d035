import { DAY_MS } from '@fasocolis/contracts/dates';
import { ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import type { Order as PresentedOrder } from '@fasocolis/contracts/orders';
import type { TransitTime } from '@fasocolis/contracts/transit-times';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

/** The fewest orders that a figure is computed from. */
const MIN_ORDERS = 20;
/** Limits the query, however many orders arrived. */
const MAX_ARRIVALS = 10_000;

type Progress = Pick<Order, 'mode' | 'furthestStep' | 'furthestStepAt' | 'estimatedDelivery' | 'archivedAt'>;

/**
 * How long orders of the last 90 days took from each step to the arrival, and from there to the delivery. Read from
 * memory; `refresh` runs every hour (docs/decisions/0027).
 */
export class TransitTimes {
  readonly #database: Database;
  #times: TransitTime[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  all(): TransitTime[] {
    return this.#times;
  }

  async refresh(): Promise<void> {
    this.#times = await this.#database.$queryRaw<TransitTime[]>`
      WITH arrived AS (
        SELECT order_id FROM order_events
        WHERE status = 'ARRIVED' AND withdrawn_at IS NULL AND occurred_at > now() - interval '90 days'
        ORDER BY occurred_at DESC LIMIT ${MAX_ARRIVALS}
      ), reached AS (
        SELECT o.mode,
          min(e.occurred_at) FILTER (WHERE e.status = 'ORDER_CONFIRMED') AS confirmed,
          min(e.occurred_at) FILTER (WHERE e.status = 'PROCESSING') AS processing,
          min(e.occurred_at) FILTER (WHERE e.status = 'IN_TRANSIT') AS departed,
          min(e.occurred_at) FILTER (WHERE e.status = 'ARRIVED') AS arrived,
          min(e.occurred_at) FILTER (WHERE e.status = 'DELIVERED') AS delivered
        FROM (SELECT DISTINCT order_id FROM arrived) a
        JOIN orders o ON o.id = a.order_id AND o.mode IS NOT NULL
        JOIN order_events e ON e.order_id = o.id AND e.withdrawn_at IS NULL
        GROUP BY o.id
      ), spans AS (
        SELECT mode, step, extract(epoch FROM ended - started) / 86400 AS days
        FROM reached, LATERAL (VALUES
          ('ORDER_CONFIRMED', confirmed, arrived), ('PROCESSING', processing, arrived),
          ('IN_TRANSIT', departed, arrived), ('ARRIVED', arrived, delivered)
        ) AS span(step, started, ended)
        WHERE ended >= started AND ended > now() - interval '90 days'
      )
      SELECT mode::text, step, count(*)::int AS orders,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY days)::numeric, 1)::float AS "medianDays",
        round(percentile_cont(0.9) WITHIN GROUP (ORDER BY days)::numeric, 1)::float AS "p90Days"
      FROM spans GROUP BY mode, step HAVING count(*) >= ${MIN_ORDERS}
      ORDER BY mode, array_position(${[...ORDER_STATUSES]}, step)`;
  }

  /** The expected arrival of an order that has not reached its end; null when it is unknown or over. */
  expectedArrival(order: Progress): PresentedOrder['expectedArrival'] {
    const range = this.computedArrival(order);
    const today = new Date().toISOString().slice(0, 10);
    if (!range || range.to < today) return null;
    return { from: range.from < today ? today : range.from, to: range.to };
  }

  computedArrival(order: Progress): PresentedOrder['expectedArrival'] {
    const { mode, furthestStep, furthestStepAt, estimatedDelivery, archivedAt } = order;
    if (estimatedDelivery || archivedAt || ['ARRIVED', 'DELIVERED'].includes(furthestStep)) return null;
    const similar = this.#times.find((time) => time.mode === mode && time.step === furthestStep);
    if (!similar) return null;
    const day = (days: number) => new Date(furthestStepAt.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    return { from: day(similar.medianDays), to: day(similar.p90Days) };
  }
}
