import type { EventData } from '@fasocolis/contracts/events';
import { recordNotifications, withoutDeleted } from '../audience/accounts.ts';
import { nameOf } from '../audience/message-text.ts';
import { lockNotificationLog } from '../audience/notification-row.ts';
import { forgetCodes, lockToTell } from '../audience/people-to-tell.ts';
import type { Transaction } from '../database.ts';
import type { DeliveryJob, DeliveryOptions } from '../deliveries/delivery-queue.ts';

const TAKEN = 'Colis retiré de votre compte';
const REPLACED = 'Nouveau code de retrait';
const GIVEN = 'Colis ajouté à votre compte';

/**
 * Tells the former owner of an order, without the new code, and the present one that its pick-up code was replaced.
 * @returns the deliveries to send after the commit; none when they wait, because the sweep adds them then
 */
export async function notifyReplacedCode(
  transaction: Transaction,
  { orderId, reference, formerOwnerId, ownerId, pickupCode }: EventData<'order.pickup-code-replaced'>,
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  const isSameOwner = ownerId === formerOwnerId;
  const owner = {
    targetUserId: ownerId,
    title: isSameOwner && pickupCode ? REPLACED : GIVEN,
    body: `${nameOf({ reference, pickupCode })} : ${isSameOwner ? 'le destinataire' : 'le client'} de ce colis a changé.${pickupCode ? " L'ancien code de retrait n'est plus valable." : ''}`,
  };
  const former = {
    targetUserId: formerOwnerId,
    title: TAKEN,
    body: `${reference} : ce colis n'est plus sur votre compte, et son ancien code de retrait n'est plus valable. Si cela vous étonne, écrivez-nous.`,
  };
  // A new number of an order that has ended matters to no owner.
  const messages = [...(isSameOwner ? [] : [former]), ...(isSameOwner && !pickupCode ? [] : [owner])];
  const people = new Set(
    await withoutDeleted(
      transaction,
      messages.flatMap(({ targetUserId }) => targetUserId ?? []),
    ),
  );
  await lockNotificationLog(transaction);
  await lockToTell(transaction);
  await forgetCodes(transaction, [orderId]);
  const notifications = messages.flatMap(({ targetUserId, ...words }) =>
    targetUserId === null || !people.has(targetUserId)
      ? []
      : [{ ...words, targetUserId, cause: 'pickup-code' as const, orders: [{ orderId, reference }] }],
  );
  return recordNotifications(transaction, notifications, options);
}
