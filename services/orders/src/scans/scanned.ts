import { readCode } from '@fasocolis/contracts/reading/code';
import { isCourierCode, isCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { generateReference, pieceInCode, referenceKey } from '@fasocolis/contracts/reading/reference';
import { lookAlikes } from '@fasocolis/contracts/reading/references-in-text';
import { type AnnouncedNumber, MAX_ANNOUNCED, nearMissPrompt } from '@fasocolis/contracts/receiving';
import { UNUSUAL_REFERENCE } from '@fasocolis/contracts/scans';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { escapeLike } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { lockAliases, writeAliases } from '../history/aliases.ts';
import { createOrders } from '../history/create.ts';
import { lockOrder } from '../history/write-orders.ts';
import { ordersByKey, STAFF_FINDER } from '../shared/named-orders.ts';
import type { Scan } from './scan.ts';

export const UNKNOWN = 'Référence inconnue';

export interface Scanned {
  order: Order;
  piece?: number | undefined;
}

/** An order whose pieces were not counted has one. */
export const hasSeveral = ({ pieces }: Order) => pieces !== null && pieces > 1;

export function referenceOf(code: string): string {
  const reading = readCode(code);
  return 'reference' in reading ? reading.reference : code;
}

/**
 * The order that a scan names, locked: by the text itself, by the reference in it, or by the reference before a piece. Null when
 * none of them is known.
 */
export async function findScanned(transaction: Transaction, { reference: code, piece }: Scan): Promise<Scanned | null> {
  const reading = readCode(code);
  const read = 'reference' in reading ? reading : { reference: code };
  const ofPiece = pieceInCode(read.reference);
  const names: { reference: string; piece?: number }[] = [{ reference: code }, read, ...(ofPiece ? [ofPiece] : [])];
  const keys = names.map(({ reference }) => referenceKey(reference));
  const found = await ordersByKey(transaction, keys, STAFF_FINDER);
  for (const [index, name] of names.entries()) {
    const order = found.get(keys[index] ?? '');
    if (order) return { order: await lockOrder(transaction, order.id), piece: piece ?? name.piece };
  }
  return null;
}

export async function knownScanned(transaction: Transaction, scan: Scan): Promise<Scanned> {
  const scanned = await findScanned(transaction, scan);
  if (!scanned) throw new AppError('not-found', UNKNOWN);
  return scanned;
}

/**
 * Creates the order of an unknown code. A courier number becomes an alias, and the order gets a generated reference, because the seller
 * knows the number. Undefined when another scan created the order at the same moment.
 */
export async function createScanned(transaction: Transaction, scan: Scan, actor: Actor): Promise<Order | undefined> {
  const reading = readCode(scan.reference);
  if ('problem' in reading) throw new AppError('validation', reading.problem);
  const { reference, isUsual, isOwn } = reading;
  if (scan.ownCode !== undefined) throw new AppError('validation', scan.ownCode);
  if (!scan.isConfirmed) {
    const known = isOwn ? undefined : await lookAlikeOf(transaction, reference);
    if (known !== undefined) throw new AppError('conflict', nearMissPrompt(known));
    if (!isUsual || (await hasKnownWords(transaction, reference))) throw new AppError('conflict', UNUSUAL_REFERENCE);
  }
  const { at: createdAt } = scan;
  if (isOwn || !isCourierCode(reference)) {
    const [order] = await createOrders(transaction, [{ reference, createdAt }], actor);
    return order;
  }
  await lockAliases(transaction);
  if (await findScanned(transaction, scan)) return undefined;
  const [order] = await createOrders(transaction, [{ reference: generateReference(), createdAt }], actor);
  if (!order) throw new AppError('internal');
  await writeAliases(transaction, [{ order, alias: reference }], actor);
  return order;
}

async function hasKnownWords(transaction: Transaction, text: string): Promise<boolean> {
  const [first = '', ...others] = text.split(' ').map(referenceKey);
  return others.length > 0 && (await ordersByKey(transaction, [first, ...others], STAFF_FINDER)).size > 0;
}

/** The fewest equal characters of courier numbers that are no coincidence. */
const LEAST_SAME = 10;

/**
 * The reference or the alias, as it was written, of an open order that looks like an unknown one: with other letters before its
 * digits, or with more after it, in the number of a courier.
 */
async function lookAlikeOf(transaction: Transaction, reference: string): Promise<string | undefined> {
  const key = referenceKey(reference);
  const [digits] = /\d{10,}$/.exec(key) ?? [];
  const beginnings = Array.from({ length: Math.max(0, key.length - LEAST_SAME) }, (_, more) =>
    key.slice(0, LEAST_SAME + more),
  );
  const where = { referenceKey: { in: lookAlikes(reference) } };
  const former = await transaction.formerReference.findFirst({
    where: {
      OR: [
        where,
        { referenceKey: { in: beginnings.filter(isCourierNumber) } },
        ...(digits === undefined ? [] : [{ referenceKey: { endsWith: escapeLike(digits) } }]),
      ],
      alias: { not: null },
      order: { archivedAt: null },
    },
    select: { alias: true },
  });
  if (former?.alias != null) return former.alias;
  const order = await transaction.order.findFirst({
    where: { ...where, archivedAt: null },
    select: { reference: true },
  });
  return order?.reference;
}

/** The newest courier numbers whose parcels have not been received. */
export const announcedNumbers = (database: Database): Promise<AnnouncedNumber[]> =>
  database.$queryRaw<AnnouncedNumber[]>`
    SELECT f.alias AS number, o.reference, o.user_id AS "userId"
    FROM orders o JOIN former_references f ON f.order_id = o.id
    WHERE o.status = 'ORDER_CONFIRMED' AND o.archived_at IS NULL AND f.alias IS NOT NULL
    ORDER BY o.id DESC LIMIT ${MAX_ANNOUNCED}`;
