import type { EmailDelivery, EmailKind } from '@fasocolis/contracts/email';
import type { EmailDelivery as EmailDeliveryRow } from '../generated/prisma/client.ts';

export function presentDelivery(row: EmailDeliveryRow): EmailDelivery {
  return {
    id: row.id,
    kind: row.kind as EmailKind,
    recipient: row.recipient,
    state: row.state.toLowerCase() as Lowercase<typeof row.state>,
    attempts: row.attempts,
    lastError: row.lastError,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}
