import type { AddMembers, MemberOutcome } from '@fasocolis/contracts/consignments';
import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import { HandOverSchema } from '@fasocolis/contracts/pickup';
import { readCode } from '@fasocolis/contracts/reading/code';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { type ScanMode, UNUSUAL_REFERENCE } from '@fasocolis/contracts/scans';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { MilestoneDefinition, Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { createOrders } from '../history/create.ts';
import { eventText, passedMilestone } from '../history/entry.ts';
import { stepOf } from '../history/state.ts';
import { lockOrder } from '../history/write-orders.ts';
import { takePayment } from '../ledger/payments.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { ordersByKey } from '../shared/named-orders.ts';
import type { Scan, ScanAction, ScanResult } from './scan-service.ts';

interface Dependencies {
  addMembers: (
    transaction: Transaction,
    consignmentId: number,
    lines: AddMembers['lines'],
    actor: Actor,
  ) => Promise<(Omit<MemberOutcome, 'order'> & { order?: Order })[]>;
  handOver: (
    transaction: Transaction,
    orderId: number,
    handing: Omit<z.infer<typeof HandOverSchema>, 'photo'> & { photo: null; at: Date },
    actor: Actor,
  ) => Promise<{ order: Order } | { refusal: AppError }>;
  statuses: KnownStatuses;
}

/** What the modes of the scan screen do. */
export function scanActions({ addMembers, handOver, statuses }: Dependencies): Record<ScanMode, ScanAction> {
  const pass = async (
    transaction: Transaction,
    order: Order,
    { status, scan, withCreation = false }: { status: OrderStatusCode; scan: Scan; withCreation?: boolean },
    actor: Actor,
  ) => {
    if (order.archivedAt) throw new AppError('conflict', 'Ce colis est archivé');
    if (stepOf(order.furthestStep) >= stepOf(status)) return { outcome: 'already' as const, order };
    if ((await statuses.ended()).includes(order.status)) throw new AppError('conflict', 'Ce colis est déjà terminé');
    return {
      outcome: 'done' as const,
      order: await recordMilestone(transaction, order, { status, at: timeOf(scan, order), withCreation }, actor),
    };
  };

  return {
    async receive(transaction, scan, actor) {
      const known = await findOrder(transaction, scan);
      const created = known ? undefined : await createOrder(transaction, scan, actor);
      // Another scan may have created it at the same moment.
      const order = known ?? created ?? (await knownOrder(transaction, scan));
      return pass(transaction, order, { status: 'PROCESSING', scan, withCreation: order === created }, actor);
    },

    async load(transaction, { consignmentId, reference }, actor) {
      if (consignmentId === undefined) throw new AppError('validation', 'Choisissez une expédition');
      const [member] = await addMembers(
        transaction,
        consignmentId,
        [{ line: 1, reference: referenceOf(reference) }],
        actor,
      );
      if (!member) throw new AppError('internal');
      const { outcome, message = '', order } = member;
      const found = order && { order };
      if (outcome === 'added') return { outcome: 'done', ...found };
      return outcome === 'already' ? { outcome, ...found } : { outcome: 'conflict', message, ...found };
    },

    async arrive(transaction, scan, actor) {
      return pass(transaction, await knownOrder(transaction, scan), { status: 'ARRIVED', scan }, actor);
    },

    async 'hand-over'(transaction, scan, actor): Promise<ScanResult> {
      const order = await knownOrder(transaction, scan);
      if (order.status === 'DELIVERED') return alreadyDelivered(transaction, order, scan, actor);
      const { success, data, error } = HandOverSchema.safeParse(scan);
      if (!success) return { outcome: 'conflict', message: error.issues[0]?.message ?? 'Requête invalide', order };
      const result = await handOver(transaction, order.id, { ...data, photo: null, at: timeOf(scan, order) }, actor);
      if ('refusal' in result) return { outcome: 'conflict', message: result.refusal.message, order };
      return { outcome: 'done', order: result.order };
    },
  };
}

/** What was paid counts also when another device handed the parcel over before. */
async function alreadyDelivered(
  transaction: Transaction,
  order: Order,
  { payment, at }: Scan,
  actor: Actor,
): Promise<ScanResult> {
  if (payment) await takePayment(transaction, [order], { ...payment, paidAt: at }, actor);
  return { outcome: 'already', order };
}

/** Nothing happens to an order before its creation. */
const timeOf = ({ at }: Scan, { createdAt }: Order) => (at < createdAt ? createdAt : at);

/** Of what was read; the text itself when that is no reference. */
function referenceOf(code: string): string {
  const reading = readCode(code);
  return 'reference' in reading ? reading.reference : code;
}

/** Locked; null when the reference is unknown. */
async function findOrder(transaction: Transaction, { reference: code }: Scan): Promise<Order | null> {
  const keys = [code, referenceOf(code)].map(referenceKey);
  const found = await ordersByKey(transaction, keys);
  const [order] = keys.flatMap((key) => found.get(key) ?? []);
  return order ? lockOrder(transaction, order.id) : null;
}

async function knownOrder(transaction: Transaction, scan: Scan): Promise<Order> {
  const order = await findOrder(transaction, scan);
  if (!order) throw new AppError('not-found', 'Référence inconnue');
  return order;
}

/**
 * Undefined when the reference exists.
 * @throws AppError `validation` for a text that is no reference, `conflict` for an unconfirmed one of an unusual form
 */
async function createOrder(transaction: Transaction, scan: Scan, actor: Actor): Promise<Order | undefined> {
  const reading = readCode(scan.reference);
  if ('problem' in reading) throw new AppError('validation', reading.problem);
  const { reference, isUsual } = reading;
  if (!isUsual && !scan.isConfirmed) throw new AppError('conflict', UNUSUAL_REFERENCE);
  const [order] = await createOrders(transaction, [{ reference, createdAt: scan.at }], actor);
  return order;
}

/** Records the first milestone of a status as an event of one order, and tells of it. */
async function recordMilestone(
  transaction: Transaction,
  before: Order,
  { status, at: occurredAt, withCreation }: { status: OrderStatusCode; at: Date; withCreation: boolean },
  actor: Actor,
): Promise<Order> {
  const definition = await definitionOf(transaction, before, status);
  const milestone = definition && passedMilestone(definition);
  const title =
    (milestone && eventText({ milestoneLabel: milestone.label, place: milestone.place, note: null })) ?? status;
  const told = { title, note: null };
  const entry = { occurredAt, status, note: null, milestone, withCreation, told };
  const [appended] = await append(transaction, [before], { entries: [entry] }, actor);
  return appended?.order ?? before;
}

/** Of the mode of the order; of either mode while it has none. */
function definitionOf(transaction: Transaction, { mode }: Order, status: string): Promise<MilestoneDefinition | null> {
  return transaction.milestoneDefinition.findFirst({
    where: { status, isActive: true, ...(mode && { mode }) },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
}
