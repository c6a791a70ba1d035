import type { ContactMessage } from '@fasocolis/contracts/content';
import type { ContactMessage as ContactMessageRow } from '../generated/prisma/client.ts';

export function presentContactMessage(row: ContactMessageRow): ContactMessage {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    isRead: row.isRead,
    isAnswered: row.isAnswered,
    createdAt: row.createdAt.toISOString(),
  };
}
