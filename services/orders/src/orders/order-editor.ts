import { OUTDATED_ORDER } from '@fasocolis/contracts/order-input';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { refuseDuplicate } from '@fasocolis/service-kit/data/database';
import { assertVersion } from '@fasocolis/service-kit/data/versions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { addAlias, removeAlias } from '../history/aliases.ts';
import { append, type PlainColumns } from '../history/append.ts';
import { passCompletedSteps } from '../history/pass-step.ts';
import { remeasured } from '../history/pieces.ts';
import { keepCorrectedDate, withdraw } from '../history/withdraw.ts';
import { lockOrder } from '../history/write-orders.ts';
import { assertReleased } from '../ledger/payments.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { readStorage } from '../shared/storage.ts';
import { columnsOf, entriesOf, type Update } from './order-changes.ts';
import { assertNoOwnCode, assertUserExists, refuseTakenReference } from './order-service.ts';

export const ARCHIVED = 'Ce colis est archivé\u00a0: désarchivez-le pour le modifier.';

export interface Edited {
  order: Order;
  eventId: number | null;
}

/**
 * Sets the given fields; an update without changes records nothing. Another status, another text and a later date are
 * events, and customers are told about each event that has something to read. A corrected number of pieces completes
 * the steps that all these pieces have taken.
 */
export async function updateOrder(dependencies: Dependencies, id: number, body: Update, actor: Actor): Promise<Edited> {
  const { database, statuses } = dependencies;
  const label = body.status === undefined ? '' : await statuses.selectableLabel(body.status);
  const ends = await statuses.ended();
  if (body.userId) await assertUserExists(dependencies, body.userId, actor);
  if (body.reference !== undefined) await assertNoOwnCode(dependencies, body.reference, actor);
  const edited = edit(database, id, async (transaction, before) => {
    assertVersion(before.updatedAt, body.updatedAt, OUTDATED_ORDER);
    const columns = await withMeasures(transaction, before, columnsOf(before, body), body);
    const entries = entriesOf(before, body, label, ends);
    if (entries.length === 0 && Object.keys(columns).length === 0) return { order: before, eventId: null };
    if (before.archivedAt && columns.archivedAt !== null) throw new AppError('conflict', ARCHIVED);
    if (!actor.isAdmin && entries.some(({ status }) => status === DELIVERED)) {
      await assertReleased(transaction, [before], await readStorage(transaction, [id], new Date()));
    }
    if (columns.mode !== undefined) await assertTransport(transaction, id, columns.mode);
    if (columns.referenceKey !== undefined) await keepReference(transaction, before, columns.referenceKey);
    const edited = single(await append(transaction, [before], { entries, columns, action: actionOf(columns) }, actor));
    const isDateCorrected = columns.estimatedDelivery !== undefined && !entries.some((entry) => entry.movesDelivery);
    if (isDateCorrected) await keepCorrectedDate(transaction, id);
    const isCorrected = columns.pieces !== undefined && !ends.includes(edited.order.status);
    return isCorrected ? { ...edited, order: await passCompletedSteps(transaction, edited.order, actor) } : edited;
  });
  return refuseTakenReference(edited);
}

export function withdrawOrderEvent(
  database: Database,
  id: number,
  eventId: number,
  reason: string,
  actor: Actor,
): Promise<Edited> {
  return edit(database, id, async (transaction, before) => {
    const events = await transaction.orderEvent.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } });
    const event = events.find((each) => each.id === eventId);
    if (!event) throw new AppError('not-found', 'Événement non trouvé');
    if (event.id === events[0]?.id) throw new AppError('conflict', 'Le premier événement ne peut pas être annulé.');
    if (event.withdrawnAt) throw new AppError('conflict', 'Cet événement est déjà annulé.');
    return { order: await withdraw(transaction, { order: before, event }, reason, actor), eventId: null };
  });
}

export function addOrderAlias(database: Database, id: number, alias: string, actor: Actor): Promise<Edited> {
  const edited = edit(database, id, async (transaction, order) => {
    await addAlias(transaction, order, alias, actor);
    return { order, eventId: null };
  });
  return refuseDuplicate(edited, 'Ce numéro est déjà celui d’un autre colis', 'alias');
}

export function removeOrderAlias(database: Database, id: number, alias: string, actor: Actor): Promise<Edited> {
  return edit(database, id, async (transaction, order) => {
    await removeAlias(transaction, order, alias, actor);
    return { order, eventId: null };
  });
}

function edit(
  database: Database,
  id: number,
  work: (transaction: Transaction, before: Order) => Promise<Edited>,
): Promise<Edited> {
  return database.$transaction(async (transaction) => {
    return work(transaction, await lockOrder(transaction, id));
  });
}

function single([edited]: Edited[]): Edited {
  if (!edited) throw new AppError('internal');
  return edited;
}

/** With the measures that follow from another number of pieces, unless they were typed. */
async function withMeasures(
  transaction: Transaction,
  before: Order,
  columns: Partial<PlainColumns>,
  { weightGrams, volumeCm3 }: Update,
): Promise<Partial<PlainColumns>> {
  if (columns.pieces === undefined) return columns;
  const { weightGrams: weight, volumeCm3: volume } = await remeasured(transaction, before, columns.pieces);
  return {
    ...columns,
    ...(weight !== undefined && weightGrams === undefined && { weightGrams: weight }),
    ...(volume !== undefined && volumeCm3 === undefined && { volumeCm3: volume }),
  };
}

function actionOf({ archivedAt }: Partial<Order>) {
  if (archivedAt === undefined) return 'changed';
  return archivedAt ? 'archived' : 'unarchived';
}

/** Refuses a transport other than that of the open consignment that contains the order. */
async function assertTransport(transaction: Transaction, orderId: number, mode: Order['mode']): Promise<void> {
  const member = await transaction.consignmentOrder.findFirst({
    where: { orderId, isOpen: true },
    select: { consignment: { select: { code: true, mode: true } } },
  });
  if (!member || member.consignment.mode === mode) return;
  const { code } = member.consignment;
  throw AppError.conflict('mode', `Ce colis est dans l’expédition ${code}\u00a0: retirez-le d’abord de l’expédition.`);
}

/** Keeps the former reference, which still finds the order. */
async function keepReference(
  transaction: Transaction,
  { id, referenceKey: former }: Order,
  next: string,
): Promise<void> {
  await transaction.formerReference.deleteMany({ where: { referenceKey: next, orderId: id } });
  await transaction.formerReference.create({ data: { referenceKey: former, orderId: id } });
}
