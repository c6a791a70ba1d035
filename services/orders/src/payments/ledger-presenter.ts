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

export const presentCharge = (charge: ChargeRow, withAuthors: boolean): Charge => ({
  ...charge,
  createdAt: charge.createdAt.toISOString(),
  ...(withAuthors && { byUserId: charge.userId }),
  ...cancellation(charge, withAuthors),
});

export const presentPayment = (payment: PaymentRow, withAuthors: boolean): Payment => ({
  ...payment,
  method: payment.method as PaymentMethod,
  paidAt: payment.paidAt.toISOString(),
  receiptPath: receiptPath(payment.token),
  shares: payment.shares.map(({ orderId, order, amount }) => ({ orderId, reference: order.reference, amount })),
  ...(withAuthors && { byUserId: payment.userId }),
  ...cancellation(payment, withAuthors),
});
