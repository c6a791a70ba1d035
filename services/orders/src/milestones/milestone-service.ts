import {
  milestoneTitle,
  type Milestone as PresentedMilestone,
  placeOfMilestone,
  type RecordMilestoneSchema,
  type SkippedOrder,
  saysArrived,
  unscannedWords,
} from '@fasocolis/contracts/milestones';
import { isBuiltInStatus, ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
} from '@fasocolis/service-kit/http/lists';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Milestone, MilestoneDefinition } from '../generated/prisma/client.ts';
import { countConsignment } from '../shared/consignment-count.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { townOfStaff } from '../shared/town-of-staff.ts';
import { presentMilestone as present } from './milestone-presenter.ts';

export const milestoneListSpec = defineList({
  resource: 'milestones',
  sortable: ['id'],
  filters: { id: IdsFilterSchema, consignmentId: IdFilterSchema },
});

export const skippedListSpec = defineList({ resource: 'skipped-orders', sortable: ['id'], filters: {} });

type Body = z.infer<typeof RecordMilestoneSchema>;

const NOT_FOUND = 'Jalon non trouvé';
/** The clocks of devices differ. */
const TOLERANCE_MS = 60_000;

export interface MilestoneDependencies extends Dependencies {
  undoMs: number;
  schedule: (milestone: Milestone) => Promise<unknown>;
}

export async function listMilestones(database: Database, list: ListRequestOf<typeof milestoneListSpec>) {
  const where = list.filters;
  const { rows, total } = await findPage(list, ['id', 'desc'], database.milestone, { where });
  return { rows: rows.map(present), total };
}

export async function listSkippedOrders(
  database: Database,
  milestoneId: number,
  { sort, offset, limit }: ListRequestOf<typeof skippedListSpec>,
) {
  const milestone = await database.milestone.findUnique({ where: { id: milestoneId } });
  if (!milestone) throw new AppError('not-found', NOT_FOUND);
  const rows = await database.skippedOrder.findMany({
    where: { milestoneId },
    orderBy: { orderId: sort?.direction ?? 'asc' },
    skip: offset,
    take: limit,
    include: { order: { select: { reference: true } } },
  });
  const skipped = rows.map(({ orderId: id, order, reason }) => ({
    id,
    reference: order.reference,
    reason: reason as SkippedOrder['reason'],
  }));
  return { rows: skipped, total: await database.skippedOrder.count({ where: { milestoneId } }) };
}

/** Records a milestone, which reaches the orders when it is due. An agent's leaves out those that may not be handed over. */
export async function recordMilestone(
  { database, statuses, auth, undoMs, schedule }: MilestoneDependencies,
  consignmentId: number,
  body: Body,
  actor: Actor,
): Promise<PresentedMilestone> {
  const occurredAt = timeOf(body);
  const endedStatuses = await statuses.ended();
  const town = body.place ? null : await townOfStaff(auth, actor);
  const recorded = await once(database, actor, async (transaction: Transaction) => {
    const { code, mode, departureCity, isOpen, now } = await lockConsignment(transaction, consignmentId);
    if (!isOpen) throw new AppError('conflict', 'Cette expédition est clôturée.');
    const definitions = await transaction.milestoneDefinition.findMany({ where: { mode } });
    const definition = definitions.find(({ id, isActive }) => isActive && id === body.definitionId);
    if (!definition) throw AppError.field('definitionId', 'Ce jalon n’existe pas pour ce mode de transport');
    const place = placeOf(definition, body, [departureCity, town]);
    await statuses.selectableLabel(definition.status);
    await assertSettled(transaction, consignmentId, definition.id);
    const leavesUnscanned = await isLeaving(transaction, consignmentId, { definition, body, endedStatuses });
    const { id: definitionId, label, status, position, opensPickup } = definition;
    const milestone = await transaction.milestone.create({
      data: {
        consignmentId,
        definitionId,
        label,
        status,
        position,
        opensPickup,
        place,
        occurredAt,
        leavesUnscanned,
        leavesUnpaid: !actor.isAdmin && status === DELIVERED,
        step: stepOf(definition, definitions),
        note: body.note ?? null,
        dueAt: new Date(now.getTime() + undoMs),
        userId: actor.userId,
        requestId: actor.requestId,
      },
    });
    await log(transaction, actor, { action: 'milestone-recorded', code, milestone });
    return milestone;
  });
  await schedule(recorded);
  return present(recorded);
}

/** Withdraws the newest milestone of a consignment; a job takes it back from the orders. */
export async function withdrawMilestone(
  { database, schedule }: MilestoneDependencies,
  id: number,
  reason: string,
  actor: Actor,
): Promise<PresentedMilestone> {
  const withdrawn = await database.$transaction(async (transaction) => {
    // The job locks them in the same order.
    await transaction.$queryRaw`SELECT id FROM milestones WHERE id = ${id} FOR UPDATE`;
    const milestone = await transaction.milestone.findUnique({ where: { id } });
    if (!milestone) throw new AppError('not-found', NOT_FOUND);
    const { consignmentId } = milestone;
    const { code } = await lockConsignment(transaction, consignmentId);
    const where = { consignmentId, withdrawnAt: null };
    const newest = await transaction.milestone.findFirst({ where, orderBy: { id: 'desc' } });
    if (newest?.id !== id) throw new AppError('conflict', 'Seul le dernier jalon de l’expédition peut être repris.');
    await transaction.$executeRaw`
      UPDATE milestones SET withdrawn_at = clock_timestamp(), withdrawn_by = ${actor.userId}, withdrawn_reason = ${reason},
        request_id = ${actor.requestId}, due_at = least(due_at, clock_timestamp()), finished_at = NULL
      WHERE id = ${id}`;
    await log(transaction, actor, { action: 'milestone-withdrawn', code, milestone, reason });
    return transaction.milestone.findUniqueOrThrow({ where: { id } });
  });
  await schedule(withdrawn);
  return present(withdrawn);
}

/** Deletes a milestone that is not due yet. */
export async function cancelMilestone(database: Database, id: number, actor: Actor): Promise<void> {
  await database.$transaction(async (transaction) => {
    const [found] = await transaction.$queryRaw<{ isDue: boolean }[]>`
      SELECT due_at <= clock_timestamp() AS "isDue" FROM milestones WHERE id = ${id} FOR UPDATE`;
    if (!found) throw new AppError('not-found', NOT_FOUND);
    if (found.isDue) {
      throw new AppError(
        'conflict',
        'Le délai d’annulation est passé\u00a0: choisissez «\u00a0Reprendre ce jalon\u00a0».',
      );
    }
    const milestone = await transaction.milestone.delete({
      where: { id },
      include: { consignment: { select: { code: true } } },
    });
    await log(transaction, actor, { action: 'milestone-cancelled', code: milestone.consignment.code, milestone });
  });
}

function timeOf({ occurredAt }: Body): Date {
  const now = Date.now();
  const time = occurredAt === undefined ? now : Date.parse(occurredAt);
  if (time > now + TOLERANCE_MS) throw AppError.field('occurredAt', 'L’heure ne peut pas être dans le futur');
  return new Date(Math.min(time, now));
}

function placeOf(definition: MilestoneDefinition, body: Body, towns: (string | null)[]): string {
  const { places } = definition;
  const place = body.place ?? placeOfMilestone(definition, towns);
  if (!place) throw AppError.field('place', 'Indiquez le lieu');
  if (places.length > 0 && !places.includes(place))
    throw AppError.field('place', `Choisissez un lieu\u00a0: ${places.join(', ')}`);
  return place;
}

interface Leaving {
  definition: MilestoneDefinition;
  body: Body;
  endedStatuses: string[];
}

/**
 * Whether a milestone leaves orders that were not scanned. Where none was scanned, scans say nothing. A milestone after the arrival, such
 * as customs, leaves the orders that the arrival left, without another prompt.
 */
async function isLeaving(
  transaction: Transaction,
  consignmentId: number,
  { definition, body, endedStatuses }: Leaving,
): Promise<boolean> {
  if (!saysArrived(definition)) {
    const left = { consignmentId, leavesUnscanned: true, withdrawnAt: null, position: { lt: definition.position } };
    return (await transaction.milestone.count({ where: left })) > 0;
  }
  const { end, unscanned } = await countConsignment(transaction, consignmentId, endedStatuses);
  if (end !== 'arrive' || unscanned === 0) return false;
  if (body.unscanned === undefined) throw new AppError('not-scanned', unscannedWords(unscanned));
  return body.unscanned === 'leave';
}

/** The furthest built-in step among the definitions up to this one. */
function stepOf({ position }: MilestoneDefinition, definitions: MilestoneDefinition[]): string {
  const passed = definitions.filter((each) => each.position <= position).map(({ status }) => status);
  return ORDER_STATUSES.findLast((step) => passed.filter(isBuiltInStatus).includes(step)) ?? ORDER_STATUSES[0];
}

/** The database's clock decides when a milestone is due. */
async function lockConsignment(transaction: Transaction, id: number) {
  const [consignment] = await transaction.$queryRaw<
    { code: string; mode: MilestoneDefinition['mode']; departureCity: string; isOpen: boolean; now: Date }[]
  >`SELECT code, mode::text, departure_city AS "departureCity", is_open AS "isOpen", clock_timestamp() AS now
    FROM consignments WHERE id = ${id} FOR UPDATE`;
  if (!consignment) throw new AppError('not-found', 'Expédition non trouvée');
  return consignment;
}

/** Refuses a milestone while the same one is being applied, as after a double click. */
async function assertSettled(transaction: Transaction, consignmentId: number, definitionId: number): Promise<void> {
  const underWay = await transaction.milestone.count({ where: { consignmentId, definitionId, finishedAt: null } });
  if (underWay > 0) throw new AppError('conflict', 'Ce jalon est déjà en cours d’enregistrement.');
}

interface LoggedMilestone {
  action: 'milestone-recorded' | 'milestone-cancelled' | 'milestone-withdrawn';
  code: string;
  milestone: Milestone;
  reason?: string;
}

async function log(
  transaction: Transaction,
  actor: Actor,
  { action, code: name, milestone, ...details }: LoggedMilestone,
) {
  const { consignmentId: subjectId, occurredAt, note } = milestone;
  const after = { milestone: milestoneTitle(milestone), occurredAt: occurredAt.toISOString(), note, ...details };
  await logChanges(transaction, actor, [{ subject: 'consignment', subjectId, name, action, after }]);
}
