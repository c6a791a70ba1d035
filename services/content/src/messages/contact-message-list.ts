import { escapeLike, searchText } from '@fasocolis/service-kit/database';
import { IdsFilterSchema, type ListRequest, type ListSpec } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { ContactMessage, Prisma } from '../generated/prisma/client.ts';

const filters = {
  id: IdsFilterSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  subject: z.string(),
  isRead: z.boolean(),
};

const sortable = ['id', 'firstName', 'lastName', 'email', 'subject', 'isRead', 'createdAt'] as const;

/** What the back office may ask of the list of messages. */
export const contactMessageListSpec = { resource: 'contact-messages', sortable, filters } satisfies ListSpec<
  string,
  typeof filters
>;

type Filters = { [K in keyof typeof filters]: z.infer<(typeof filters)[K]> };
export type ContactMessageListRequest = ListRequest<(typeof sortable)[number], Filters>;

/** One page of messages, newest first unless asked otherwise, and how many there are in all. */
export async function listContactMessages(
  database: Database,
  { sort, offset, limit, search, filters: asked }: ContactMessageListRequest,
  scope: Prisma.ContactMessageWhereInput = {},
): Promise<{ rows: ContactMessage[]; total: number }> {
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  const { id, ...equal } = asked;
  const where: Prisma.ContactMessageWhereInput = { ...equal, AND: scope };
  if (id !== undefined) where.id = { in: id };
  if (search) where.searchText = { contains: escapeLike(searchText(search)) };
  const [rows, total] = await Promise.all([
    database.contactMessage.findMany({
      where,
      orderBy: [{ [field]: direction }, { id: direction }],
      skip: offset,
      take: limit,
    }),
    database.contactMessage.count({ where }),
  ]);
  return { rows, total };
}
