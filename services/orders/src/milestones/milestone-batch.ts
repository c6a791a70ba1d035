import { milestoneTitle, type SkipReason } from '@fasocolis/contracts/milestones';
import type { Transaction } from '../database.ts';
import { type Milestone, type Order, Prisma } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { emitExtended } from '../history/emit.ts';
import { stepOf } from '../history/state.ts';

/** Orders per transaction: a kill repeats at most these, and the progress bar moves ten times for 2,000. */
export const BATCH = 200;

/** The state of a consignment by the `step` of a milestone. */
export const CONSIGNMENT_STATE = Prisma.sql`(CASE
  WHEN step IN ('ARRIVED', 'DELIVERED') THEN 'arrived' WHEN step = 'IN_TRANSIT' THEN 'departed' ELSE 'preparing'
END)::consignment_state`;

/** The next orders of a consignment, in the transaction that holds the lock of the milestone. */
export class MilestoneBatch {
  readonly #transaction: Transaction;
  readonly #milestone: Milestone;
  readonly #endedStatuses: string[];

  constructor(transaction: Transaction, milestone: Milestone, endedStatuses: string[]) {
    this.#transaction = transaction;
    this.#milestone = milestone;
    this.#endedStatuses = endedStatuses;
  }

  /** Applies the milestone to them. @returns the milestone, which is finished after the last ones */
  async apply(): Promise<Milestone> {
    const { id, startedAt, afterOrderId } = this.#milestone;
    const started = startedAt ? {} : await this.#start();
    const orders = await this.#lockOrders();
    const reasons = await this.#reasonsToSkip(orders);
    const skipped = orders.flatMap((order) => {
      const reason = reasons.get(order.id);
      return reason ? { milestoneId: id, orderId: order.id, reason } : [];
    });
    await this.#transaction.skippedOrder.createMany({ data: skipped });
    await this.#record(orders.filter((order) => !reasons.has(order.id)));
    const isLast = orders.length < BATCH;
    if (isLast) await this.#emit();
    return this.#transaction.milestone.update({
      where: { id },
      data: {
        ...started,
        afterOrderId: orders.at(-1)?.id ?? afterOrderId,
        applied: { increment: orders.length - skipped.length },
        skipped: { increment: skipped.length },
        finishedAt: isLast ? new Date() : null,
      },
    });
  }

  async #start() {
    const { id, consignmentId } = this.#milestone;
    // A milestone never sets a consignment back.
    await this.#transaction.$executeRaw`
      UPDATE consignments SET state = greatest(state, ${CONSIGNMENT_STATE}) FROM milestones
      WHERE consignments.id = ${consignmentId} AND milestones.id = ${id}`;
    const total = await this.#transaction.consignmentOrder.count({ where: { consignmentId } });
    return { startedAt: new Date(), total };
  }

  async #lockOrders(): Promise<Order[]> {
    const { consignmentId, afterOrderId } = this.#milestone;
    const rows = await this.#transaction.$queryRaw<{ id: number }[]>`
      SELECT o.id FROM consignment_orders m JOIN orders o ON o.id = m.order_id
      WHERE m.consignment_id = ${consignmentId} AND m.order_id > ${afterOrderId}
      ORDER BY o.id LIMIT ${BATCH} FOR UPDATE OF o`;
    return this.#transaction.order.findMany({ where: { id: { in: idsOf(rows) } }, orderBy: { id: 'asc' } });
  }

  async #reasonsToSkip(orders: Order[]): Promise<Map<number, SkipReason>> {
    const { step } = this.#milestone;
    const passed = new Map((await this.#passedBy(orders)).map((order) => [order.id, order]));
    const reasonOf = ({ id, archivedAt, status, furthestStep }: Order): SkipReason | [] => {
      if (archivedAt) return 'archived';
      if (this.#endedStatuses.includes(status)) return 'ended';
      if (stepOf(furthestStep) > stepOf(step) || passed.get(id)?.isLater) return 'further';
      return passed.get(id)?.isThis ? 'already' : [];
    };
    return new Map(orders.flatMap((order) => [reasonOf(order)].flat().map((reason) => [order.id, reason] as const)));
  }

  /**
   * The orders that have a milestone, and whether it is a later one of the mode or this one. A milestone of the other mode,
   * from before the order had a mode, is the first one of its status.
   */
  #passedBy(orders: Order[]): Promise<{ id: number; isLater: boolean; isThis: boolean }[]> {
    const { consignmentId, definitionId, position, status } = this.#milestone;
    return this.#transaction.$queryRaw`
      SELECT e.order_id AS id,
        bool_or(d.mode = c.mode AND d.position > ${position} AND e.milestone_label IS NOT NULL) AS "isLater",
        bool_or(d.id = ${definitionId}::int OR (d.mode <> c.mode AND e.status = ${status} AND ${definitionId}::int = (
          SELECT f.id FROM milestone_definitions f WHERE f.mode = c.mode AND f.is_active AND f.status = ${status}
          ORDER BY f.position, f.id LIMIT 1
        ))) AS "isThis"
      FROM order_events e
      JOIN milestone_definitions d ON d.id = e.definition_id
      JOIN consignments c ON c.id = ${consignmentId}
      WHERE e.order_id = ANY(${idsOf(orders)}::int[]) AND e.withdrawn_at IS NULL
      GROUP BY e.order_id`;
  }

  async #record(orders: Order[]): Promise<void> {
    const { id, definitionId, label, status, place, note, occurredAt, opensPickup } = this.#milestone;
    const milestone = { id, definitionId, label, place, opensPickup };
    // The last batch emits all orders together, so that a customer gets one message.
    const entry = { occurredAt, status, note, milestone };
    await append(this.#transaction, orders, { entries: [entry] }, this.#milestone);
  }

  async #emit(): Promise<void> {
    const { id: milestoneId, note, occurredAt, requestId } = this.#milestone;
    const message = { cause: 'milestone', title: milestoneTitle(this.#milestone), note, occurredAt } as const;
    await emitExtended(this.#transaction, { ...message, of: { milestoneId } }, requestId);
  }
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
