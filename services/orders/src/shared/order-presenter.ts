import { statusLabel } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import type { OrderEvent as OrderEventRow, Order as OrderRow } from '../generated/prisma/client.ts';

/** An order as `viewer` may see it: whose it is, only that customer and the administrator learn. */
export function presentOrder(row: OrderRow, viewer: Identity): Order {
  const order: Order = {
    id: row.id,
    reference: row.reference,
    status: row.status,
    estimatedDelivery: row.estimatedDelivery?.toISOString().slice(0, 10) ?? null,
    latestUpdate: row.latestUpdate,
    latestUpdateTime: row.latestUpdateTime?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
  const mayKnowOwner = viewer.kind === 'user' && (viewer.isAdmin || viewer.userId === row.userId);
  return mayKnowOwner ? { ...order, userId: row.userId } : order;
}

export function presentEvent({ id, status, note, occurredAt }: OrderEventRow): OrderEvent {
  return { id, status, label: statusLabel(status), note, occurredAt: occurredAt.toISOString() };
}
