import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import { type Identity, isStaff, maySeePickupCodes } from '@fasocolis/service-kit/auth/identity';
import type { Database } from '../database.ts';
import type { OrderEvent as OrderEventRow, Prisma } from '../generated/prisma/client.ts';
import type { KnownStatuses } from './known-statuses.ts';
import { type OpenConsignments, openConsignmentsPerTurn } from './open-consignments.ts';
import { isSilent, type SilenceDays } from './silence.ts';
import type { TransitTimes } from './transit-times.ts';
import { untouchedOrders } from './untouched-orders.ts';

interface Dependencies {
  database: Database;
  statuses: KnownStatuses;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
}

type Meanings = Awaited<ReturnType<KnownStatuses['meaningsOf']>>;

/** What is read once for all orders of a response. */
interface Context {
  meaningOf: Meanings;
  consignments: OpenConsignments;
  deletable: ReadonlySet<number>;
}

/** Columns that no response contains. */
export const WITHOUT_SEARCH = { referenceKey: true, recipientSearch: true } as const satisfies Prisma.OrderOmit;

export type OrderRow = Prisma.OrderGetPayload<{ omit: typeof WITHOUT_SEARCH }>;

/** Shows orders and their events to customers and staff. */
export class OrderPresenter {
  readonly #database: Database;
  readonly #openConsignments: (orderIds: number[]) => Promise<OpenConsignments>;
  readonly #statuses: KnownStatuses;
  readonly #transitTimes: TransitTimes;
  readonly #silenceDays: SilenceDays;

  constructor({ database, statuses, transitTimes, silenceDays }: Dependencies) {
    this.#database = database;
    this.#openConsignments = openConsignmentsPerTurn(database);
    this.#statuses = statuses;
    this.#transitTimes = transitTimes;
    this.#silenceDays = silenceDays;
  }

  /** An order as `viewer` may see it. */
  async present(row: OrderRow, viewer: Identity): Promise<Order> {
    return this.#present(row, viewer, await this.#contextOf([row], viewer));
  }

  async presentAll(rows: OrderRow[], viewer: Identity): Promise<Order[]> {
    const context = await this.#contextOf(rows, viewer);
    return rows.map((row) => this.#present(row, viewer, context));
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

  async #contextOf(rows: OrderRow[], viewer: Identity): Promise<Context> {
    const meaningOf = await this.#statuses.meaningsOf(rows.map(({ status }) => status));
    if (!isStaff(viewer)) return { meaningOf, consignments: new Map(), deletable: new Set() };
    const ids = rows.map(({ id }) => id);
    const [consignments, deletable] = await Promise.all([
      this.#openConsignments(ids),
      untouchedOrders(this.#database, ids),
    ]);
    return { meaningOf, consignments, deletable };
  }

  #present(row: OrderRow, viewer: Identity, { meaningOf, consignments, deletable }: Context): Order {
    const { label: statusLabel, kind: statusKind } = meaningOf(row.status);
    const isOwner = viewer.kind === 'user' && viewer.userId === row.userId;
    const mayKnowOwner = isStaff(viewer) || isOwner;
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
      ...(isOwner && maySeePickupCodes(viewer) && { pickupCode: statusKind === 'end' ? null : row.pickupCode }),
      ...(isStaff(viewer) && {
        recipientConsent: row.recipientConsent,
        archivedAt: row.archivedAt?.toISOString() ?? null,
        lastEventAt: row.lastEventAt.toISOString(),
        consignment: consignments.get(row.id) ?? null,
        isDeletable: deletable.has(row.id),
        isSilent: statusKind !== 'end' && isSilent(row, this.#silenceDays),
      }),
    };
  }
}

const pick = ({ label, kind }: ReturnType<Meanings>) => ({ label, kind });
