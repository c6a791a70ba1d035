import { escapeLike, searchText } from '@fasocolis/service-kit/database';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf, type Page } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { loginKey } from './user-row.ts';

export const userListSpec = defineList({
  resource: 'users',
  sortable: ['id', 'username', 'email', 'firstName', 'lastName', 'phone', 'provider', 'createdAt', 'updatedAt'],
  filters: {
    id: IdsFilterSchema,
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    provider: z.nullable(z.string()),
    /** Part of the username or email address; "q" searches names and phone numbers too. */
    login: z.string(),
  },
});

type UserListRequest = ListRequestOf<typeof userListSpec>;

export function listUsers(database: Database, list: UserListRequest): Promise<Page<User>> {
  const where = whereOf(list.filters, list.search);
  return findPage(
    list,
    ['id', 'asc'],
    (page) => database.user.findMany({ where, ...page }),
    () => database.user.count({ where }),
  );
}

function whereOf(
  { id, username, email, login, ...equal }: UserListRequest['filters'],
  search: string | null,
): Prisma.UserWhereInput {
  const where: Prisma.UserWhereInput = { ...equal };
  if (id !== undefined) where.id = { in: id };
  if (username !== undefined) where.usernameKey = loginKey(username);
  if (email !== undefined) where.emailKey = loginKey(email);
  if (login !== undefined) where.AND = loginHolds(login);
  if (search !== null) where.searchText = { contains: escapeLike(searchText(search)) };
  return where;
}

/** The search text has an index for substrings and narrows the result first. */
function loginHolds(text: string): Prisma.UserWhereInput {
  const contains = escapeLike(loginKey(text));
  return {
    searchText: { contains: escapeLike(searchText(text.trim())) },
    OR: [{ usernameKey: { contains } }, { emailKey: { contains } }],
  };
}
