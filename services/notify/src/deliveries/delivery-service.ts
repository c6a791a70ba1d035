import { uuid } from '@fasocolis/contracts/common';
import {
  DELIVERY_CHANNELS,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryChannel,
  type DeliveryKind,
  type DropReason,
} from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import { searchTerms } from '@fasocolis/contracts/reading/search';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { escapeLike } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Prisma, Delivery as StoredDelivery } from '../generated/prisma/client.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

export const deliveryListSpec = defineList({
  resource: 'email-deliveries',
  isSearchable: true,
  sortable: ['id', 'state', 'createdAt'],
  filters: {
    id: z.pipe(
      z.union([uuid(), z.array(uuid()).check(z.maxLength(1000))]),
      z.transform((ids: string | string[]) => ({ in: [ids].flat() })),
    ),
    state: z.pipe(
      z.enum(DELIVERY_STATES),
      z.transform((state) => state.toUpperCase() as Uppercase<typeof state>),
    ),
    channel: z.enum(DELIVERY_CHANNELS),
    kind: z.enum(DELIVERY_KINDS),
  },
});

const REFERENCES = { select: { reference: true } } as const;
const WITH_ORDERS = { orders: REFERENCES, notification: { select: { orders: REFERENCES } } } as const;

/** With the orders that it is about, where they are read. */
type DeliveryRow = StoredDelivery &
  Partial<Pick<Prisma.DeliveryGetPayload<{ include: typeof WITH_ORDERS }>, 'orders' | 'notification'>>;

export interface DeliveryDependencies {
  database: Database;
  queue: DeliveryQueue;
}

export function listDeliveries(database: Database, list: ListRequestOf<typeof deliveryListSpec>) {
  const where: Prisma.DeliveryWhereInput = {
    ...list.filters,
    ...(list.search !== null && { OR: whereSentTo(list.search) }),
  };
  return findPage(list, ['createdAt', 'desc'], database.delivery, { where, include: WITH_ORDERS });
}

export async function retryDelivery(
  { database, queue }: DeliveryDependencies,
  id: string,
  actor: Actor,
): Promise<StoredDelivery> {
  const delivery = await database.$transaction(async (transaction) => {
    const [row] = await transaction.delivery.updateManyAndReturn({
      where: { id, state: 'FAILED' },
      data: { state: 'PENDING', attempts: 0 },
    });
    if (row)
      await logRetry(transaction, actor, {
        subjectId: id,
        after: { kind: DELIVERY_KIND_LABELS[row.kind as DeliveryKind] },
      });
    return row;
  });
  void queue.add(delivery ? [delivery] : []);
  if (delivery) return delivery;
  if ((await database.delivery.count({ where: { id } })) === 0) throw new AppError('not-found');
  throw new AppError('conflict', 'Seul un message en échec peut être renvoyé');
}

export async function retryFailedDeliveries({ database, queue }: DeliveryDependencies, actor: Actor): Promise<number> {
  const emails = await database.$transaction(async (transaction) => {
    const rows = await transaction.delivery.updateManyAndReturn({
      where: { state: 'FAILED' },
      data: { state: 'PENDING', attempts: 0 },
      select: { id: true, channel: true, kind: true, requestId: true },
    });
    if (rows.length > 0) await logRetry(transaction, actor, { subjectId: 'all', after: { messages: rows.length } });
    return rows;
  });
  void queue.add(emails);
  return emails.length;
}

/** The conditions for an address, with its accents, or for parts of a phone number. */
function whereSentTo(search: string): Prisma.DeliveryWhereInput[] {
  const alternatives = [[search], ...searchTerms(search)];
  return alternatives.map((terms) => ({
    AND: terms.map((term) => ({ recipient: { contains: escapeLike(term), mode: 'insensitive' } })),
  }));
}

/** Without the recipient. */
const logRetry = (
  transaction: Transaction,
  actor: Actor,
  entry: { subjectId: string; after: Record<string, unknown> },
) => logChanges(transaction, actor, [{ subject: 'delivery', name: 'Échecs', action: 'retried', ...entry }]);

export function presentDelivery(row: DeliveryRow): Delivery {
  const orders = [...(row.orders ?? []), ...(row.notification?.orders ?? [])];
  return {
    ...row,
    channel: row.channel as DeliveryChannel,
    kind: row.kind as DeliveryKind,
    references: orders.map(({ reference }) => reference),
    state: row.state.toLowerCase() as Lowercase<typeof row.state>,
    dropReason: row.dropReason as DropReason | null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}
