import { chargeableQuantity, freightAmount, type TariffUnit, unitName } from '@fasocolis/contracts/money/freight';
import { CHARGE_LABELS } from '@fasocolis/contracts/payments';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Database, Transaction } from '../database.ts';
import type { Charge, Order, Tariff } from '../generated/prisma/client.ts';
import { type Balance, mayChange, writeBalances } from './balance.ts';
import { logLedger } from './ledger-log.ts';

/** The columns of an order that its freight follows from. */
export const MEASURES = ['mode', 'pieces', 'weightGrams', 'volumeCm3'] as const satisfies (keyof Order)[];

export interface Freight {
  tariffId: number;
  label: string;
  quantity: number;
  unit: TariffUnit;
  price: number;
  amount: number;
}

const NOT_MEASURED = 'Mesures manquantes';
/** In place of a freight that another one replaces. */
export const RECALCULATED = 'Recalcul';
/** The reasons with which the product cancels a freight; it may charge such a freight again. */
export const OWN_REASONS = [NOT_MEASURED, RECALCULATED];

export function freightBy(order: Order, tariff: Tariff | undefined, volumetricDivisor: number): Freight | null {
  if (!tariff || tariff.mode !== order.mode) return null;
  const { id: tariffId, label: name, unit, price } = tariff;
  const quantity = chargeableQuantity(unit, order, volumetricDivisor);
  const amount = quantity === null ? null : freightAmount(quantity, tariff);
  if (quantity === null || amount === null) return null;
  const label = `${CHARGE_LABELS.freight} ${name}, ${price.toLocaleString('fr-FR')}\u00a0FCFA par ${unitName(unit)}`;
  return { tariffId, label, quantity, unit, price, amount };
}

/** The live freight of each order, and the freight that its measures and the tariffs say now. */
export async function readFreights(database: Database | Transaction, orders: Order[]) {
  const live = await database.charge.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) }, kind: 'freight', cancelledAt: null },
    include: { tariff: true },
  });
  return proposals(database, orders, live);
}

type LiveFreight = Charge & { tariff: Tariff | null };

async function proposals(database: Database | Transaction, orders: Order[], live: LiveFreight[]) {
  const active = await database.tariff.findMany({ where: { isActive: true } });
  const { volumetricDivisor } = await database.paymentSettings.findUniqueOrThrow({ where: { id: 1 } });
  const liveOf = new Map(live.map(({ tariff, ...charge }) => [charge.orderId, { charge, tariff }]));
  return orders.map((order) => {
    const { charge, tariff } = liveOf.get(order.id) ?? {};
    const [single, ...others] = active.filter(({ mode }) => mode === order.mode);
    const named = tariff?.mode === order.mode ? tariff : undefined;
    const byDefault = others.length === 0 ? single : undefined;
    return { order, charge, proposal: freightBy(order, named ?? byDefault, volumetricDivisor) };
  });
}

/**
 * Recalculates the freight of locked orders from their measures, for those without a payment. The tariff is that of the
 * order, or else the only active one of its mode. An amount that was typed stays, and a freight that
 * was cancelled is not charged again. @returns the balances that changed
 */
export async function rewriteFreights(
  transaction: Transaction,
  orders: Order[],
  actor: Actor,
): Promise<Map<number, Balance>> {
  const unpaid = orders.filter(({ paid }) => paid === 0);
  if (unpaid.length === 0) return new Map();
  const cancelled = await transaction.charge.findMany({
    where: {
      ...{ orderId: { in: unpaid.map(({ id }) => id) }, kind: 'freight' },
      ...{ cancelledAt: { not: null }, cancelledReason: { notIn: OWN_REASONS } },
    },
    select: { orderId: true },
  });
  const waived = new Set(cancelled.map(({ orderId }) => orderId));
  const read = await readFreights(transaction, unpaid);
  return write(
    transaction,
    read.filter(({ order, charge }) => charge || !waived.has(order.id)),
    actor,
  );
}

export async function writeFreights(
  transaction: Transaction,
  orders: Order[],
  actor: Actor,
): Promise<Map<number, Balance>> {
  const known = orders.filter(({ mode }) => mode !== null);
  return known.length === 0 ? new Map() : write(transaction, await proposals(transaction, known, []), actor);
}

async function write(
  transaction: Transaction,
  read: Awaited<ReturnType<typeof proposals>>,
  actor: Actor,
): Promise<Map<number, Balance>> {
  const changed = read.filter(({ order, charge, proposal }) => {
    if (charge ? charge.tariffId === null : !proposal) return false;
    if (charge && proposal && isSame(charge, proposal)) return false;
    return mayChange(order, (proposal?.amount ?? 0) - (charge?.amount ?? 0));
  });
  if (changed.length === 0) return new Map();
  for (const { charge, proposal } of changed) {
    if (!charge) continue;
    const missing = { cancelledAt: new Date(), cancelledBy: actor.userId, cancelledReason: NOT_MEASURED };
    await transaction.charge.update({ where: { id: charge.id }, data: proposal ?? missing });
  }
  await transaction.charge.createMany({
    data: changed.flatMap(({ order, charge, proposal }) =>
      !charge && proposal ? [{ orderId: order.id, kind: 'freight' as const, ...proposal }] : [],
    ),
  });
  await logLedger(
    transaction,
    actor,
    changed.map(({ order, charge, proposal }) => ({
      order,
      action: proposal ? 'charged' : 'charge-cancelled',
      before: charge,
      after: proposal ?? { label: charge?.label ?? '', amount: 0, reason: NOT_MEASURED },
    })),
  );
  return writeBalances(
    transaction,
    changed.map(({ order }) => order.id),
  );
}

const isSame = (charge: Charge, { tariffId, quantity, price, amount }: Freight) =>
  charge.tariffId === tariffId && charge.quantity === quantity && charge.price === price && charge.amount === amount;
