import { CHARGE_KINDS, CHARGE_LABELS } from '@fasocolis/contracts/payments';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { nextVersion } from '@fasocolis/service-kit/data/versions';
import type { Transaction } from '../database.ts';
import { type Order, Prisma } from '../generated/prisma/client.ts';
import { OWN_REASONS } from '../ledger/freight.ts';
import { ERASED } from '../shared/erased.ts';
import { remainingEvents } from './append.ts';
import { recipientOf } from './create.ts';
import { stateAfter } from './state.ts';
import { writeOrders } from './write-orders.ts';

const DELETED_CLIENT = 'Client supprimé';

/**
 * Takes everything about persons off orders that the caller has locked: owner, recipient, contents and their value, pick-up code, photos,
 * the proof of the hand-over, notes of problems, the names of those who paid, and what staff wrote. Statuses, milestones, places, times
 * and amounts stay.
 */
export async function anonymize(transaction: Transaction, orders: Order[], actor: Actor): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const where = { orderId: { in: ids } };
  await transaction.orderEvent.updateMany({ where: { ...where, note: { not: null } }, data: { note: null } });
  const withdrawn = { ...where, withdrawnReason: { not: null } };
  await transaction.orderEvent.updateMany({ where: withdrawn, data: { withdrawnReason: ERASED } });
  await transaction.handover.updateMany({ where, data: { receiverName: ERASED, photo: null } });
  await transaction.handover.updateMany({ where: { ...where, reason: { not: null } }, data: { reason: ERASED } });
  await transaction.receptionPhoto.deleteMany({ where });
  await transaction.orderProblem.updateMany({ where, data: { note: null, photo: null, closingNote: null } });
  await transaction.pickupAttempts.deleteMany({ where });
  const ofOrders = { shares: { some: where } };
  await transaction.payment.updateMany({ where: ofOrders, data: { payerName: DELETED_CLIENT } });
  const cancelled = { ...ofOrders, cancelledReason: { not: null } };
  await transaction.payment.updateMany({ where: cancelled, data: { cancelledReason: ERASED } });
  const charges = { ...where, cancelledReason: { notIn: OWN_REASONS } };
  await transaction.charge.updateMany({ where: charges, data: { cancelledReason: ERASED } });
  // The product wrote the labels of charges that have a unit.
  for (const kind of CHARGE_KINDS) {
    const typed = { ...where, kind, unit: null };
    await transaction.charge.updateMany({ where: typed, data: { label: CHARGE_LABELS[kind] } });
  }
  const refused = { ...where, refusedReason: { not: null } };
  await transaction.paymentReport.updateMany({ where: refused, data: { refusedReason: ERASED } });
  const remaining = await remainingEvents(transaction, orders);
  const nobody = {
    userId: null,
    ownedByNumber: false,
    ...recipientOf({ recipientName: null, recipientPhone: null }),
    recipientConsent: false,
    contents: null,
    goodsKind: null,
    declaredValue: null,
  };
  const changed = orders.map((before) => {
    const events = remaining.get(before.id);
    const latestUpdate = events ? stateAfter(events).latestUpdate : null;
    const after = { ...before, ...nobody, latestUpdate, pickupCode: null, updatedAt: nextVersion(before.updatedAt) };
    return { before, after };
  });
  await writeOrders(transaction, changed);
  // The values of earlier entries, and none in the new ones: they are about persons.
  await transaction.change.updateMany({
    where: { subject: 'order', subjectId: { in: ids.map(String) } },
    data: { before: Prisma.DbNull, after: Prisma.DbNull },
  });
  const entries = orders.map(({ id: subjectId, reference: name }) => ({ subjectId, name }));
  await logChanges(
    transaction,
    actor,
    entries.map((entry) => ({ subject: 'order', action: 'anonymized', ...entry })),
  );
}
