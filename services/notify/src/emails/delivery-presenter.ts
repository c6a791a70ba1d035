import type { EmailDelivery, EmailKind } from '@fasocolis/contracts/email';
import type { EmailDelivery as EmailDeliveryRow, EmailKind as RowKind } from '../generated/prisma/client.ts';

const KIND: Record<RowKind, EmailKind> = {
  PASSWORD_RESET: 'password-reset',
  EMAIL_VERIFICATION: 'email-verification',
  EMAIL_CHANGED: 'email-changed',
  PASSWORD_CHANGED: 'password-changed',
  PROVIDER_LINKED: 'provider-linked',
  ORDER_STATUS: 'order-status',
  ANNOUNCEMENT: 'announcement',
  CONTACT_MESSAGE: 'contact-message',
};

export function presentDelivery(row: EmailDeliveryRow): EmailDelivery {
  return {
    id: row.id,
    kind: KIND[row.kind],
    recipient: row.recipient,
    state: row.state.toLowerCase() as Lowercase<typeof row.state>,
    attempts: row.attempts,
    lastError: row.lastError,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}
