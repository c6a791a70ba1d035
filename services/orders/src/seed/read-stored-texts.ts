import { readPhone } from '@fasocolis/contracts/reading/phone';
import { cleanReference, REFERENCE_MAX, referenceKey } from '@fasocolis/contracts/reading/reference';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { recipientOf } from '../history/create.ts';
import { logOrders } from '../history/order-log.ts';

const NOBODY = { userId: null, requestId: null };

/** Reads references and phone numbers that were stored before there was `contracts/src/reading` (READ-001, READ-006). */
export async function readStoredTexts(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'stored-texts-are-read', async (transaction) => {
    await readFormerReferences(transaction);
    // Plain ASCII, and numbers of Burkina Faso, are what they were.
    const ids = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM orders WHERE reference ~ '[^ -~]'
        OR recipient_phone !~ '^[+]226[0-7][0-9]{7}$' ORDER BY id`;
    const orders = await transaction.order.findMany({
      where: { id: { in: ids.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    });
    for (const order of orders) await readOrder(transaction, order);
  });
}

async function readOrder(transaction: Transaction, before: Order): Promise<void> {
  const { id, recipientName } = before;
  const recipientPhone = before.recipientPhone && (readPhone(before.recipientPhone) ?? before.recipientPhone);
  const reference = await freeReference(transaction, before);
  if (
    reference === before.reference &&
    recipientPhone === before.recipientPhone &&
    referenceKey(reference) === before.referenceKey
  )
    return;
  const after = await transaction.order.update({
    where: { id },
    data: {
      reference,
      referenceKey: referenceKey(reference),
      ...recipientOf({ recipientName, recipientPhone }),
      updatedAt: new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1)),
    },
  });
  await logOrders(transaction, NOBODY, [{ action: 'changed', before, after }]);
}

/** The clean reference; with a number when another order has the same clean reference. */
async function freeReference(transaction: Transaction, { id, reference }: Order): Promise<string> {
  const clean = cleanReference(reference);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? clean : `${clean.slice(0, REFERENCE_MAX - 4)}-${number}`;
    const where = { referenceKey: referenceKey(candidate) };
    const present = await transaction.order.count({ where: { ...where, id: { not: id } } });
    const former = await transaction.formerReference.count({ where: { ...where, orderId: { not: id } } });
    if (present + former === 0) return candidate;
  }
}

async function readFormerReferences(transaction: Transaction): Promise<void> {
  const rows = await transaction.$queryRaw<{ key: string; orderId: number }[]>`
    SELECT reference_key AS key, order_id AS "orderId" FROM former_references
    WHERE reference_key ~ '[^!-~]' AND alias IS NULL`;
  for (const { key: former, orderId } of rows) {
    const key = referenceKey(former);
    if (key === former) continue;
    await transaction.formerReference.delete({ where: { referenceKey: former } });
    const isTaken =
      (await transaction.order.count({ where: { referenceKey: key } })) +
      (await transaction.formerReference.count({ where: { referenceKey: key } }));
    if (isTaken === 0 && key !== '') await transaction.formerReference.create({ data: { referenceKey: key, orderId } });
  }
}
