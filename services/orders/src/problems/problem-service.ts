import {
  PROBLEM_STATUSES,
  type Problem as PresentedProblem,
  type ProblemKind,
  problemTitle,
  type ReportProblemSchema,
} from '@fasocolis/contracts/problems';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order, OrderProblem } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { lockOrder } from '../history/write-orders.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { convertPhoto, PHOTO_LIMIT } from '../shared/photo.ts';

type Report = z.infer<typeof ReportProblemSchema>;
type Row = Omit<OrderProblem, 'photo'> & { hasPhoto: boolean };

const NOT_FOUND = 'Problème non trouvé';

export const problemListSpec = defineList({
  resource: 'order-problems',
  sortable: ['id'],
  filters: { id: IdsFilterSchema, orderId: IdFilterSchema, open: z.boolean() },
});

export async function listProblems(
  database: Database,
  { filters: { open, ...equal }, ...list }: ListRequestOf<typeof problemListSpec>,
) {
  const where = { ...equal, ...(open !== undefined && { closedAt: open ? null : { not: null } }) };
  const { rows, total } = await findPage(list, ['id', 'desc'], database.orderProblem, { where });
  return { rows: rows.map(withoutPhoto), total };
}

export async function problemPhotoOf(database: Database, id: number): Promise<Uint8Array> {
  const problem = await database.orderProblem.findUnique({ where: { id } });
  if (!problem?.photo) throw new AppError('not-found', NOT_FOUND);
  return problem.photo;
}

export async function reportProblem(
  { database, statuses }: Dependencies,
  orderId: number,
  { photo, ...body }: Report,
  actor: Actor,
): Promise<Row> {
  const label = await statuses.selectableLabel(PROBLEM_STATUSES[body.kind]);
  const endedStatuses = await statuses.ended();
  const bytes = photo ? await convertPhoto(photo, PHOTO_LIMIT) : null;
  return once(database, actor, async (transaction: Transaction) => {
    const order = await lockOrder(transaction, orderId);
    assertOpen(order, endedStatuses);
    const { kind, piece = null, note = null } = body;
    assertPiece(order, piece);
    const same = await transaction.orderProblem.count({ where: { orderId, kind, piece, closedAt: null } });
    if (same > 0) throw new AppError('conflict', 'Ce problème est déjà signalé.');
    const data = { orderId, kind, piece, note, photo: bytes, userId: actor.userId };
    const problem = await transaction.orderProblem.create({ data });
    await append(
      transaction,
      [order],
      { entries: [entryOf(order, problem, label)], details: () => logged(problem) },
      actor,
    );
    return withoutPhoto(problem);
  });
}

/** Closes a problem. An order that still has its status gets that of another open problem, else the one from before. */
export async function closeProblem(database: Database, id: number, note: string | null, actor: Actor): Promise<Row> {
  const found = await database.orderProblem.findUnique({ where: { id }, select: { orderId: true } });
  if (!found) throw new AppError('not-found', NOT_FOUND);
  return database.$transaction(async (transaction) => {
    const order = await lockOrder(transaction, found.orderId);
    const open = await transaction.orderProblem.findFirst({ where: { id, closedAt: null } });
    if (!open) throw new AppError('conflict', 'Ce problème est déjà réglé.');
    const closedAt = new Date();
    const data = { closedAt, closedBy: actor.userId, closingNote: note };
    const problem = await transaction.orderProblem.update({ where: { id }, data });
    const status = await statusWithout(transaction, order, problem);
    const entries = status === order.status ? [] : [{ occurredAt: closedAt, status, note: SETTLED }];
    const details = () => ({ problemClosed: problemTitle({ ...problem, kind: kindOf(problem) }), note });
    await append(transaction, [order], { entries, details }, actor);
    return withoutPhoto(problem);
  });
}

/** Replaces the public text about the problem. */
const SETTLED = 'Problème réglé.';

const kindOf = ({ kind }: Pick<OrderProblem, 'kind'>) => kind as ProblemKind;

const withoutPhoto = ({ photo, ...problem }: OrderProblem): Row => ({ ...problem, hasPhoto: photo !== null });

export const presentProblem = (row: Row): PresentedProblem => ({
  ...row,
  kind: kindOf(row),
  photo: row.hasPhoto ? `/api/order-problems/${row.id}/photo` : null,
  byUserId: row.userId,
  createdAt: row.createdAt.toISOString(),
  closed: row.closedAt && { at: row.closedAt.toISOString(), byUserId: row.closedBy, note: row.closingNote },
});

function assertOpen({ archivedAt, status }: Order, endedStatuses: string[]): void {
  if (archivedAt) throw new AppError('conflict', 'Ce colis est archivé.');
  if (endedStatuses.includes(status)) throw new AppError('conflict', 'Ce colis est déjà terminé.');
}

function assertPiece({ pieces }: Order, piece: number | null): void {
  if (piece === null || piece <= (pieces ?? 1)) return;
  throw AppError.field('piece', 'Choisissez un carton de ce colis');
}

/** A second problem of a kind is news under the status: a status by itself is told once. */
function entryOf(order: Order, problem: OrderProblem, label: string) {
  const { kind, piece, note: written, createdAt } = problem;
  const status = PROBLEM_STATUSES[kind as ProblemKind];
  const ofPiece = piece !== null && order.pieces !== null && order.pieces > 1;
  const note = [ofPiece && `Carton ${piece} sur ${order.pieces}`, written].filter(Boolean).join('. ') || null;
  const isNew = status !== order.status;
  return {
    occurredAt: createdAt,
    note: note ?? (isNew ? null : label),
    ...(isNew && { status }),
    told: { title: label, note },
  };
}

const logged = (problem: OrderProblem) => ({
  problem: problemTitle({ ...problem, kind: kindOf(problem) }),
  note: problem.note,
});

async function statusWithout(transaction: Transaction, order: Order, problem: OrderProblem): Promise<string> {
  const { id: orderId, status } = order;
  if (status !== PROBLEM_STATUSES[kindOf(problem)]) return status;
  const other = await transaction.orderProblem.findFirst({
    where: { orderId, closedAt: null },
    orderBy: { id: 'desc' },
  });
  if (other) return PROBLEM_STATUSES[kindOf(other)];
  const before = await transaction.orderEvent.findFirst({
    where: {
      orderId,
      withdrawnAt: null,
      keepsStatus: false,
      status: { notIn: Object.values(PROBLEM_STATUSES) },
    },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
  });
  return before?.status ?? order.furthestStep;
}
