import { boundedText } from '@fasocolis/contracts/common';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { ContactMessage, Prisma } from '../generated/prisma/client.ts';

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

export type ContactMessageListRequest = ListRequestOf<typeof contactMessageListSpec>;

export function listContactMessages(
  database: Database,
  list: ContactMessageListRequest,
  scope: Prisma.ContactMessageWhereInput = {},
): Promise<Page<ContactMessage>> {
  const where: Prisma.ContactMessageWhereInput = { ...list.filters, AND: scope };
  if (list.search) where.OR = matchesSearch('searchText', list.search);
  return findPage(list, ['createdAt', 'desc'], database.contactMessage, { where });
}
