import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import { type DeliveryJob, recordDeliveries } from '../deliveries/delivery-queue.ts';
import { isWindowOpen } from './messageable.ts';

const TEXT =
  "Ce numéro n'est plus celui d'un compte FasoColis. Si vous n'avez rien changé, répondez-nous ici ou écrivez-nous avec le formulaire de contact du site.";

export async function tellFormerNumber(
  transaction: Transaction,
  former: EventData<'user.phone-changed'>['former'],
  requestId: string | null,
): Promise<DeliveryJob[]> {
  const contact = former && (await transaction.whatsappContact.findUnique({ where: { phone: former.phone } }));
  if (!former || !contact || contact.stoppedAt || !isWindowOpen(contact, new Date())) return [];
  const message = { channel: 'whatsapp', kind: 'whatsapp-reply', recipient: former.phone, text: TEXT } as const;
  return recordDeliveries(transaction, [{ ...message, requestId }]);
}
