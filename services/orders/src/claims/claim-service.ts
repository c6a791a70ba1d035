import {
  type Claim,
  type ClaimParcelSchema,
  OPEN_CLAIMS,
  type StaffClaim,
  type UnnamedParcel,
} from '@fasocolis/contracts/claims';
import { isCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { SMALL_PHOTO, SMALL_PHOTO_TOO_LARGE } from '@fasocolis/contracts/receiving';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Claim as ClaimRow, Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { logOrders } from '../history/order-log.ts';
import { lockOrder } from '../history/write-orders.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { convertPhoto } from '../shared/photo.ts';
import { isUnnamed } from '../shared/unnamed.ts';

const NO_PARCEL = 'Aucun colis sans nom ne porte ce numéro';
const NOT_FOUND = 'Demande non trouvée';
const ALREADY = 'Vous avez déjà demandé ce colis. Attendez notre réponse.';
const OTHER_CONTENT =
  'Votre demande est déjà enregistrée, avec le texte et la photo de votre premier envoi. Rechargez la page pour la voir.';
const TOO_MANY = `${OPEN_CLAIMS} de vos demandes attendent déjà notre réponse. Attendez-la avant d’en faire une autre.`;
const ASSIGNED = 'Le colis a été attribué à un autre client.';
const PHOTO_LIMIT = { maxBytes: SMALL_PHOTO.maxBytes, tooLarge: SMALL_PHOTO_TOO_LARGE };

export const claimListSpec = defineList({
  resource: 'claims',
  sortable: ['createdAt'],
  filters: { orderId: IdsFilterSchema, open: z.boolean() },
});

/** Without the photo, which has its own operation. */
const SHOWN = { omit: { photo: true }, include: { order: true } } as const;
type Shown = Omit<ClaimRow, 'photo'> & { order: Order };

export class ClaimService {
  readonly #database: Database;
  readonly #statuses: KnownStatuses;
  /** The conversion in progress, by customer. */
  readonly #converting = new Map<number, { photo: string; conversion: ReturnType<typeof convertPhoto> }>();

  constructor({ database, statuses }: { database: Database; statuses: KnownStatuses }) {
    this.#database = database;
    this.#statuses = statuses;
  }

  async findParcel(number: string, viewer: UserIdentity): Promise<UnnamedParcel> {
    const { order, alias } = await this.#parcelOf(this.#database, number, viewer);
    const claim = await this.#database.claim.findFirst({
      where: { orderId: order.id, userId: viewer.userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...SHOWN,
    });
    return { number: alias, claim: claim && present(claim) };
  }

  /** Keeps the claim of a customer once, however often it is sent. */
  async claim({ id, number, text, photo }: z.infer<typeof ClaimParcelSchema>, viewer: UserIdentity): Promise<Claim> {
    const { userId } = viewer;
    await this.#parcelOf(this.#database, number, viewer);
    const bytes = await this.#convert(photo, userId);
    return this.#database.$transaction(async (transaction) => {
      const { order } = await this.#parcelOf(transaction, number, viewer);
      await lockOrder(transaction, order.id);
      const known = await transaction.claim.findUnique({ where: { id }, include: SHOWN.include });
      if (known && (known.userId !== userId || known.orderId !== order.id)) throw new AppError('conflict', ALREADY);
      if (known && (known.text !== text || Buffer.compare(known.photo, bytes) !== 0))
        throw new AppError('conflict', OTHER_CONTENT);
      if (known) return present(known);
      // A claim of an order that was given away meanwhile is refused at once.
      const open = await transaction.claim.findMany({ where: { userId, settledAt: null }, ...SHOWN });
      const waiting = open.filter((claim) => present(claim).state === 'open');
      if (waiting.some(({ orderId }) => orderId === order.id)) throw new AppError('conflict', ALREADY);
      if (waiting.length >= OPEN_CLAIMS) throw new AppError('conflict', TOO_MANY);
      const data = { id, orderId: order.id, userId, text, photo: bytes };
      return present(await transaction.claim.create({ data, ...SHOWN }));
    });
  }

  /** Converts one photo of a customer at a time: conversions are serialized, and those of staff must not wait for many. */
  async #convert(photo: string, userId: number) {
    const running = this.#converting.get(userId);
    if (running?.photo === photo) return running.conversion;
    if (running) throw new AppError('too-many-requests');
    const conversion = convertPhoto(photo, PHOTO_LIMIT);
    this.#converting.set(userId, { photo, conversion });
    try {
      return await conversion;
    } finally {
      this.#converting.delete(userId);
    }
  }

  async #parcelOf(
    database: Pick<Database | Transaction, 'formerReference' | 'order'>,
    number: string,
    viewer: UserIdentity,
  ) {
    const where = { referenceKey: referenceKey(number) };
    const found = await database.formerReference.findUnique({ where, include: { order: true } });
    // An import of a supplier's list creates orders whose references are courier numbers.
    const imported = !found && isCourierNumber(number) ? await database.order.findUnique({ where }) : null;
    const { alias, order } = found ?? { alias: imported?.reference, order: imported };
    const ends = await this.#statuses.ended();
    const isOpen = order && isUnnamed(order) && !order.archivedAt && !ends.includes(order.status);
    if (!isOpen || alias == null || isStaff(viewer)) throw new AppError('not-found', NO_PARCEL);
    return { order, alias };
  }

  async list(request: ListRequestOf<typeof claimListSpec>) {
    const { orderId, open } = request.filters;
    const isOpen = { settledAt: null, order: { userId: null, recipientPhone: null } };
    const where = {
      ...(orderId !== undefined && { orderId }),
      ...(open !== undefined && (open ? isOpen : { NOT: isOpen })),
    };
    const { rows, total } = await findPage(request, ['createdAt', 'asc'], this.#database.claim, { where, ...SHOWN });
    return { rows: rows.map(presentToStaff), total };
  }

  async photoOf(id: string): Promise<Uint8Array> {
    const claim = isUuid(id) ? await this.#database.claim.findUnique({ where: { id } }) : null;
    if (!claim) throw new AppError('not-found', NOT_FOUND);
    return claim.photo;
  }

  /** Makes the claimant the owner of the parcel, which refuses the other claims. */
  accept(id: string, actor: Actor): Promise<StaffClaim> {
    return this.#settle(id, actor, null, async (transaction, order, { userId }) => {
      const details = () => ({ claim: 'Demande acceptée' });
      const change = { entries: [], columns: { userId }, details };
      const [appended] = await append(transaction, [order], change, actor);
      return appended?.order ?? order;
    });
  }

  refuse(id: string, reason: string, actor: Actor): Promise<StaffClaim> {
    return this.#settle(id, actor, reason, async (transaction, order) => {
      const details = { claim: 'Demande refusée', reason };
      await logOrders(transaction, actor, [{ action: 'changed', before: order, after: order, details }]);
      return order;
    });
  }

  async #settle(
    id: string,
    { userId: settledBy }: Actor,
    refusedReason: string | null,
    effect: (transaction: Transaction, order: Order, claim: Shown) => Promise<Order>,
  ): Promise<StaffClaim> {
    if (!isUuid(id)) throw new AppError('not-found', NOT_FOUND);
    return this.#database.$transaction(async (transaction) => {
      const found = await transaction.claim.findUnique({ where: { id } });
      if (!found) throw new AppError('not-found', NOT_FOUND);
      const order = await lockOrder(transaction, found.orderId);
      const claim = { ...(await transaction.claim.findUniqueOrThrow({ where: { id }, ...SHOWN })), order };
      if (present(claim).state !== 'open') throw new AppError('conflict', 'Cette demande est déjà réglée.');
      await effect(transaction, order, claim);
      const data = { settledAt: new Date(), settledBy, refusedReason };
      return presentToStaff(await transaction.claim.update({ where: { id }, data, ...SHOWN }));
    });
  }
}

const isUuid = (id: string) => z.uuid().safeParse(id).success;

/** An open claim counts as refused once its parcel has an owner or a phone. */
function present({ id, text, createdAt, settledAt, refusedReason, order }: Shown): Claim {
  const isOpen = settledAt === null && isUnnamed(order);
  const reason = refusedReason ?? (settledAt === null && !isOpen ? ASSIGNED : null);
  const settled = reason === null ? 'accepted' : 'refused';
  return { id, text, state: isOpen ? 'open' : settled, reason, createdAt: createdAt.toISOString() };
}

const presentToStaff = (claim: Shown): StaffClaim => ({
  ...present(claim),
  orderId: claim.orderId,
  userId: claim.userId,
});
