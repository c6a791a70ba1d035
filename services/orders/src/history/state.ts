import { isBuiltInStatus, ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { eventText } from './entry.ts';

/** The columns of an order that follow from its events. */
export type State = Pick<
  Order,
  'status' | 'latestUpdate' | 'latestUpdateTime' | 'lastEventAt' | 'furthestStep' | 'furthestStepAt'
>;

type Event = Pick<
  OrderEvent,
  'status' | 'note' | 'milestoneLabel' | 'place' | 'occurredAt' | 'keepsStatus' | 'clearsText'
>;

export const stepOf = (status: string) => (isBuiltInStatus(status) ? ORDER_STATUSES.indexOf(status) : -1);

/**
 * What an order is after its events, in the order in which they were written. The first is its creation, whatever its
 * time; the latest of the others is the one that happened last, not the one that was written last.
 * @throws RangeError without events
 */
export function stateAfter([first, ...others]: Event[]): State {
  if (!first) throw new RangeError('An order has its creation event');
  const later = others.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  const events = [first, ...later];
  const withText = events.findLast((event) => event.clearsText || eventText(event) !== null);
  const furthest = events.reduce((best, event) => (stepOf(event.status) > stepOf(best.status) ? event : best));
  return {
    status: (events.findLast(({ keepsStatus }) => !keepsStatus) ?? first).status,
    latestUpdate: withText ? eventText(withText) : null,
    latestUpdateTime: later.at(-1)?.occurredAt ?? null,
    lastEventAt: new Date(Math.max(...events.map(({ occurredAt }) => occurredAt.getTime()))),
    furthestStep: furthest.status,
    furthestStepAt: furthest.occurredAt,
  };
}
