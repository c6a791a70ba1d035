import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import { type Identity, isStaff } from '@fasocolis/service-kit/auth/identity';
import type { OrderEvent as OrderEventRow, Order as OrderRow } from '../generated/prisma/client.ts';
import type { KnownStatuses } from './known-statuses.ts';
import { isSilent, type SilenceDays } from './silence.ts';
import type { TransitTimes } from './transit-times.ts';

interface Dependencies {
  statuses: KnownStatuses;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
}

type Meanings = Awaited<ReturnType<KnownStatuses['meaningsOf']>>;

/** Shows orders and their events to customers and staff. */
export class OrderPresenter {
  readonly #statuses: KnownStatuses;
  readonly #transitTimes: TransitTimes;
  readonly #silenceDays: SilenceDays;

  constructor({ statuses, transitTimes, silenceDays }: Dependencies) {
    this.#statuses = statuses;
    this.#transitTimes = transitTimes;
    this.#silenceDays = silenceDays;
  }

  /** An order as `viewer` may see it. */
  async present(row: OrderRow, viewer: Identity): Promise<Order> {
    return this.#present(row, viewer, await this.#statuses.meaningsOf([row.status]));
  }

  async presentAll(rows: OrderRow[], viewer: Identity): Promise<Order[]> {
    const meanings = await this.#statuses.meaningsOf(rows.map(({ status }) => status));
    return rows.map((row) => this.#present(row, viewer, meanings));
  }

  async presentEvents(rows: OrderEventRow[], { withAuthors = false } = {}): Promise<OrderEvent[]> {
    const meaningOf = await this.#statuses.meaningsOf(rows.map(({ status }) => status));
    return rows.map((row) => {
      const { id, status, note, milestoneLabel, place, occurredAt } = row;
      const { userId: byUserId, withdrawnAt, withdrawnBy, withdrawnReason } = row;
      const event = {
        ...{ id, status, ...pick(meaningOf(status)), note, occurredAt: occurredAt.toISOString() },
        ...(milestoneLabel !== null && { milestone: milestoneLabel }),
        ...(place !== null && { place }),
      };
      if (!withAuthors) return event;
      if (!withdrawnAt) return { ...event, byUserId };
      const withdrawn = { at: withdrawnAt.toISOString(), byUserId: withdrawnBy ?? 0, reason: withdrawnReason ?? '' };
      return { ...event, byUserId, withdrawn };
    });
  }

  #present(row: OrderRow, viewer: Identity, meaningOf: Meanings): Order {
    const { label: statusLabel, kind: statusKind } = meaningOf(row.status);
    const isForStaff = isStaff(viewer);
    const mayKnowOwner = isForStaff || (viewer.kind === 'user' && viewer.userId === row.userId);
    return {
      id: row.id,
      reference: row.reference,
      status: row.status,
      statusLabel,
      statusKind,
      furthestStep: row.furthestStep as OrderStatusCode,
      estimatedDelivery: row.estimatedDelivery?.toISOString().slice(0, 10) ?? null,
      expectedArrival: statusKind === 'end' ? null : this.#transitTimes.expectedArrival(row),
      mode: row.mode,
      pieces: row.pieces,
      weightGrams: row.weightGrams,
      recipientName: mayKnowOwner ? row.recipientName : shortName(row.recipientName),
      latestUpdate: row.latestUpdate,
      latestUpdateTime: row.latestUpdateTime?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      ...(mayKnowOwner && { userId: row.userId, recipientPhone: row.recipientPhone }),
      ...(isForStaff && {
        archivedAt: row.archivedAt?.toISOString() ?? null,
        lastEventAt: row.lastEventAt.toISOString(),
        isSilent: statusKind !== 'end' && isSilent(row, this.#silenceDays),
      }),
    };
  }
}

const pick = ({ label, kind }: ReturnType<Meanings>) => ({ label, kind });

/** "Awa Marie Ouédraogo" as "Awa O.". */
function shortName(name: string | null): string | null {
  const [first = null, ...others] = name?.split(/\s+/) ?? [];
  const initial = others.at(-1)?.match(/\p{L}/u)?.[0];
  return first && initial ? `${first} ${initial.toUpperCase()}.` : first;
}
