import { readPhone } from '@fasocolis/contracts/reading/phone';
import { searchText } from '@fasocolis/service-kit/data/database';
import type { Transaction } from '../database.ts';
import type { PersonToTell, Prisma } from '../generated/prisma/client.ts';

const TO_TELL_LOCK = 7_306_003;

/** Serializes the transactions that change the list "À prévenir", so that each number has one open row. They are rare. */
export async function lockToTell(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${TO_TELL_LOCK})::text`;
}

type PhoneChange = Omit<Prisma.ChangeToTellCreateManyInput, 'personId' | 'searchText'> & { phone: string };

/** Adds changes to what people are to be told, once per number and event, unless they want none. The lock is held. */
export async function addChanges(transaction: Transaction, added: PhoneChange[]): Promise<void> {
  if (added.length === 0) return;
  // JSON is one parameter for all changes. A stopped number has no open row.
  const phones = JSON.stringify(added.map(({ phone }) => ({ phone })));
  await transaction.$executeRaw`
    INSERT INTO people_to_tell (phone)
    SELECT DISTINCT phone FROM jsonb_to_recordset(${phones}::jsonb) AS c(phone text)
    WHERE NOT EXISTS (SELECT FROM people_to_tell p WHERE p.phone = c.phone AND p.told_at IS NULL)
      AND NOT EXISTS (SELECT FROM whatsapp_contacts w WHERE w.phone = c.phone AND w.stopped_at IS NOT NULL)`;
  // A number gets an event once. The first one counts: that of the recipient, who may follow the order too.
  const unique = new Map(added.toReversed().map((change) => [`${change.phone} ${change.eventId}`, change]));
  const changes = [...unique.values()].reverse().map((change) => ({
    ...change,
    searchText: searchText([change.name ?? '', change.reference, change.title].join(' ')),
  }));
  await transaction.$executeRaw`
    INSERT INTO changes_to_tell (person_id, event_id, order_id, reference, title, note, occurred_at, name, search_text, consent,
      user_id, owner_user_id, pickup_code)
    SELECT p.id, "eventId", "orderId", reference, title, note, "occurredAt", name, "searchText", coalesce(consent, false),
      "userId", "ownerId", "pickupCode"
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS c(phone text, "eventId" int, "orderId" int, reference text,
      title text, note text, "occurredAt" timestamptz, name text, "searchText" text, consent boolean, "userId" int, "ownerId" int,
      "pickupCode" text)
    JOIN people_to_tell p ON p.phone = c.phone AND p.told_at IS NULL
    ON CONFLICT (person_id, event_id) DO UPDATE
      SET pickup_code = coalesce(changes_to_tell.pickup_code, excluded.pickup_code)`;
}

export async function forgetCodes(transaction: Transaction, orderIds: number[]): Promise<void> {
  const where = { orderId: { in: orderIds }, pickupCode: { not: null } };
  await transaction.changeToTell.updateMany({ where, data: { pickupCode: null } });
}

export async function deleteChanges(transaction: Transaction, where: Prisma.ChangeToTellWhereInput): Promise<void> {
  await transaction.changeToTell.deleteMany({ where: { AND: [where, { person: { toldAt: null } }] } });
  await transaction.personToTell.deleteMany({ where: { toldAt: null, changes: { none: {} } } });
}

/**
 * Deletes the changes that an account was to be told at its number: as a user who saved an order, and as the recipient
 * of its own orders. Changes for other people at the number stay, because the number may be theirs.
 */
export async function deleteChangesOf(
  transaction: Transaction,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  await lockToTell(transaction);
  const person = { phone: readPhone(phone) ?? '' };
  await deleteChanges(transaction, { OR: [{ userId }, { ownerId: userId, person }] });
}

interface Telling {
  told: ReadonlySet<number>;
  /** Null for the product itself. */
  byUserId: number | null;
}

/** Marks changes as told to a person. The lock is held. @returns false when none of them is in the row */
export async function markTold(
  transaction: Transaction,
  { id, phone, createdAt, changes }: PersonToTell & { changes: { id: number }[] },
  { told, byUserId }: Telling,
): Promise<boolean> {
  const others = changes.filter((change) => !told.has(change.id)).map((change) => change.id);
  if (others.length === changes.length) return false;
  if (others.length > 0) {
    const next = await transaction.personToTell.create({ data: { phone, createdAt } });
    await transaction.changeToTell.updateMany({ where: { id: { in: others } }, data: { personId: next.id } });
  }
  await transaction.personToTell.update({ where: { id }, data: { toldAt: new Date(), toldBy: byUserId } });
  return true;
}

/**
 * Puts a person who was told back on the list. The caller holds the lock.
 * @returns false for a person who has stopped messages since
 */
export async function reopen(
  transaction: Transaction,
  { id, phone, changes }: PersonToTell & { changes: { eventId: number }[] },
): Promise<boolean> {
  const stopped = await transaction.whatsappContact.count({ where: { phone, stoppedAt: { not: null } } });
  if (stopped > 0) return false;
  const since = await transaction.personToTell.findFirst({ where: { phone, toldAt: null } });
  if (since) {
    const eventId = { notIn: changes.map((change) => change.eventId) };
    await transaction.changeToTell.updateMany({ where: { personId: since.id, eventId }, data: { personId: id } });
    await transaction.personToTell.delete({ where: { id: since.id } });
  }
  await transaction.personToTell.update({ where: { id }, data: { toldAt: null, toldBy: null } });
  return true;
}

interface Stop {
  at: Date;
  /** Null for the person. */
  byUserId: number | null;
}

/**
 * Stops messages to a number and deletes its waiting changes. The lock is held. Idempotent: a number that is stopped keeps
 * the time of the first stop.
 */
export async function stopTelling(transaction: Transaction, phone: string, { at, byUserId }: Stop): Promise<void> {
  await transaction.personToTell.deleteMany({ where: { phone, toldAt: null } });
  await transaction.whatsappContact.createMany({ data: [{ phone }], skipDuplicates: true });
  await transaction.whatsappContact.updateMany({
    where: { phone, stoppedAt: null },
    data: { stoppedAt: at, stoppedBy: byUserId },
  });
  await transaction.whatsappContact.updateMany({
    where: { phone, OR: [{ refusedAt: null }, { refusedAt: { lt: at } }] },
    data: { refusedAt: at },
  });
}

/** Resumes messages to a number, as was wanted at a time. @returns false when it was not stopped */
export async function resumeTelling(transaction: Transaction, phone: string, at: Date): Promise<boolean> {
  const { count } = await transaction.whatsappContact.updateMany({
    where: { phone, stoppedAt: { not: null } },
    data: { stoppedAt: null, stoppedBy: null },
  });
  await transaction.whatsappContact.updateMany({
    where: { phone, OR: [{ wantedAt: null }, { wantedAt: { lt: at } }] },
    data: { wantedAt: at },
  });
  return count > 0;
}
