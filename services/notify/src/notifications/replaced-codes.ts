import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { DeliveryJob } from '../shared/delivery-queue.ts';
import { nameOf } from '../shared/milestone-body.ts';
import { lockNotificationLog } from '../shared/notification-row.ts';
import { type OrderDeliveryOptions, recordOrderDeliveries } from '../shared/order-deliveries.ts';
import { withoutDeleted } from '../shared/people.ts';

const TAKEN = 'Colis retiré de votre compte';
const REPLACED = 'Nouveau code de retrait';
const GIVEN = 'Colis ajouté à votre compte';

/**
 * Tells the former owner of an order, without the new code, and the present one that its pick-up code was replaced.
 * @returns the deliveries to send after the commit; none with a delay, because the sweep sends them then
 */
export async function notifyReplacedCode(
  transaction: Transaction,
  { orderId, reference, formerOwnerId, ownerId, pickupCode }: EventData<'order.pickup-code-replaced'>,
  options: OrderDeliveryOptions,
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
  // Of an order that has ended, a new number matters to no owner.
  const messages = [...(isSameOwner ? [] : [former]), ...(isSameOwner && !pickupCode ? [] : [owner])];
  const people = new Set(
    await withoutDeleted(
      transaction,
      messages.flatMap(({ targetUserId }) => targetUserId ?? []),
    ),
  );
  await lockNotificationLog(transaction);
  const told = await transaction.notification.createManyAndReturn({
    data: messages
      .filter(({ targetUserId }) => targetUserId !== null && people.has(targetUserId))
      .map((message) => ({ ...message, orderId, reference })),
    select: { id: true, targetUserId: true },
  });
  return recordOrderDeliveries(transaction, told, options);
}
