import type { AddMembers, MemberOutcome } from '@fasocolis/contracts/consignments';
import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import { HandOverSchema } from '@fasocolis/contracts/pickup';
import { allPiecesPrompt, type ScanMode } from '@fasocolis/contracts/scans';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { takeLeftMilestones } from '../history/left-milestones.ts';
import { passStep } from '../history/pass-step.ts';
import { areMarked, markPieces } from '../history/pieces.ts';
import { stepOf } from '../history/state.ts';
import { lockAllOrders, takePayment } from '../ledger/payments.ts';
import { DELIVERED, type KnownStatuses } from '../shared/known-statuses.ts';
import { recordCarton } from './carton.ts';
import type { Scan, ScanAction, ScanActor, ScanResult } from './scan.ts';
import { createScanned, findScanned, hasSeveral, knownScanned, referenceOf, type Scanned, UNKNOWN } from './scanned.ts';

const ARCHIVED = 'Ce colis est archivé';

interface Dependencies {
  addMembers: (
    transaction: Transaction,
    consignmentId: number,
    members: AddMembers,
    actor: Actor,
  ) => Promise<(Omit<MemberOutcome, 'order'> & { order?: Order })[]>;
  handOver: (
    transaction: Transaction,
    orderId: number,
    handing: Omit<z.infer<typeof HandOverSchema>, 'photo' | 'orderIds'> & { photo: null; at: Date },
    actor: ScanActor,
  ) => Promise<{ order: Order } | { refusal: AppError }>;
  statuses: KnownStatuses;
}

/** The effects of the modes of the scan screen: each marks the piece or all pieces, and the order gets the step with the last one. */
export function scanActions({ addMembers, handOver, statuses }: Dependencies): Record<ScanMode, ScanAction> {
  const pass = stepPasser(statuses);
  return {
    async receive(transaction, scan, actor) {
      const known = await findScanned(transaction, scan);
      const created = known ? undefined : await createScanned(transaction, scan, actor);
      // A concurrent scan may have created it.
      const scanned = known ?? (created ? { order: created } : await knownScanned(transaction, scan));
      const receipt = { status: 'PROCESSING', scan, withCreation: created !== undefined } as const;
      const received = await pass(transaction, scanned, receipt, actor);
      const { carton, isConfirmed } = scan;
      if (!carton || !received.order || received.outcome === 'conflict') return received;
      return recordCarton(transaction, { ...scanned, order: received.order }, { carton, isConfirmed }, actor);
    },

    async load(transaction, scan, actor) {
      const { consignmentId, isConfirmed } = scan;
      if (consignmentId === undefined) throw new AppError('validation', 'Choisissez une expédition');
      const scanned = await findScanned(transaction, scan);
      const line = scanned ? { orderId: scanned.order.id } : { reference: referenceOf(scan.reference) };
      const add = async (dryRun: boolean) => {
        const members = { lines: [{ line: 1, ...line }], dryRun, isConfirmed };
        const [member] = await addMembers(transaction, consignmentId, members, actor);
        if (!member) throw new AppError('internal');
        return member;
      };
      const { outcome, message = UNKNOWN } = await add(true);
      if (!scanned) return { outcome: 'conflict', message };
      const { order } = scanned;
      const refusal = outcome === 'refused' ? message : await refusalOf(transaction, scanned, scan);
      if (refusal !== undefined) return { outcome: 'conflict', message: refusal, order };
      const { isNew, isComplete } = await mark(transaction, scanned, { ...scan, at: timeOf(scan, order) }, actor);
      const isAdded = outcome === 'ready' && isComplete;
      if (isAdded) await add(false);
      return { outcome: isAdded || isNew ? 'done' : 'already', order };
    },

    async arrive(transaction, scan, actor) {
      const scanned = await knownScanned(transaction, scan);
      const extra = await extraOf(transaction, scanned, scan);
      const result = await pass(transaction, scanned, { status: 'ARRIVED', scan }, actor);
      return result.outcome === 'conflict' ? result : { ...result, ...extra };
    },

    async 'hand-over'(transaction, scan, actor): Promise<ScanResult> {
      const scanned = await knownScanned(transaction, scan);
      const { order, piece } = scanned;
      if (order.status === DELIVERED) return alreadyDelivered(transaction, order, scan, actor);
      if (order.archivedAt) throw new AppError('conflict', ARCHIVED);
      const refusal = await refusalOf(transaction, scanned, scan);
      if (refusal !== undefined) return { outcome: 'conflict', message: refusal, order };
      const at = timeOf(scan, order);
      if (hasSeveral(order) && piece !== undefined) {
        const { isNew } = await mark(transaction, scanned, { ...scan, at }, actor);
        return { outcome: isNew ? 'done' : 'already', order };
      }
      const { success, data, error } = HandOverSchema.safeParse(scan);
      if (!success) return { outcome: 'conflict', message: error.issues[0]?.message ?? 'Requête invalide', order };
      const result = await handOver(transaction, order.id, { ...data, photo: null, at }, actor);
      if ('refusal' in result) return { outcome: 'conflict', message: result.refusal.message, order };
      return { outcome: 'done', order: result.order };
    },
  };
}

function stepPasser(statuses: KnownStatuses) {
  return async (
    transaction: Transaction,
    scanned: Scanned,
    { status, scan, withCreation = false }: { status: OrderStatusCode; scan: Scan; withCreation?: boolean },
    actor: ScanActor,
  ): Promise<ScanResult> => {
    const { order } = scanned;
    if (order.archivedAt) throw new AppError('conflict', ARCHIVED);
    const isPassed = stepOf(order.furthestStep) >= stepOf(status);
    if ((await statuses.ended()).includes(order.status)) {
      if (isPassed) return { outcome: 'already', order };
      throw new AppError('conflict', 'Ce colis est déjà terminé');
    }
    const refusal = await refusalOf(transaction, scanned, scan);
    if (refusal !== undefined) return { outcome: 'conflict', message: refusal, order };
    const at = timeOf(scan, order);
    const { isNew, isComplete } = await mark(transaction, scanned, { ...scan, at }, actor);
    const isThere = isComplete && status === 'ARRIVED';
    const caughtUp = isThere ? await takeLeftMilestones(transaction, order, at, actor) : null;
    if (caughtUp) return { outcome: 'done', order: caughtUp };
    // While a consignment is counted, a parcel that arrived before is counted by its first scan.
    const counts = isNew && (hasSeveral(order) || scan.consignmentId !== undefined);
    if (isPassed || !isComplete) return { outcome: counts ? 'done' : 'already', order };
    const passed = await passStep(transaction, order, { status, at, withCreation }, actor);
    return { outcome: 'done', order: passed };
  };
}

const stepOfScan = ({ mode: step, consignmentId }: Scan) => ({
  step,
  consignmentId: ofConsignment(step) ? consignmentId : undefined,
});

const ofConsignment = (step: ScanMode) => step === 'load' || step === 'arrive';

/** The message about a parcel that is counted with a consignment that does not list it. */
async function extraOf(
  transaction: Transaction,
  { order }: Scanned,
  { consignmentId: id }: Scan,
): Promise<Pick<ScanResult, 'message'>> {
  if (id === undefined) return {};
  const consignment = await transaction.consignment.findUnique({ where: { id }, select: { code: true } });
  if (!consignment) throw new AppError('not-found', 'Expédition non trouvée');
  const members = await transaction.consignmentOrder.count({ where: { consignmentId: id, orderId: order.id } });
  return members > 0 ? {} : { message: `En trop\u00a0: pas dans l'expédition ${consignment.code}` };
}

/** Why nothing is marked: the order has no such piece, or it has several, and staff has not said yet that all are there. */
async function refusalOf(transaction: Transaction, { order, piece }: Scanned, scan: Scan): Promise<string | undefined> {
  const { pieces } = order;
  if (pieces !== null && piece !== undefined && piece > pieces) {
    const count = `${pieces} pièce${pieces > 1 ? 's' : ''}`;
    return `Ce colis a ${count}\u00a0: corrigez leur nombre dans le dossier, puis renvoyez.`;
  }
  if (pieces === null || !hasSeveral(order) || piece !== undefined || scan.isConfirmed) return undefined;
  return (await areMarked(transaction, order, stepOfScan(scan))) ? undefined : allPiecesPrompt(pieces);
}

/** Marks the piece that was scanned, or all pieces. @returns whether that is new, and whether all of them are marked now */
async function mark(transaction: Transaction, { order, piece }: Scanned, scan: Scan, actor: Actor) {
  const step = stepOfScan(scan);
  const marked = { ...step, piece: hasSeveral(order) ? piece : undefined, at: scan.at };
  const isNew = await markPieces(transaction, order, marked, actor);
  return { isNew, isComplete: await areMarked(transaction, order, step) };
}

/**
 * Takes the payment of a parcel that was handed over before: by another device, or in a request of this one whose response was lost.
 * @throws AppError `conflict` when another parcel of the scan was not handed over
 */
async function alreadyDelivered(
  transaction: Transaction,
  order: Order,
  { payment, at, orderIds = [] }: Scan,
  actor: Actor,
): Promise<ScanResult> {
  const orders = await lockAllOrders(transaction, [...new Set([order.id, ...orderIds])]);
  const left = orders.filter(({ status }) => status !== DELIVERED).map(({ reference }) => reference);
  if (left.length > 0) throw new AppError('conflict', `Ce colis est déjà remis, sans ${left.join(', ')}.`);
  if (payment) await takePayment(transaction, orders, { ...payment, paidAt: at }, actor);
  return { outcome: 'already', order };
}

/** Nothing happens to an order before its creation. */
const timeOf = ({ at }: Scan, { createdAt }: Order) => (at < createdAt ? createdAt : at);
