import { longDate } from '@fasocolis/contracts/dates';
import { statusLabel } from '@fasocolis/contracts/order-status';
import { type HandOverSchema, NEVER_ARRIVED, PICKUP_ATTEMPTS, PICKUP_PAUSE_MINUTES } from '@fasocolis/contracts/pickup';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { markPieces } from '../history/pieces.ts';
import { stepOf } from '../history/state.ts';
import { restOf } from '../ledger/balance.ts';
import { assertReleased, lockAllOrders, newAmountOf, takePayment } from '../ledger/payments.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { convertPhoto, PHOTO_LIMIT } from '../shared/photo.ts';
import { readStorage } from '../shared/storage.ts';
import { assertOfPerson } from './person-parcels.ts';

const MINUTE_MS = 60_000;
const RELEASE_BY_ADMIN = 'Seul l’administrateur peut remettre un colis qui n’est pas payé.';

type HandOver = z.infer<typeof HandOverSchema>;

/** The first of the orders, or why they are not handed over; both are kept. */
type Result = { order: Order } | { refusal: AppError };

/**
 * Hands a parcel over by its code, or with a reason, with others of the same person, and takes the payment that comes with
 * it.
 */
export async function handOverOrder(
  database: Database,
  orderId: number,
  { photo, ...body }: HandOver,
  actor: Actor,
): Promise<Order> {
  const bytes = photo ? await convertPhoto(photo, PHOTO_LIMIT) : null;
  const result = await database.$transaction((transaction) =>
    handOver(transaction, orderId, { ...body, photo: bytes, at: new Date() }, actor),
  );
  if ('refusal' in result) throw result.refusal;
  return result.order;
}

interface HandOverDetails extends Omit<HandOver, 'photo'> {
  photo: Uint8Array<ArrayBuffer> | null;
  at: Date;
}

/** Hands parcels over in a transaction, which has to be committed also after a refusal: it counts the wrong code. */
export async function handOver(
  transaction: Transaction,
  id: number,
  input: HandOverDetails,
  actor: Actor,
): Promise<Result> {
  const { code, receiverName, photo, at, payment, releaseReason = null, neverArrivedReason = null } = input;
  if (releaseReason !== null && !actor.isAdmin) throw new AppError('forbidden', RELEASE_BY_ADMIN);
  const ids = [...new Set([id, ...(input.orderIds ?? [])])];
  const all = await lockAllOrders(transaction, ids);
  const locked = all.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  if (locked.some((order) => order.archivedAt)) throw new AppError('conflict', 'Ce colis est archivé.');
  if (locked.some(({ status }) => status === DELIVERED)) throw new AppError('conflict', 'Ce colis est déjà remis.');
  await assertOfPerson(transaction, locked);
  const refusal = code ? await checkCode(transaction, locked, code) : undefined;
  if (refusal) return { refusal };
  if (neverArrivedReason === null && !locked.every(hasArrived)) {
    throw AppError.conflict('neverArrivedReason', NEVER_ARRIVED);
  }
  const isReleased = releaseReason !== null;
  // Storage is checked before the payment is taken: a scan that is refused is committed.
  const storage = await readStorage(transaction, ids, at);
  if (!isReleased) await assertReleased(transaction, locked, storage, await newAmountOf(transaction, payment));
  const balances = payment && (await takePayment(transaction, locked, { ...payment, paidAt: at }, actor));
  const before = locked.map((order) => ({ ...order, ...balances?.get(order.id) }));
  const reason = code ? null : (input.reason ?? null);
  const proof = { receiverName, reason, photo, userId: actor.userId, createdAt: at };
  // A hand-over whose event was withdrawn may have left one.
  await transaction.handover.deleteMany({ where: { orderId: { in: ids } } });
  await transaction.handover.createMany({ data: ids.map((orderId) => ({ orderId, ...proof })) });
  for (const order of locked) await markPieces(transaction, order, { step: 'hand-over', at }, actor);
  const receiver = shortName(receiverName);
  const note = `Remis le ${longDate(at)}${receiver ? ` à ${receiver}` : ''}`;
  const told = { title: statusLabel(DELIVERED), note };
  const entry = { occurredAt: at, status: DELIVERED, note, told };
  const details = (order: Order) => ({
    receiverName,
    reason,
    ...(restOf(order) > 0 && { rest: restOf(order) }),
    ...(isReleased && { releaseReason }),
    ...(!hasArrived(order) && { neverArrivedReason }),
  });
  const change = { entries: [entry], action: 'handed-over', details } as const;
  const [appended] = await append(transaction, before, change, actor);
  if (!appended) throw new AppError('internal');
  return appended;
}

/** Whether an order has arrived, or waits for its pick-up. */
const hasArrived = ({ furthestStep, pickupCode }: Order) =>
  pickupCode !== null || stepOf(furthestStep) >= stepOf('ARRIVED');

/** The code of one of the parcels opens all. Counts a wrong code for each. @returns why the code is refused */
async function checkCode(transaction: Transaction, orders: Order[], code: string): Promise<AppError | undefined> {
  const codes = orders.flatMap(({ pickupCode }) => pickupCode ?? []);
  if (codes.length === 0) return wrong('Ce colis n’a pas de code de retrait\u00a0: indiquez la raison');
  const ids = orders.map(({ id }) => id);
  const where = { orderId: { in: ids } };
  const attempts = await transaction.pickupAttempts.findMany({ where });
  const pauseMs = Math.max(0, ...attempts.map(({ pausedUntil }) => pausedUntil?.getTime() ?? 0)) - Date.now();
  if (pauseMs > 0) {
    const minutes = Math.ceil(pauseMs / MINUTE_MS);
    return new AppError('too-many-requests', `Trop de codes erronés. Réessayez dans ${minutes}\u00a0min.`, {
      retryAfterSeconds: pauseMs / 1000,
    });
  }
  if (codes.includes(code)) {
    await transaction.pickupAttempts.deleteMany({ where });
    return undefined;
  }
  const failed = Math.max(0, ...attempts.map((each) => each.failed)) + 1;
  const isLast = failed >= PICKUP_ATTEMPTS;
  const pausedUntil = isLast ? new Date(Date.now() + PICKUP_PAUSE_MINUTES * MINUTE_MS) : null;
  const state = { failed: isLast ? 0 : failed, pausedUntil };
  await transaction.pickupAttempts.deleteMany({ where });
  await transaction.pickupAttempts.createMany({ data: ids.map((orderId) => ({ orderId, ...state })) });
  const left = PICKUP_ATTEMPTS - failed;
  return wrong(
    isLast
      ? `Code erroné. Réessayez dans ${PICKUP_PAUSE_MINUTES}\u00a0min.`
      : `Code erroné. Il reste ${left} ${left === 1 ? 'essai' : 'essais'}.`,
  );
}

const wrong = (message: string) => AppError.field('code', message);
