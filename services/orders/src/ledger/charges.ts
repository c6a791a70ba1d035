import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { type AddChargeSchema, CHARGE_LABELS } from '@fasocolis/contracts/payments';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { Charge, Order } from '../generated/prisma/client.ts';
import { lockOrder } from '../history/write-orders.ts';
import { mayChange, restOf, writeBalances } from './balance.ts';
import { type Freight, freightBy, RECALCULATED } from './freight.ts';
import { logLedger } from './ledger-log.ts';

const CANCELLED_BY_ADMIN =
  'Seul l’administrateur annule un fret, ou des frais qu’une autre personne a ajoutés. Demandez-le-lui.';
const DISCOUNT_BY_ADMIN = 'Une remise est réservée à l’administrateur.';
const CHARGED_ALREADY = 'Ce colis a déjà un fret\u00a0: annulez-le d’abord.';

/** @returns the id of the order */
export async function addCharge(
  transaction: Transaction,
  orderId: number,
  { kind, label, amount }: z.infer<typeof AddChargeSchema>,
  actor: Actor,
): Promise<number> {
  if (kind === 'discount' && !actor.isAdmin) throw new AppError('forbidden', DISCOUNT_BY_ADMIN);
  const order = await lockOrder(transaction, orderId);
  const signed = kind === 'discount' ? -amount : amount;
  assertMayChange(order, signed);
  if (kind === 'freight' && (await liveFreight(transaction, orderId))) throw new AppError('conflict', CHARGED_ALREADY);
  const values = { label: label ?? CHARGE_LABELS[kind], amount: signed };
  await transaction.charge.create({ data: { orderId, kind, ...values, userId: actor.userId } });
  await writeBalances(transaction, [orderId]);
  await logLedger(transaction, actor, [{ order, action: 'charged', after: values }]);
  return orderId;
}

export async function chargeFreight(
  transaction: Transaction,
  orderId: number,
  tariffId: number,
  actor: Actor,
): Promise<number> {
  const order = await lockOrder(transaction, orderId);
  const [tariff, settings, live] = [
    await transaction.tariff.findUnique({ where: { id: tariffId } }),
    await transaction.paymentSettings.findUniqueOrThrow({ where: { id: 1 } }),
    await liveFreight(transaction, orderId),
  ];
  if (!tariff || !(tariff.isActive || live?.tariffId === tariff.id))
    throw AppError.field('tariffId', 'Choisissez un tarif');
  const freight = freightBy(order, tariff, settings.volumetricDivisor);
  if (!freight) throw AppError.field('tariffId', freightProblem(order, tariff));
  const by = freight.amount - (live?.amount ?? 0);
  assertMayChange(order, by);
  if (live) await cancel(transaction, live, RECALCULATED, actor);
  await transaction.charge.create({ data: { orderId, kind: 'freight', ...freight, userId: actor.userId } });
  await writeBalances(transaction, [orderId]);
  await logLedger(transaction, actor, [{ order, action: 'charged', before: live, after: freight }]);
  return orderId;
}

function freightProblem(order: Order, { mode, unit }: Pick<Order, 'mode'> & Pick<Freight, 'unit'>): string {
  if (order.mode === null) return 'Indiquez d’abord le transport du colis';
  if (order.mode !== mode) return 'Ce tarif est celui d’un autre transport';
  const measure = { kg: 'le poids', m3: 'le volume', piece: 'le nombre de pièces' }[unit];
  return `Indiquez d’abord ${measure} du colis`;
}

/** Cancels a charge. An agent may cancel storage and charges that they added; other reductions are discounts. */
export async function cancelCharge(
  transaction: Transaction,
  id: number,
  reason: string,
  actor: Actor,
): Promise<number> {
  const found = await transaction.charge.findUnique({ where: { id } });
  if (!found) throw new AppError('not-found', 'Frais non trouvés');
  const isOwn = found.kind !== 'freight' && found.userId === actor.userId;
  if (!(actor.isAdmin || isOwn || found.kind === 'storage')) throw new AppError('forbidden', CANCELLED_BY_ADMIN);
  const order = await lockOrder(transaction, found.orderId);
  const charge = await transaction.charge.findUniqueOrThrow({ where: { id } });
  if (charge.cancelledAt) throw new AppError('conflict', 'Ces frais sont déjà annulés.');
  assertMayChange(order, -charge.amount);
  await cancel(transaction, charge, reason, actor);
  await writeBalances(transaction, [order.id]);
  const { label, amount } = charge;
  await logLedger(transaction, actor, [{ order, action: 'charge-cancelled', after: { label, amount, reason } }]);
  return order.id;
}

async function cancel(transaction: Transaction, { id }: Charge, reason: string, { userId }: Actor): Promise<void> {
  const data = { cancelledAt: new Date(), cancelledBy: userId, cancelledReason: reason };
  await transaction.charge.update({ where: { id }, data });
}

const liveFreight = (transaction: Transaction, orderId: number) =>
  transaction.charge.findFirst({ where: { orderId, kind: 'freight', cancelledAt: null } });

function assertMayChange(order: Order, by: number): void {
  if (mayChange(order, by)) return;
  if (by > 0) throw new AppError('conflict', 'Le total de ce colis serait trop élevé.');
  // Storage that accrues is not a charge yet.
  const rest = `Des frais inscrits, il reste ${writtenFrancs(restOf(order))} à payer`;
  const advice = order.paid > 0 ? ' Annulez d’abord un paiement.' : '';
  throw new AppError('conflict', `${rest}\u00a0: ce reste ne peut pas baisser de ${writtenFrancs(-by)}.${advice}`);
}
