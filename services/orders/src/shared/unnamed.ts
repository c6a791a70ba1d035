import type { Order, Prisma } from '../generated/prisma/client.ts';

/** The step of an order that was not received: its owner is not missing yet. */
export const NOT_RECEIVED = 'ORDER_CONFIRMED';

/** Whether an order was received without an owner and a phone: "sans nom". */
export const isUnnamed = ({
  userId,
  recipientPhone,
  furthestStep,
}: Pick<Order, 'userId' | 'recipientPhone' | 'furthestStep'>) =>
  userId === null && recipientPhone === null && furthestStep !== NOT_RECEIVED;

/** The condition of `isUnnamed` for a query. The caller adds that the orders have not reached their end. */
export const UNNAMED = {
  userId: null,
  recipientPhone: null,
  furthestStep: { not: NOT_RECEIVED },
} satisfies Prisma.OrderWhereInput;
