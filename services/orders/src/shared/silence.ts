import { DAY_MS } from '@fasocolis/contracts/dates';
import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import type { TransportMode } from '@fasocolis/contracts/orders';
import type { Order, Prisma } from '../generated/prisma/client.ts';

/** After how many days without an event an order is "sans nouvelles" (QUIET-001). */
export interface SilenceDays {
  AIR: number;
  SEA: number;
  unknown: number;
}

const daysFor = (mode: TransportMode | null, days: SilenceDays) => days[mode ?? 'unknown'];

type Facts = Pick<Order, 'status' | 'mode' | 'archivedAt' | 'lastEventAt'>;

/**
 * Whether an order that is not at its end has had no event for longer than its mode allows. One that is archived, or that was
 * announced with its courier number and is not received yet, is not under way.
 */
export function isSilent(order: Facts, aliases: readonly string[], days: SilenceDays): boolean {
  if (order.archivedAt !== null || (order.status === INITIAL_STATUS && aliases.length > 0)) return false;
  return order.lastEventAt < daysAgo(daysFor(order.mode, days));
}

/** The condition for silent orders. @param underWay the statuses of orders that have not reached their end */
export function whereSilent(days: SilenceDays, underWay: string[]): Prisma.OrderWhereInput {
  const modes = ['AIR', 'SEA', null] as const;
  return {
    archivedAt: null,
    status: { in: underWay },
    NOT: { status: INITIAL_STATUS, formerReferences: { some: { alias: { not: null } } } },
    OR: modes.map((mode) => ({ mode, lastEventAt: { lt: daysAgo(daysFor(mode, days)) } })),
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
