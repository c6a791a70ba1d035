import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import { addChanges } from './people-to-tell.ts';

type Extended = EventData<'order.history-extended'>;

export async function addPhoneChanges(
  transaction: Transaction,
  { title, note, occurredAt }: Pick<Extended, 'title' | 'note' | 'occurredAt'>,
  orders: Extended['orders'],
): Promise<void> {
  const changeOf = ({ eventId, orderId, reference }: Extended['orders'][number]) => ({
    title,
    note,
    occurredAt: new Date(occurredAt),
    eventId,
    orderId,
    reference,
  });
  const follows = Map.groupBy(
    await transaction.whatsappFollow.findMany({ where: { orderId: { in: orders.map(({ orderId }) => orderId) } } }),
    ({ orderId }) => orderId,
  );
  await addChanges(
    transaction,
    orders.flatMap((order) => [
      ...(order.recipient
        ? [{ ...order.recipient, ...changeOf(order), ownerId: order.ownerId, pickupCode: order.pickupCode }]
        : []),
      ...(follows.get(order.orderId) ?? []).map(({ phone }) => ({ phone, ...changeOf(order) })),
    ]),
  );
}
