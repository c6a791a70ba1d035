import type { GoodsKind } from '@fasocolis/contracts/goods-kinds';
import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent, PublicOrder, StaffOrder, StaffOrderEvent } from '@fasocolis/contracts/orders';
import type { PersonalParcel } from '@fasocolis/contracts/personal-parcel';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import { ANONYMOUS, type Identity, isStaff, maySeePickupCodes } from '@fasocolis/service-kit/auth/identity';
import { idsOncePerTurn } from '@fasocolis/service-kit/data/database';
import type { Database } from '../database.ts';
import type { OrderEvent as OrderEventRow, Prisma } from '../generated/prisma/client.ts';
import type { KnownStatuses } from './known-statuses.ts';
import { DETAILS_OF_NEW, type OrderDetails, readDetails } from './order-details.ts';
import { isSilent, type SilenceDays } from './silence.ts';
import { Situations, type Viewer } from './situations.ts';
import { readStorage, type Storage } from './storage.ts';
import type { TransitTimes } from './transit-times.ts';

interface Dependencies {
  database: Database;
  statuses: KnownStatuses;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
}

export const WITHOUT_SEARCH = { referenceKey: true, recipientSearch: true } as const satisfies Prisma.OrderOmit;

export type OrderRow = Prisma.OrderGetPayload<{ omit: typeof WITHOUT_SEARCH }>;

export class OrderPresenter {
  readonly #details;
  readonly #storage;
  readonly #situations: Situations;
  readonly #statuses: KnownStatuses;
  readonly #transitTimes: TransitTimes;
  readonly #silenceDays: SilenceDays;

  constructor({ database, statuses, transitTimes, silenceDays }: Dependencies) {
    // docs/decisions/0007 says why queries are shared.
    this.#details = idsOncePerTurn((ids) => readDetails(database, ids));
    this.#storage = idsOncePerTurn((ids) => readStorage(database, ids, new Date()));
    this.#situations = new Situations(database, transitTimes);
    this.#statuses = statuses;
    this.#transitTimes = transitTimes;
    this.#silenceDays = silenceDays;
  }

  async present(row: OrderRow, viewer: Identity): Promise<Order> {
    const seen = await this.#viewOf([row], viewer);
    return seen(row);
  }

  /** What the reader of the personal link of a number is shown of one of its orders. */
  async presentToNumber(row: OrderRow): Promise<PersonalParcel> {
    const { situation } = (await this.#publicViewOf([row], { kind: 'number' }))(row);
    if (situation?.kind !== 'ready') return { situation, pickupCode: null };
    const { due, paid } = ownerAndRecipient(row, await this.#read([row]));
    return { situation, pickupCode: row.pickupCode, rest: due - paid };
  }

  async presentAll(rows: OrderRow[], viewer: Identity): Promise<Order[]> {
    return rows.map(await this.#viewOf(rows, viewer));
  }

  async presentToStaff(row: OrderRow): Promise<StaffOrder> {
    const seen = await this.#staffViewOf([row]);
    return seen(row);
  }

  /** An order that was just created: in no consignment, and deletable. */
  async presentNew(row: OrderRow): Promise<StaffOrder> {
    const seen = await this.#staffViewOf([row], Promise.resolve(OF_NEW));
    return seen(row);
  }

  async presentAllToStaff(rows: OrderRow[]): Promise<StaffOrder[]> {
    return rows.map(await this.#staffViewOf(rows));
  }

  async presentResults<Result extends { order?: OrderRow | undefined }>(results: Result[]) {
    const seen = await this.#staffViewOf(results.flatMap(({ order }) => order ?? []));
    return results.map(({ order, ...result }) => ({ ...result, ...(order && { order: seen(order) }) }));
  }

  async presentEvents(rows: OrderEventRow[]): Promise<OrderEvent[]> {
    return rows.map(await this.#eventViewOf(rows));
  }

  async presentEventsToStaff(rows: OrderEventRow[]): Promise<StaffOrderEvent[]> {
    const seenByAll = await this.#eventViewOf(rows);
    return rows.map((row) => {
      const { userId: byUserId, withdrawnAt, withdrawnBy, withdrawnReason } = row;
      if (!withdrawnAt) return { ...seenByAll(row), byUserId };
      const withdrawn = { at: withdrawnAt.toISOString(), byUserId: withdrawnBy ?? 0, reason: withdrawnReason ?? '' };
      return { ...seenByAll(row), byUserId, withdrawn };
    });
  }

  async #viewOf(rows: OrderRow[], viewer: Identity): Promise<(row: OrderRow) => Order> {
    if (isStaff(viewer)) return this.#staffViewOf(rows);
    const isOwn = ({ userId }: OrderRow) => viewer.kind === 'user' && viewer.userId === userId;
    const [seenByAll, besides] = await Promise.all([this.#publicViewOf(rows, viewer), this.#read(rows.filter(isOwn))]);
    return (row) => {
      if (!isOwn(row)) return seenByAll(row);
      const { lastPlace } = detailsOf(row, besides);
      const order = { ...seenByAll(row), ...ownerAndRecipient(row, besides), lastPlace };
      if (!maySeePickupCodes(viewer)) return order;
      return { ...order, ...photosOf(row, besides), pickupCode: order.statusKind === 'end' ? null : row.pickupCode };
    };
  }

  async #staffViewOf(rows: OrderRow[], reading = this.#read(rows)): Promise<(row: OrderRow) => StaffOrder> {
    const [seenByAll, besides] = await Promise.all([this.#publicViewOf(rows), reading]);
    return (row) => {
      const order = seenByAll(row);
      const { consignment, isUntouched, aliases } = detailsOf(row, besides);
      return {
        ...order,
        ...ownerAndRecipient(row, besides),
        ...photosOf(row, besides),
        recipientConsent: row.recipientConsent,
        archivedAt: row.archivedAt?.toISOString() ?? null,
        lastEventAt: row.lastEventAt.toISOString(),
        goodsKind: row.goodsKind as GoodsKind | null,
        declaredValue: row.declaredValue,
        consignment,
        isDeletable: isUntouched,
        isSilent: order.statusKind !== 'end' && isSilent(row, aliases, this.#silenceDays),
      };
    };
  }

  async #read(rows: OrderRow[]): Promise<Besides> {
    const ready = rows.flatMap(({ id, pickupCode }) => (pickupCode === null ? [] : id));
    const [details, storage] = await Promise.all([
      this.#details(rows.map(({ id }) => id)),
      ready.length > 0 ? this.#storage(ready) : OF_NEW.storage,
    ]);
    return { details, storage };
  }

  async #eventViewOf(rows: OrderEventRow[]): Promise<(row: OrderEventRow) => OrderEvent> {
    const meaningOf = await this.#statuses.meaningsOf(rows.map(({ status }) => status));
    return ({ id, status, note, milestoneLabel, place, occurredAt }) => {
      const { label, kind } = meaningOf(status);
      return {
        id,
        status,
        label,
        kind,
        note,
        occurredAt: occurredAt.toISOString(),
        ...(milestoneLabel !== null && { milestone: milestoneLabel }),
        ...(place !== null && { place }),
      };
    };
  }

  /** @param viewer whom the situation addresses */
  async #publicViewOf(rows: OrderRow[], viewer: Viewer = ANONYMOUS): Promise<(row: OrderRow) => PublicOrder> {
    const [meaningOf, situationOf] = await Promise.all([
      this.#statuses.meaningsOf(rows.map(({ status }) => status)),
      this.#situations.of(rows, viewer),
    ]);
    return (row) => {
      const { label: statusLabel, kind: statusKind, sentence: statusSentence } = meaningOf(row.status);
      return {
        id: row.id,
        reference: row.reference,
        status: row.status,
        statusLabel,
        statusKind,
        statusSentence,
        situation: situationOf(row, { statusLabel, statusKind, statusSentence }),
        furthestStep: row.furthestStep as OrderStatusCode,
        estimatedDelivery: row.estimatedDelivery?.toISOString().slice(0, 10) ?? null,
        expectedArrival: statusKind === 'end' ? null : this.#transitTimes.expectedArrival(row),
        mode: row.mode,
        pieces: row.pieces,
        weightGrams: row.weightGrams,
        recipientName: shortName(row.recipientName),
        latestUpdate: row.latestUpdate,
        latestUpdateTime: row.latestUpdateTime?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      };
    };
  }
}

interface Besides {
  details: ReadonlyMap<number, OrderDetails>;
  storage: ReadonlyMap<number, Storage>;
}

const OF_NEW: Besides = { details: new Map(), storage: new Map() };

const detailsOf = ({ id }: OrderRow, { details }: Besides) => details.get(id) ?? DETAILS_OF_NEW;

const photosOf = (row: OrderRow, besides: Besides) => {
  const { photos } = detailsOf(row, besides);
  return photos.length > 0 && { photos };
};

/** What is due contains the storage until now, which becomes a charge with the next payment. */
const ownerAndRecipient = (row: OrderRow, besides: Besides) => {
  const { aliases, passedPieces } = detailsOf(row, besides);
  return {
    userId: row.userId,
    recipientName: row.recipientName,
    recipientPhone: row.recipientPhone,
    volumeCm3: row.volumeCm3,
    contents: row.contents,
    ...{ aliases, passedPieces },
    due: row.due + (besides.storage.get(row.id)?.amount ?? 0),
    paid: row.paid,
  };
};
