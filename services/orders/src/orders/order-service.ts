import { IdSchema } from '@fasocolis/contracts/common';
import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import type { CreateOrderSchema, UpdateOrderSchema } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import { endOfTurn } from '@fasocolis/service-kit/data/database';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { type EventListRequest, type OrderListRequest, orderPages } from './order-list.ts';

const NOT_FOUND = 'Commande non trouvée';

interface Statuses {
  /** The label of a status that orders may have. @throws AppError `validation` for any other */
  selectableLabel: (code: string) => Promise<string>;
}

interface Dependencies {
  database: Database;
  statuses: Statuses;
  auth: ServiceClient;
}

/** The rules of orders: one parcel, one reference, one true history. */
export class OrderService {
  readonly #database: Database;
  readonly #page: ReturnType<typeof orderPages>;
  readonly #statuses: Statuses;
  readonly #auth: ServiceClient;

  constructor({ database, statuses, auth }: Dependencies) {
    this.#database = database;
    this.#page = orderPages(database);
    this.#statuses = statuses;
    this.#auth = auth;
  }

  /** @throws AppError `not-found` */
  async findByReference(reference: string): Promise<Order> {
    const key = referenceKey(reference);
    // PostgreSQL has no U+0000 and fails on it.
    if (key.includes('\u0000')) throw new AppError('not-found', NOT_FOUND);
    await endOfTurn();
    const order = await this.#database.order.findUnique({ where: { referenceKey: key } });
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
    return this.#page(request);
  }

  listOfUser(userId: number, request: OrderListRequest) {
    return this.#page(request, userId);
  }

  /** @throws AppError `validation` when the customer does not exist, `conflict` when the reference is taken */
  async create(body: z.infer<typeof CreateOrderSchema>, requestId: string): Promise<Order> {
    const { reference, estimatedDelivery, userId = null } = body;
    if (userId !== null) await this.#assertUserExists(userId, requestId);
    const now = new Date();
    const order = {
      reference,
      referenceKey: referenceKey(reference),
      status: INITIAL_STATUS,
      estimatedDelivery: estimatedDelivery ? new Date(estimatedDelivery) : null,
      latestUpdate: null,
      latestUpdateTime: null,
      userId,
      createdAt: now,
      updatedAt: now,
    };
    // In one statement: Prisma sends five for the order and its first event, which takes twice as long (bench/).
    const [created] = await this.#database.$queryRaw<{ id: number }[]>`
      WITH created AS (
        INSERT INTO orders (reference, reference_key, status, estimated_delivery, user_id, created_at, updated_at)
        VALUES (${reference}, ${order.referenceKey}, ${INITIAL_STATUS}, ${estimatedDelivery ?? null}::date, ${userId}, ${now}, ${now})
        ON CONFLICT (reference_key) DO NOTHING
        RETURNING id
      ), event AS (
        INSERT INTO order_events (order_id, status, occurred_at) SELECT id, ${INITIAL_STATUS}, ${now} FROM created
      )
      SELECT id FROM created`;
    if (!created) throw new AppError('conflict', 'Une commande avec ce numéro de référence existe déjà');
    return { ...created, ...order };
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
