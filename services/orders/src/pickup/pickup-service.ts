import { statusLabel } from '@fasocolis/contracts/order-status';
import {
  HANDOVER_PHOTO_MAX_BYTES,
  HANDOVER_PHOTO_TOO_LARGE,
  type HandOverSchema,
  PICKUP_ATTEMPTS,
  PICKUP_PAUSE_MINUTES,
} from '@fasocolis/contracts/pickup';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { markPieces } from '../history/pieces.ts';
import { lockOrder } from '../history/write-orders.ts';
import { restOf } from '../ledger/balance.ts';
import { assertReleased, takePayment } from '../ledger/payments.ts';
import { chargeStorage } from '../ledger/storage.ts';
import { convertPhoto } from '../shared/photo.ts';
import { readStorage } from '../shared/storage.ts';

const MINUTE_MS = 60_000;
const PHOTO_LIMIT = { maxBytes: HANDOVER_PHOTO_MAX_BYTES, tooLarge: HANDOVER_PHOTO_TOO_LARGE };
const DELIVERED = 'DELIVERED';
const RELEASE_BY_ADMIN = 'Seul l’administrateur peut remettre un colis qui n’est pas payé.';
const longDate = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

type HandOver = z.infer<typeof HandOverSchema>;

/** The order, or why it is not handed over; both are kept. */
type Result = { order: Order } | { refusal: AppError };

export class PickupService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Hands a parcel over by its code, or with a reason, and takes the payment that comes with it.
   * @throws AppError `validation` for a wrong code, `too-many-requests` during the pause after five of them, `not-found`,
   * `conflict` when it is archived or was handed over and for a payment that cannot be taken, `balance-due` while something
   * is left to pay, `forbidden` for an agent who gives a reason to release it all the same
   */
  async handOver(orderId: number, { photo, ...body }: HandOver, actor: Actor, isAdmin: boolean): Promise<Order> {
    if (body.releaseReason && !isAdmin) throw new AppError('forbidden', RELEASE_BY_ADMIN);
    const bytes = photo ? await convertPhoto(photo, PHOTO_LIMIT) : null;
    const result = await this.#database.$transaction((transaction) =>
      handOver(transaction, orderId, { ...body, photo: bytes, at: new Date() }, actor),
    );
    if ('refusal' in result) throw result.refusal;
    return result.order;
  }
}

interface Handing extends Omit<HandOver, 'photo'> {
  photo: Uint8Array<ArrayBuffer> | null;
  at: Date;
}

/**
 * Hands a parcel over in a transaction, which has to be committed also after a refusal: it counts the wrong code.
 * @throws AppError `not-found`, `conflict`, `balance-due`
 */
export async function handOver(transaction: Transaction, id: number, handing: Handing, actor: Actor): Promise<Result> {
  const locked = await lockOrder(transaction, id);
  if (locked.archivedAt) throw new AppError('conflict', 'Ce colis est archivé.');
  if (locked.status === DELIVERED) throw new AppError('conflict', 'Ce colis est déjà remis.');
  const { code, receiverName, photo, at, payment, releaseReason = null } = handing;
  const refusal = code ? await checkCode(transaction, locked, code) : undefined;
  if (refusal) return { refusal };
  const isReleased = releaseReason !== null;
  // Before the payment is taken: a scan that is refused is committed.
  const storage = await readStorage(transaction, [id], at);
  if (!isReleased) await assertReleased(transaction, locked, storage.get(id), payment?.amount);
  const balances = payment
    ? await takePayment(transaction, [locked], { ...payment, paidAt: at }, actor)
    : await chargeStorage(transaction, [locked], storage, actor);
  const before = { ...locked, ...balances.get(id) };
  const reason = code ? null : (handing.reason ?? null);
  const proof = { receiverName, reason, photo, userId: actor.userId, createdAt: at };
  // Again after its event was withdrawn.
  await transaction.handover.upsert({ where: { orderId: id }, create: { orderId: id, ...proof }, update: proof });

  await markPieces(transaction, locked, { step: 'hand-over', at }, actor);
  const receiver = shortName(receiverName);
  const note = `Remis le ${longDate.format(at)}${receiver ? ` à ${receiver}` : ''}`;
  const told = { title: statusLabel(DELIVERED), note };
  const entry = { occurredAt: at, status: DELIVERED, note, told };
  const rest = restOf(before);
  const released = { ...(rest > 0 && { rest }), ...(isReleased && { releaseReason }) };
  const change = { entries: [entry], action: 'handed-over', details: { receiverName, reason, ...released } } as const;
  const [appended] = await append(transaction, [before], change, actor);
  return { order: appended?.order ?? before };
}

/** Counts a wrong code. @returns why the code is refused */
async function checkCode(transaction: Transaction, order: Order, code: string): Promise<AppError | undefined> {
  const { id: orderId, pickupCode } = order;
  if (pickupCode === null) return wrong('Ce colis n’a pas de code de retrait\u00a0: indiquez la raison');
  const attempts = await transaction.pickupAttempts.findUnique({ where: { orderId } });
  const pauseMs = (attempts?.pausedUntil?.getTime() ?? 0) - Date.now();
  if (pauseMs > 0) {
    const minutes = Math.ceil(pauseMs / MINUTE_MS);
    return new AppError('too-many-requests', `Trop de codes erronés. Réessayez dans ${minutes}\u00a0min.`, {
      retryAfterSeconds: pauseMs / 1000,
    });
  }
  if (code === pickupCode) {
    await transaction.pickupAttempts.deleteMany({ where: { orderId } });
    return undefined;
  }
  const failed = (attempts?.failed ?? 0) + 1;
  const isLast = failed >= PICKUP_ATTEMPTS;
  const pausedUntil = isLast ? new Date(Date.now() + PICKUP_PAUSE_MINUTES * MINUTE_MS) : null;
  const state = { failed: isLast ? 0 : failed, pausedUntil };
  await transaction.pickupAttempts.upsert({ where: { orderId }, create: { orderId, ...state }, update: state });
  const left = PICKUP_ATTEMPTS - failed;
  return wrong(
    isLast
      ? `Code erroné. Réessayez dans ${PICKUP_PAUSE_MINUTES}\u00a0min.`
      : `Code erroné. Il reste ${left} ${left === 1 ? 'essai' : 'essais'}.`,
  );
}

const wrong = (message: string) => AppError.field('code', message);
