import { boundedText } from '@fasocolis/contracts/common';
import { type ContactFormSchema, type CreateContactMessageSchema, FASTEST_WRITER } from '@fasocolis/contracts/content';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { phoneDigits } from '@fasocolis/contracts/reading/search';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { searchText } from '@fasocolis/service-kit/data/database';
import { loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  whereListed,
} from '@fasocolis/service-kit/http/lists';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { ContactMessage, Prisma } from '../generated/prisma/client.ts';

const NOT_FOUND = 'Message non trouvé';
const OTHER_CONTENT =
  'Un premier envoi de ce message nous est parvenu, avec un autre contenu. Rechargez la page, puis écrivez ce qui manque.';

export const contactMessageListSpec = defineList({
  resource: 'contact-messages',
  isSearchable: true,
  sortable: ['id', 'firstName', 'lastName', 'email', 'subject', 'isRead', 'createdAt'],
  filters: {
    id: IdsFilterSchema,
    firstName: boundedText(200),
    lastName: boundedText(200),
    email: boundedText(200),
    phone: z.nullable(boundedText(200)),
    subject: boundedText(200),
    isRead: z.boolean(),
    isAnswered: z.boolean(),
  },
});

export function listContactMessages(
  database: Database,
  list: ListRequestOf<typeof contactMessageListSpec>,
  scope: Prisma.ContactMessageWhereInput = {},
) {
  const where = { ...whereListed(list), AND: scope };
  return findPage(list, ['createdAt', 'desc'], database.contactMessage, { where });
}

/** Stores a message once, however often it is sent. */
export function receiveMessage(
  database: Database,
  { sentId, ...message }: z.output<typeof CreateContactMessageSchema>,
  requestId: string,
): Promise<{ id: number }> {
  const data = { ...rowOf(message), ...(sentId && { sentId }) };
  return database.$transaction(async (transaction) => {
    // The insert waits for a concurrent one with the same id.
    const [created] = await transaction.contactMessage.createManyAndReturn({
      ...{ data: [data], skipDuplicates: true },
      select: { id: true },
    });
    if (!created) {
      const known = await transaction.contactMessage.findFirstOrThrow({ where: { sentId: sentId ?? null } });
      const isSame = Object.entries(data).every(([name, value]) => known[name as keyof ContactMessage] === value);
      if (!isSame) throw new AppError('conflict', OTHER_CONTENT);
      return { id: known.id };
    }
    await emit(transaction, 'contact.message-received', { messageId: created.id }, requestId);
    return created;
  });
}

export async function findMessage(database: Database, id: number): Promise<ContactMessage> {
  const message = await database.contactMessage.findUnique({ where: { id } });
  if (!message) throw new AppError('not-found', NOT_FOUND);
  return message;
}

const messages = loggedRows({
  subject: 'contact-message',
  notFound: NOT_FOUND,
  model: (transaction: Transaction) => transaction.contactMessage,
  lock: (transaction, id) => transaction.$queryRaw`SELECT id FROM contact_messages WHERE id = ${id} FOR UPDATE`,
  // The entry names it by number: sender and text are personal.
  describe: ({ id, isRead, isAnswered }: ContactMessage) => ({ id, name: `n° ${id}`, values: { isRead, isAnswered } }),
});

/** Marking a read message changes nothing. */
export const markMessage = (
  database: Database,
  id: number,
  actor: Actor,
  data: { isRead: true; isAnswered?: boolean },
): Promise<ContactMessage> =>
  messages.change(database, id, actor, (transaction) => transaction.contactMessage.update({ where: { id }, data }));

export const removeMessage = (database: Database, id: number, actor: Actor): Promise<void> =>
  messages.remove(database, id, actor);

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
 * Refuses a message whose hidden field is filled in, or that was written faster than a person types. The error says why,
 * because a person whose browser filled in the field can then send the message again.
 */
export function refuseRobots({ website, elapsedMs }: z.output<typeof CreateContactMessageSchema>): void {
  if (!website && (elapsedMs === undefined || elapsedMs >= FASTEST_WRITER)) return;
  throw new AppError(
    'bad-request',
    "Votre message n'a pas été envoyé, car il a été rempli trop vite pour nous. Attendez quelques secondes, puis envoyez-le de nouveau.",
  );
}

const KEPT_MONTHS = 12;

/** Deletes the messages that came more than 12 months ago. @returns their number */
export async function removeOldMessages(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  const { count } = await database.contactMessage.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
