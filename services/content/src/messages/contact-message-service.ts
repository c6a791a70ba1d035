import { type ContactFormSchema, type CreateContactMessageSchema, FASTEST_WRITER } from '@fasocolis/contracts/content';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { phoneDigits } from '@fasocolis/contracts/reading/search';
import { searchText } from '@fasocolis/service-kit/data/database';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { ContactMessage, Prisma } from '../generated/prisma/client.ts';

const NOT_FOUND = 'Message non trouvé';

export function receiveMessage(
  database: Database,
  message: z.output<typeof ContactFormSchema>,
  requestId: string,
): Promise<{ id: number }> {
  return database.$transaction(async (transaction) => {
    const { id } = await transaction.contactMessage.create({ data: rowOf(message), select: { id: true } });
    await emit(transaction, 'contact.message-received', { messageId: id }, requestId);
    return { id };
  });
}

/** @throws AppError `not-found` */
export async function findMessage(database: Database, id: number): Promise<ContactMessage> {
  const message = await database.contactMessage.findUnique({ where: { id } });
  if (!message) throw new AppError('not-found', NOT_FOUND);
  return message;
}

/** Marking a read message changes nothing. @throws AppError `not-found` */
export function markMessageRead(database: Database, id: number): Promise<ContactMessage> {
  return mark(database, id, { isRead: true });
}

/** An answered message is read. @throws AppError `not-found` */
export function markMessageAnswered(database: Database, id: number, isAnswered: boolean): Promise<ContactMessage> {
  return mark(database, id, { isAnswered, isRead: true });
}

async function mark(database: Database, id: number, data: { isRead: true; isAnswered?: boolean }) {
  const [message] = await database.contactMessage.updateManyAndReturn({ where: { id }, data });
  if (!message) throw new AppError('not-found', NOT_FOUND);
  return message;
}

/** @throws AppError `not-found` */
export async function removeMessage(database: Database, id: number): Promise<void> {
  const { count } = await database.contactMessage.deleteMany({ where: { id } });
  if (count === 0) throw new AppError('not-found', NOT_FOUND);
}

/** A message as stored, with its search text. */
export function rowOf({ firstName, lastName, email, phone, subject, message }: z.output<typeof ContactFormSchema>) {
  const number = phoneIn('phone', phone);
  const key = searchText(firstName, lastName, email, subject, phoneDigits(number ?? ''));
  return {
    firstName,
    lastName,
    email,
    phone: number && spacedPhone(number),
    subject,
    message,
    searchText: key,
  } satisfies Prisma.ContactMessageCreateInput;
}

/**
 * Refuses a message with the signs of a robot. The error says so, because a person whose browser filled in the hidden
 * field can then send the message again.
 * @throws AppError `bad-request`
 */
export function refuseRobots({ website, elapsedMs }: z.output<typeof CreateContactMessageSchema>): void {
  if (!website && (elapsedMs === undefined || elapsedMs >= FASTEST_WRITER)) return;
  throw new AppError(
    'bad-request',
    "Votre message n'a pas été envoyé, car il a été rempli trop vite pour nous. Attendez quelques secondes, puis envoyez-le de nouveau.",
  );
}
