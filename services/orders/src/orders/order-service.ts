import { IdSchema } from '@fasocolis/contracts/common';
import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import type { CreateOrderSchema, UpdateOrderSchema } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import { AppError } from '@fasocolis/service-kit/errors';
import { emit } from '@fasocolis/service-kit/outbox';
import type { ServiceClient } from '@fasocolis/service-kit/service-client';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { OrderStatusService } from '../order-statuses/order-status-service.ts';
import type { EventListRequest, OrderListRequest } from './order-list.ts';
import type { OrderReads } from './order-reads.ts';

const NOT_FOUND = 'Commande non trouvée';

interface Dependencies {
  database: Database;
  reads: OrderReads;
  statuses: OrderStatusService;
  auth: ServiceClient;
}

/** The rules of orders: one parcel, one reference, one true history. */
export class OrderService {
  readonly #database: Database;
  readonly #reads: OrderReads;
  readonly #statuses: OrderStatusService;
  readonly #auth: ServiceClient;

  constructor({ database, reads, statuses, auth }: Dependencies) {
    this.#database = database;
    this.#reads = reads;
    this.#statuses = statuses;
    this.#auth = auth;
  }

  /** @throws AppError `not-found` */
  async findByReference(reference: string): Promise<Order> {
    const order = await this.#reads.find(reference);
    if (!order) throw new AppError('not-found', NOT_FOUND);
    return order;
  }

  /** One page of what happened to a parcel, oldest first unless asked otherwise, and how much there is in all. */
  async listEvents(orderId: number, { sort, offset, limit }: EventListRequest) {
    // All of it in one query: there are few, and their ids are in the order of their times.
    const orderBy = { id: sort?.direction ?? 'asc' } as const;
    const events = await this.#database.orderEvent.findMany({ where: { orderId }, orderBy });
    return { rows: events.slice(offset, offset + limit), total: events.length };
  }

  list(request: OrderListRequest) {
    return this.#reads.page(request);
  }

  listOfUser(userId: number, request: OrderListRequest) {
    return this.#reads.page(request, userId);
  }

  /** @throws AppError `validation` when the customer does not exist, `conflict` when the reference is taken */
  async create(body: z.infer<typeof CreateOrderSchema>, requestId: string): Promise<Order> {
    const { reference, estimatedDelivery, userId = null } = body;
    if (userId !== null) await this.#assertUserExists(userId, requestId);
    // One statement, one way to the database and back: Prisma would take five for the order and its first event.
    const [order] = await this.#database.$queryRaw<Order[]>`
      WITH created AS (
        INSERT INTO orders (reference, reference_key, status, estimated_delivery, user_id)
        VALUES (${reference}, ${referenceKey(reference)}, ${INITIAL_STATUS}, ${estimatedDelivery ?? null}::date, ${userId})
        ON CONFLICT (reference_key) DO NOTHING
        RETURNING *
      ), event AS (
        INSERT INTO order_events (order_id, status, occurred_at) SELECT id, status, created_at FROM created
      )
      SELECT id, reference, reference_key AS "referenceKey", status, estimated_delivery AS "estimatedDelivery",
             latest_update AS "latestUpdate", latest_update_time AS "latestUpdateTime", user_id AS "userId",
             created_at AS "createdAt", updated_at AS "updatedAt"
      FROM created`;
    if (!order) throw new AppError('conflict', 'Une commande avec ce numéro de référence existe déjà');
    return order;
  }

  async #assertUserExists(userId: number, requestId: string): Promise<void> {
    const user = await this.#auth.find(`/internal/users/${userId}`, z.object({ id: IdSchema }), requestId);
    if (user) return;
    const message = 'Utilisateur non trouvé';
    throw new AppError('validation', message, { fields: { userId: message } });
  }

  /**
   * Sets status and text. A PATCH that changes neither leaves no trace; one that changes the status tells the others.
   * @throws AppError `validation` for a status nobody may choose, `not-found`
   */
  async update(id: number, body: z.infer<typeof UpdateOrderSchema>, requestId: string): Promise<Order> {
    const label = await this.#statuses.selectableLabel(body.status);
    return this.#database.$transaction(async (transaction) => {
      // Locked first, so that two administrators saving at once are compared with each other's result.
      await transaction.$queryRaw`SELECT id FROM orders WHERE id = ${id} FOR UPDATE`;
      const before = await transaction.order.findUnique({ where: { id } });
      if (!before) throw new AppError('not-found', NOT_FOUND);
      const { status, latestUpdate = before.latestUpdate } = body;
      const statusChanged = status !== before.status;
      if (!statusChanged && latestUpdate === before.latestUpdate) return before;

      const now = new Date();
      const note = body.latestUpdate ?? null;
      const order = await transaction.order.update({
        where: { id },
        data: {
          status,
          latestUpdate,
          latestUpdateTime: now,
          updatedAt: now,
          events: { create: { status, note, occurredAt: now } },
        },
      });
      if (statusChanged) {
        const recipientIds = body.notifyCustomer ? await recipientsOf(transaction, order) : [];
        await emitStatusChange(transaction, { order, label, note, recipientIds }, requestId);
      }
      return order;
    });
  }
}

/** The owner of an order and everybody who saved it. */
async function recipientsOf(transaction: Transaction, { id, userId }: Order): Promise<number[]> {
  const saved = await transaction.savedOrder.findMany({ where: { orderId: id }, select: { userId: true } });
  const recipients = new Set(saved.map((link) => link.userId));
  if (userId !== null) recipients.add(userId);
  return [...recipients];
}

interface StatusChange {
  order: Order;
  label: string;
  note: string | null;
  recipientIds: number[];
}

function emitStatusChange(
  transaction: Transaction,
  { order: { id, reference, status, updatedAt }, ...change }: StatusChange,
  requestId: string,
): Promise<void> {
  const data = { orderId: id, reference, status, occurredAt: updatedAt.toISOString(), ...change };
  return emit(transaction, 'order.status-changed', data, requestId);
}
