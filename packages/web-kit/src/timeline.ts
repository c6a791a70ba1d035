import {
  definedKind,
  isBuiltInStatus,
  ORDER_STATUSES,
  type StatusKind,
  statusLabel,
} from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';

export interface TimelineStep {
  /** 1 to 5. */
  number: number;
  label: string;
  status: 'completed' | 'active' | 'pending';
  /** When the parcel reached this step; absent for pending steps. */
  timestamp?: Date;
  /** Set when the time is interpolated although other steps have recorded ones. */
  isEstimated?: true;
  /** A status that the administrator defined and that the order has at this step. */
  mark?: { label: string; kind: StatusKind };
}

type DatedOrder = Pick<Order, 'status' | 'statusLabel' | 'statusKind' | 'furthestStep' | 'createdAt'> & {
  latestUpdateTime?: string | null;
  updatedAt?: string | null;
};
type RecordedEvent = Pick<OrderEvent, 'status' | 'occurredAt'>;

/** The position of each step between creation and latest update, without recorded events. */
const SHARE_OF_SPAN = [0, 0.2, 0.4, 0.7, 0.9] as const;

/** A known moment: milliseconds since 1970 at a share (0 to 1) of the order's life. */
interface Anchor {
  share: number;
  time: number;
}

/**
 * The five steps of an order with the times to show. A step with a recorded status has its real time (the latest change
 * to that status); the others are interpolated between the known times around them, in ascending order. With a status
 * that the administrator defined, the furthest step reached stays the active one.
 * @param events the recorded events, oldest first; may be empty (imported orders)
 * @param now end of the span for an order without a later time
 */
export function orderTimeline(
  order: DatedOrder,
  events: readonly RecordedEvent[] = [],
  now = new Date(),
): TimelineStep[] {
  const kind = definedKind(order.status, order.statusKind);
  const current = kind ? ORDER_STATUSES.indexOf(order.furthestStep) : indexOf(order.status);
  const recorded = recordedMoments(events, current);
  const timeAt = interpolate(knownMoments(order, recorded, now));

  return ORDER_STATUSES.map((code, index) => {
    const step = { number: index + 1, label: statusLabel(code) };
    if (index > current) return { ...step, status: 'pending' };
    const share = SHARE_OF_SPAN[index] ?? 1;
    const isEstimated = recorded.length > 0 && !recorded.some((moment) => moment.share === share);
    const reached = { ...step, timestamp: new Date(timeAt(share)), ...(isEstimated && { isEstimated: true as const }) };
    if (index < current) return { ...reached, status: 'completed' };
    return { ...reached, status: 'active', ...(kind && { mark: { label: order.statusLabel, kind } }) };
  });
}

/** An undefined status counts as the first step. */
const indexOf = (status: string) => (isBuiltInStatus(status) ? ORDER_STATUSES.indexOf(status) : 0);

function recordedMoments(events: readonly RecordedEvent[], current: number): Anchor[] {
  const recorded: Anchor[] = [];
  const entries = latestEntries(events);
  for (const [index, share] of SHARE_OF_SPAN.slice(0, current + 1).entries()) {
    const time = entries.get(ORDER_STATUSES[index]);
    // A step that was recorded before an earlier one dates from before the parcel was set back, and is ignored.
    if (time !== undefined && time >= (recorded[recorded.length - 1]?.time ?? Number.NEGATIVE_INFINITY))
      recorded.push({ share, time });
  }
  return recorded;
}

function knownMoments(order: DatedOrder, recorded: readonly Anchor[], now: Date): Anchor[] {
  const created = Date.parse(order.createdAt);
  const start = Math.min(created, recorded[0]?.time ?? created);
  const updated = order.latestUpdateTime ?? order.updatedAt;
  const end = Math.max(
    updated ? Date.parse(updated) : now.getTime(),
    recorded[recorded.length - 1]?.time ?? start,
    start,
  );
  const startIsRecorded = recorded[0]?.share === 0;
  return [...(startIsRecorded ? [] : [{ share: 0, time: start }]), ...recorded, { share: 1, time: end }];
}

/** The last time of each status; an event that keeps the status does not count. */
function latestEntries(events: readonly RecordedEvent[]): Map<string | undefined, number> {
  const entries = new Map<string | undefined, number>();
  let previous: string | undefined;
  for (const { status, occurredAt } of events) {
    if (status !== previous) entries.set(status, Date.parse(occurredAt));
    previous = status;
  }
  return entries;
}

/** Linear between neighbouring anchors, which ascend by share and by time. */
function interpolate(anchors: Anchor[]): (share: number) => number {
  return (share) => {
    const after = anchors.findIndex((anchor) => anchor.share >= share);
    const to = anchors[after];
    const from = anchors[after - 1];
    if (!to) return Number.NaN;
    if (!from || to.share === share) return to.time;
    return from.time + ((share - from.share) / (to.share - from.share)) * (to.time - from.time);
  };
}
