import { isBuiltInStatus, ORDER_STATUSES, type StatusOfOrder } from '@fasocolis/contracts/order-status';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import { type Reader, situationOf } from '@fasocolis/contracts/situation';
import type { Situation } from '@fasocolis/contracts/situation-schema';
import { type Identity, maySeePickupCodes } from '@fasocolis/service-kit/auth/identity';
import { idsOncePerTurn } from '@fasocolis/service-kit/data/database';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { ERASED } from './erased.ts';
import type { TransitTimes } from './transit-times.ts';

type Row = Omit<Order, 'referenceKey' | 'recipientSearch'>;
type Meaning = Required<Omit<StatusOfOrder, 'status'>> & { statusSentence: string | null };

/** The viewer of an order; `number` for the reader of the personal link of its recipient or owner. */
export type Viewer = Identity | { readonly kind: 'number' };

export type SituationsOf = (row: Row, meaning: Meaning) => Situation;

interface PickupOpening {
  status: string;
  town: string | null;
}

interface HandOver {
  receiverName: string;
  createdAt: Date;
}

export class Situations {
  readonly #openings: (orderIds: number[]) => Promise<Map<number, PickupOpening>>;
  readonly #handovers: (orderIds: number[]) => Promise<Map<number, HandOver>>;
  readonly #transitTimes: TransitTimes;

  constructor(database: Database, transitTimes: TransitTimes) {
    this.#openings = idsOncePerTurn((ids) => openingsOf(database, ids));
    this.#handovers = idsOncePerTurn((ids) => handoversOf(database, ids));
    this.#transitTimes = transitTimes;
  }

  async of(rows: Row[], viewer: Viewer): Promise<SituationsOf> {
    const today = new Date().toISOString().slice(0, 10);
    const ready = rows.flatMap(({ id, pickupCode }) => (pickupCode === null ? [] : id));
    const delivered = rows.flatMap(({ id, status }) => (status === 'DELIVERED' ? id : []));
    const [openings, handovers] = await Promise.all([
      ready.length > 0 ? this.#openings(ready) : new Map<number, PickupOpening>(),
      delivered.length > 0 ? this.#handovers(delivered) : new Map<number, HandOver>(),
    ]);
    return (row, meaning) => {
      const handover = handovers.get(row.id);
      const facts = {
        status: row.status,
        ...meaning,
        estimatedDelivery: row.estimatedDelivery?.toISOString().slice(0, 10) ?? null,
        expectedArrival: this.#transitTimes.computedArrival(row),
        pickup: pickupOf(row, openings.get(row.id)),
        hasOwner: row.userId !== null,
        deliveredOn: (handover?.createdAt ?? row.furthestStepAt).toISOString(),
        receiver: !handover || handover.receiverName === ERASED ? null : shortName(handover.receiverName),
      };
      return situationOf(facts, readerOf(row, viewer), today);
    };
  }
}

function readerOf({ userId }: Row, viewer: Viewer): Reader {
  if (viewer.kind === 'number') return 'number';
  if (viewer.kind !== 'user' || viewer.userId !== userId) return 'everyone';
  return maySeePickupCodes(viewer) ? 'owner' : 'unverified-owner';
}

/** Null for an order that was set back behind the step at which its pick-up was opened. */
function pickupOf({ pickupCode, status }: Row, opening: PickupOpening | undefined) {
  if (pickupCode === null) return null;
  const steps: readonly string[] = ORDER_STATUSES;
  const isSetBack = opening && isBuiltInStatus(status) && steps.indexOf(status) < steps.indexOf(opening.status);
  return isSetBack ? null : { town: opening?.town ?? null };
}

/** The latest event of each order that opened its pick-up, at its place or that of its milestone. */
async function openingsOf(database: Database, orderIds: number[]): Promise<Map<number, PickupOpening>> {
  const rows = await database.$queryRaw<(PickupOpening & { orderId: number })[]>`
    SELECT DISTINCT ON (e.order_id) e.order_id AS "orderId", e.status, coalesce(e.place, d.default_place) AS town
    FROM order_events e LEFT JOIN milestone_definitions d ON d.id = e.definition_id
    WHERE e.order_id = ANY(${orderIds}::int[]) AND e.opens_pickup AND e.withdrawn_at IS NULL
    ORDER BY e.order_id, e.occurred_at DESC, e.id DESC`;
  return new Map(rows.map(({ orderId, ...opening }) => [orderId, opening]));
}

async function handoversOf(database: Database, orderIds: number[]): Promise<Map<number, HandOver>> {
  const rows = await database.handover.findMany({
    where: { orderId: { in: orderIds } },
    select: { orderId: true, receiverName: true, createdAt: true },
  });
  return new Map(rows.map(({ orderId, ...handover }) => [orderId, handover]));
}
