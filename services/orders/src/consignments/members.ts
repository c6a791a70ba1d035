import {
  type AddMembers,
  type MemberLine,
  type MemberOutcome,
  MemberReferenceSchema,
} from '@fasocolis/contracts/consignments';
import { UNNAMED_MEMBER } from '@fasocolis/contracts/receiving';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Consignment, Order } from '../generated/prisma/client.ts';
import { unloadPieces } from '../history/pieces.ts';
import { rewriteFreights } from '../ledger/freight.ts';
import { namedOrders, STAFF_FINDER } from '../shared/named-orders.ts';
import { readDetails } from '../shared/order-details.ts';
import { isUnnamed } from '../shared/unnamed.ts';

const NOT_FOUND = 'Expédition non trouvée';
const CLOSED = 'Cette expédition est clôturée.';
const TRAVELS_BY = { AIR: 'Ce colis voyage par avion', SEA: 'Ce colis voyage par bateau' } as const;

export type MemberResult = Omit<MemberOutcome, 'order'> & { order?: Order };

export function addToConsignment(
  database: Database,
  consignmentId: number,
  body: AddMembers,
  actor: Actor,
): Promise<MemberResult[]> {
  return database.$transaction((transaction) => addMembers(transaction, consignmentId, body, actor));
}

export async function removeFromConsignment(
  database: Database,
  consignmentId: number,
  orderId: number,
  actor: Actor,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { code } = await lockOpen(transaction, consignmentId);
    const { count } = await transaction.consignmentOrder.deleteMany({ where: { consignmentId, orderId } });
    const order = count === 1 && (await transaction.order.findUnique({ where: { id: orderId } }));
    if (!order) throw new AppError('not-found', 'Ce colis n’est pas dans l’expédition.');
    await unloadPieces(transaction, orderId, consignmentId);
    await logMembership(transaction, actor, [order], { before: { consignment: code }, after: { consignment: null } });
  });
}

export async function addMembers(
  transaction: Transaction,
  consignmentId: number,
  { lines, dryRun, isConfirmed = false }: AddMembers,
  actor: Actor,
): Promise<MemberResult[]> {
  const consignment = await lockOpen(transaction, consignmentId);
  const ids = [...new Set((await resolve(transaction, lines)).flatMap(({ order }) => order?.id ?? []))];
  // The order of ids keeps concurrent lists from a deadlock.
  if (!dryRun) await transaction.$queryRaw`SELECT id FROM orders WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`;
  const judged = await judge(transaction, consignment, await resolve(transaction, lines), isConfirmed);
  if (dryRun) return judged;
  const ready = judged.flatMap(({ outcome, order }) => (outcome === 'ready' && order ? [order] : []));
  const added = await write(transaction, consignment, ready, actor);
  return judged.map((result) => (result.outcome === 'ready' ? outcomeOf(result, added) : result));
}

/** Locks a consignment against being closed. Concurrent additions share the lock. */
async function lockOpen(transaction: Transaction, id: number): Promise<Consignment> {
  await transaction.$queryRaw`SELECT id FROM consignments WHERE id = ${id} FOR SHARE`;
  const consignment = await transaction.consignment.findUnique({ where: { id } });
  if (!consignment) throw new AppError('not-found', NOT_FOUND);
  if (!consignment.isOpen) throw new AppError('conflict', CLOSED);
  return consignment;
}

interface ResolvedLine {
  line: number;
  order?: Order | undefined;
  problem?: string | undefined;
}

async function resolve(transaction: Transaction, lines: MemberLine[]): Promise<ResolvedLine[]> {
  const texts = lines.map(({ reference }) => reference ?? '');
  const ids = lines.flatMap(({ orderId }) => orderId ?? []);
  const named = await namedOrders(transaction, texts, STAFF_FINDER);
  const byId = new Map(
    (await transaction.order.findMany({ where: { id: { in: ids } } })).map((order) => [order.id, order]),
  );
  return lines.map(({ line, orderId }, index) => {
    if (orderId !== undefined) return { line, order: byId.get(orderId) };
    const { orders } = named[index] ?? { orders: [] };
    const [order, ...others] = orders;
    if (others.length === 0 && order) return { line, order };
    const list = orders.map(({ reference }) => reference).join(', ');
    if (order) return { line, problem: `Plusieurs colis sur cette ligne\u00a0: ${list}` };
    return { line, problem: MemberReferenceSchema.safeParse(texts[index]).error?.issues[0]?.message };
  });
}

async function judge(
  transaction: Transaction,
  consignment: Consignment,
  lines: ResolvedLine[],
  isConfirmed: boolean,
): Promise<MemberResult[]> {
  const details = await readDetails(
    transaction,
    lines.flatMap(({ order }) => order?.id ?? []),
  );
  const firstLines = new Map<number, number>();
  return lines.map(({ line, order, problem }): MemberResult => {
    if (problem !== undefined) return { line, outcome: 'refused', message: problem };
    if (!order) return { line, outcome: 'refused', message: 'Référence inconnue' };
    const first = firstLines.get(order.id);
    firstLines.set(order.id, first ?? line);
    if (first !== undefined) {
      return { line, order, outcome: 'refused', message: `Colis déjà présent dans la liste à la ligne ${first}` };
    }
    const other = details.get(order.id)?.consignment;
    if (other?.id === consignment.id && !order.archivedAt) return { line, order, outcome: 'already' };
    const unnamed = !isConfirmed && isUnnamed(order) ? UNNAMED_MEMBER : undefined;
    const reason = refusalOf(order, consignment, other?.code) ?? unnamed;
    return reason === undefined
      ? { line, order, outcome: 'ready' }
      : { line, order, outcome: 'refused', message: reason };
  });
}

function refusalOf(order: Order, { mode }: Consignment, otherCode: string | undefined): string | undefined {
  if (order.archivedAt) return 'Ce colis est archivé';
  if (otherCode !== undefined) return `Déjà dans l’expédition ${otherCode}`;
  return order.mode !== null && order.mode !== mode ? TRAVELS_BY[order.mode] : undefined;
}

/** Adds orders, which take the mode of the consignment when they have none. @returns the ids of those that were added */
async function write(
  transaction: Transaction,
  { id: consignmentId, code, mode }: Consignment,
  orders: Order[],
  actor: Actor,
): Promise<Set<number>> {
  // A consignment that is being opened again may contain one of the orders.
  const added = await transaction.consignmentOrder.createManyAndReturn({
    data: orders.map(({ id: orderId }) => ({ consignmentId, orderId, userId: actor.userId })),
    skipDuplicates: true,
    select: { orderId: true },
  });
  const ids = new Set(added.map(({ orderId }) => orderId));
  const members = orders.filter(({ id }) => ids.has(id));
  const unknown = members.flatMap((order) => (order.mode === null ? order.id : []));
  if (unknown.length > 0) {
    await transaction.$executeRaw`
      UPDATE orders SET mode = ${mode}::transport_mode,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      WHERE id = ANY(${unknown}::int[])`;
    const measured = members.flatMap((order) => (order.mode === null ? { ...order, mode } : []));
    await rewriteFreights(transaction, measured, actor);
  }
  await logMembership(transaction, actor, members, {
    before: { consignment: null },
    after: { consignment: code, mode },
  });
  return ids;
}

const outcomeOf = ({ line, order }: MemberResult, added: Set<number>): MemberResult =>
  order && added.has(order.id)
    ? { line, order, outcome: 'added' }
    : { line, outcome: 'refused', message: 'Déjà dans une autre expédition' };

interface MembershipValues {
  consignment: string | null;
  mode?: string;
}

function logMembership(
  transaction: Transaction,
  actor: Actor,
  orders: Order[],
  { before, after }: { before: MembershipValues; after: MembershipValues },
): Promise<void> {
  const entries = orders.map(({ id: subjectId, reference: name, mode }) => ({
    ...({ subject: 'order', subjectId, name, action: 'changed' } as const),
    before: { ...before, mode },
    after: { mode, ...after },
  }));
  return logChanges(transaction, actor, entries);
}
