import {
  ANNOUNCEMENTS_PER_HOUR,
  type AnnouncementOutcome,
  type AnnounceParcelsSchema,
  OPEN_ANNOUNCEMENTS,
} from '@fasocolis/contracts/announcements';
import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import { readCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { listedReferences } from '@fasocolis/contracts/reading/listed-references';
import { generateReference, referenceKey } from '@fasocolis/contracts/reading/reference';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError, retryIn } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { lockAliases, writeAliases } from '../history/aliases.ts';
import { createOrders } from '../history/create.ts';
import { ordersByKey, STAFF_FINDER } from '../shared/named-orders.ts';

const OWN = 'Vous avez déjà ce numéro dans vos colis.';
const OF_OTHERS = 'Ce numéro est déjà connu. Écrivez-nous sur WhatsApp.';
const REPEATED = 'Ce numéro est écrit deux fois.';
const TOO_MANY_OPEN = `${OPEN_ANNOUNCEMENTS} de vos colis annoncés ne sont pas encore arrivés à l’entrepôt. Attendez-les avant d’en annoncer d’autres.`;

const HOUR_MS = 3600 * 1000;

interface NumberedLine {
  line: string;
  number: string;
  key: string;
}

/** Creates an order of the actor for each number that finds no parcel. A repeated request finds them, so that it creates none. */
export function announceParcels(
  database: Database,
  { numbers, ...goods }: z.output<typeof AnnounceParcelsSchema>,
  actor: Actor,
): Promise<AnnouncementOutcome[]> {
  const read = readLines(numbers);
  return database.$transaction(async (transaction) => {
    await lockAliases(transaction);
    const lines = read.flatMap((each) => ('key' in each ? each : []));
    const keys = lines.map(({ key }) => key);
    const known = await ordersByKey(transaction, keys, STAFF_FINDER);
    const isOwn = (order: Order) => order.userId === actor.userId;
    const others = lines.filter(({ key }) => !known.has(key) || !isOwn(known.get(key) as Order));
    await assertWithinLimits(transaction, others.length, actor);
    const created = await create(
      transaction,
      others.filter(({ key }) => !known.has(key)),
      { ...goods, userId: actor.userId },
      actor,
    );
    return read.map((each): AnnouncementOutcome => {
      const { line } = each;
      if ('message' in each) return { line, outcome: 'refused', reference: null, message: each.message };
      const announced = created.get(each.key);
      if (announced) return { line, outcome: 'announced', reference: announced.reference, message: null };
      const order = known.get(each.key);
      if (order && isOwn(order)) return { line, outcome: 'own', reference: order.reference, message: OWN };
      return { line, outcome: 'refused', reference: null, message: OF_OTHERS };
    });
  });
}

function readLines(text: string): (NumberedLine | { line: string; message: string })[] {
  const seen = new Set<string>();
  return listedReferences(text).map((line) => {
    const reading = readCourierNumber(line);
    if ('problem' in reading) return { line, message: reading.problem };
    const key = referenceKey(reading.number);
    if (seen.has(key)) return { line, message: REPEATED };
    seen.add(key);
    return { line, number: reading.number, key };
  });
}

type Goods = Pick<Order, 'userId'> & Omit<z.output<typeof AnnounceParcelsSchema>, 'numbers'>;

async function create(
  transaction: Transaction,
  lines: NumberedLine[],
  goods: Goods,
  actor: Actor,
): Promise<Map<string, Order>> {
  const references = new Map(lines.map((line) => [generateReference(), line]));
  const created = await createOrders(
    transaction,
    Array.from(references.keys(), (reference) => ({ reference, ...goods })),
    actor,
  );
  const announced = created.flatMap((order) => {
    const line = references.get(order.reference);
    return line ? { order, ...line } : [];
  });
  // A generated reference exists already.
  if (announced.length < lines.length) throw new AppError('unavailable');
  await writeAliases(
    transaction,
    announced.map(({ order, number }) => ({ order, alias: number })),
    actor,
  );
  return new Map(announced.map(({ key, order }) => [key, order]));
}

/** Numbers that belong to others count too. An order was announced if its owner recorded an event of it, its creation. */
async function assertWithinLimits(transaction: Transaction, count: number, { userId }: Actor): Promise<void> {
  if (count === 0) return;
  const since = new Date(Date.now() - HOUR_MS);
  const rows = await transaction.$queryRaw<{ createdAt: Date; isOpen: boolean }[]>`
    SELECT created_at AS "createdAt", status = ${INITIAL_STATUS} AND archived_at IS NULL AS "isOpen" FROM orders o
    WHERE user_id = ${userId}::int AND (created_at > ${since} OR status = ${INITIAL_STATUS} AND archived_at IS NULL)
      AND EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.user_id = o.user_id)
    ORDER BY created_at`;
  const recent = rows.filter(({ createdAt }) => createdAt > since);
  const blocking = recent[recent.length + count - ANNOUNCEMENTS_PER_HOUR - 1];
  if (blocking) {
    const retryAfterSeconds = (blocking.createdAt.getTime() - since.getTime()) / 1000;
    const message = `Vous pouvez annoncer ${ANNOUNCEMENTS_PER_HOUR} colis par heure. ${retryIn(retryAfterSeconds)}.`;
    throw new AppError('too-many-requests', message, { retryAfterSeconds });
  }
  const open = rows.filter(({ isOpen }) => isOpen).length;
  if (open + count > OPEN_ANNOUNCEMENTS) throw new AppError('conflict', TOO_MANY_OPEN);
}
