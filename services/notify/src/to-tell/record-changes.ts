import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { keepPeople } from '../shared/people.ts';
import { addChanges, lockToTell } from '../shared/people-to-tell.ts';

type OrderChange = EventData<'order.status-changed'>;
type Milestone = EventData<'consignment.milestone-applied'>;
type NewChange = Omit<Prisma.ChangeToTellUncheckedCreateInput, 'personId'> & { phone: string | null };

/** Records an event of an order for its recipient, and for the accounts that are notified of it. */
export async function recordOrderChange(transaction: Transaction, change: OrderChange): Promise<void> {
  const { eventId, orderId, reference, label: title, note, occurredAt, recipientIds, phoneRecipient } = change;
  // Events of former versions cannot be withdrawn.
  if (eventId === undefined) return;
  const common = { eventId, orderId, reference, title, note, occurredAt: new Date(occurredAt) };
  await record(transaction, [
    ...recipientIds.map((userId) => ({ ...common, phone: null, userId })),
    ...(phoneRecipient ? [{ ...common, ...phoneRecipient }] : []),
    ...(change.toDevices ? await followersOf(transaction, [common]) : []),
  ]);
}

/** Records a milestone for the recipients of its orders, and for the accounts that are notified of it. */
export async function recordMilestone(transaction: Transaction, milestone: Milestone): Promise<void> {
  const { title, note, occurredAt, recipients, phoneRecipients = [], orders: all = [] } = milestone;
  const common = { title, note, occurredAt: new Date(occurredAt) };
  const ofAccounts = recipients.flatMap(({ userId, orders }) =>
    orders.map(({ eventId, orderId, reference }) => ({ ...common, eventId, orderId, reference, userId, phone: null })),
  );
  const ofFollowers = await followersOf(
    transaction,
    all.map((order) => ({ ...common, ...order })),
  );
  const ofRecipients = phoneRecipients.map((recipient) => ({ ...common, ...recipient }));
  await record(transaction, [...ofAccounts, ...ofRecipients, ...ofFollowers]);
}

/** The same changes for the numbers that follow the orders over WhatsApp. */
async function followersOf<Change extends { orderId: number }>(transaction: Transaction, changes: Change[]) {
  const orderIds = changes.map(({ orderId }) => orderId);
  const follows = await transaction.whatsappFollow.findMany({ where: { orderId: { in: orderIds } } });
  return changes.flatMap((change) =>
    follows.filter(({ orderId }) => orderId === change.orderId).map(({ phone }) => ({ ...change, phone })),
  );
}

/** Forgets a withdrawn event, unless the person was told of it. */
export async function withdrawChange(transaction: Transaction, eventId: number): Promise<void> {
  await lockToTell(transaction);
  await transaction.changeToTell.deleteMany({
    where: { eventId, OR: [{ personId: null }, { person: { toldAt: null } }] },
  });
  await transaction.personToTell.deleteMany({ where: { toldAt: null, changes: { none: {} } } });
}

async function record(transaction: Transaction, changes: NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await keepPeople(transaction);
  await lockToTell(transaction);
  const [withdrawn, deleted] = await Promise.all([
    withdrawnAmong(transaction, changes),
    goneAmong(transaction, changes),
  ]);
  const kept = changes.filter(
    ({ eventId, userId, ownerId }) =>
      !withdrawn.has(eventId) && !deleted.has(userId ?? 0) && !deleted.has(ownerId ?? 0),
  );
  await transaction.changeToTell.createMany({
    data: kept.flatMap(({ phone, ...change }) => (phone === null ? [change] : [])),
  });
  await addChanges(
    transaction,
    kept.flatMap(({ phone, ...change }) => (phone === null ? [] : [{ phone, change }])),
  );
}

async function withdrawnAmong(transaction: Transaction, changes: NewChange[]): Promise<Set<number>> {
  const eventIds = changes.map(({ eventId }) => eventId);
  const rows = await transaction.withdrawnOrderEvent.findMany({ where: { eventId: { in: eventIds } } });
  return new Set(rows.map(({ eventId }) => eventId));
}

async function goneAmong(transaction: Transaction, changes: NewChange[]): Promise<Set<number>> {
  const accounts = changes.flatMap(({ userId, ownerId }) => [userId ?? 0, ownerId ?? 0]);
  const rows = await transaction.deletedUser.findMany({ where: { userId: { in: accounts } } });
  return new Set(rows.map(({ userId }) => userId));
}
