import { randomInt } from 'node:crypto';
import { builtInKind, isBuiltInStatus } from '@fasocolis/contracts/order-status';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

const OWN_ORDER =
  'Ce colis a un code de retrait\u00a0: vous ne pouvez pas le mettre sur votre propre compte. Demandez à un collègue.';

export function newPickupCode(former: string | null = null): string {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return code === former ? newPickupCode(former) : code;
}

/**
 * A pick-up code is for one owner and one recipient: an order that gets another of either gets another code, of which
 * the former and the new owner are told.
 * @returns the order to be written
 */
export async function withOwnCode(
  transaction: Transaction,
  before: Order,
  after: Order,
  { userId: actorId, requestId }: Actor,
): Promise<Order> {
  const { id: orderId, reference, userId: ownerId, status: code } = after;
  const { userId: formerOwnerId, pickupCode: formerCode } = before;
  if (formerCode === null || after.pickupCode === null) return after;
  const isSamePhone = after.recipientPhone === before.recipientPhone;
  if (ownerId === formerOwnerId && isSamePhone) return after;
  // The recipient, who may have the code already, is now known as an account.
  if (formerOwnerId === null && after.ownedByNumber && isSamePhone && ownerId !== actorId) return after;
  if (ownerId !== formerOwnerId && ownerId === actorId) {
    throw AppError.conflict('userId', OWN_ORDER);
  }
  const pickupCode = newPickupCode(formerCode);
  const data = {
    orderId,
    reference,
    formerOwnerId,
    ownerId,
    pickupCode: (await isEnd(transaction, code)) ? null : pickupCode,
  };
  await emit(transaction, 'order.pickup-code-replaced', data, requestId);
  return { ...after, pickupCode };
}

async function isEnd(transaction: Transaction, code: string): Promise<boolean> {
  if (isBuiltInStatus(code)) return builtInKind(code) === 'end';
  return (await transaction.orderStatusDefinition.count({ where: { code, kind: 'end', isActive: true } })) > 0;
}
