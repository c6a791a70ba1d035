import type { Charge, Payment, PaymentMethod } from '@fasocolis/contracts/payments';
import { receiptPath } from '@fasocolis/contracts/site-paths';
import type { Charge as ChargeRow, Prisma } from '../generated/prisma/client.ts';

export const PAYMENT_WITH_SHARES = {
  shares: { orderBy: { orderId: 'asc' }, include: { order: { select: { reference: true } } } },
} as const satisfies Prisma.PaymentInclude;

export type PaymentRow = Prisma.PaymentGetPayload<{ include: typeof PAYMENT_WITH_SHARES }>;

interface Cancellable {
  cancelledAt: Date | null;
  cancelledBy: number | null;
  cancelledReason: string | null;
}

function cancellation({ cancelledAt, cancelledBy, cancelledReason }: Cancellable, withAuthors: boolean) {
  if (!cancelledAt) return {};
  const by = withAuthors ? { byUserId: cancelledBy } : {};
  return { cancelled: { at: cancelledAt.toISOString(), reason: cancelledReason ?? '', ...by } };
}

export function presentCharge(charge: ChargeRow, withAuthors: boolean): Charge {
  const { id, kind, label, quantity, unit, price, amount, tariffId, createdAt, userId } = charge;
  return {
    id,
    kind,
    label,
    quantity,
    unit,
    price,
    amount,
    tariffId,
    createdAt: createdAt.toISOString(),
    ...(withAuthors && { byUserId: userId }),
    ...cancellation(charge, withAuthors),
  };
}

export function presentPayment(payment: PaymentRow, withAuthors: boolean): Payment {
  const {
    id,
    method,
    transactionReference,
    amount,
    paidAt,
    payerName,
    receipt,
    token,
    shares,
    userId,
    certifiedInvoice,
  } = payment;
  return {
    id,
    method: method as PaymentMethod,
    transactionReference,
    amount,
    paidAt: paidAt.toISOString(),
    payerName,
    receipt,
    receiptPath: receiptPath(token),
    certifiedInvoice,
    shares: shares.map(({ orderId, order, amount: share }) => ({ orderId, reference: order.reference, amount: share })),
    ...(withAuthors && { byUserId: userId }),
    ...cancellation(payment, withAuthors),
  };
}
