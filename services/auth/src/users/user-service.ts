import { MAX_ID } from '@fasocolis/contracts/common';
import type { UserLookupAnswer } from '@fasocolis/contracts/user-lookup';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { escapeLike, searchText } from '@fasocolis/service-kit/data/database';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { loginKey, USER_NOT_FOUND } from '../shared/user-row.ts';

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

/** Finds users by ids, usernames and email addresses with one query, ignoring case. */
export async function lookUpUsers(database: Database, logins: readonly string[]): Promise<UserLookupAnswer> {
  const asked = logins.map((login) => ({ login, key: loginKey(login), id: toId(login) }));
  const keys = asked.map(({ key }) => key);
  const users = await database.user.findMany({
    where: {
      OR: [
        { id: { in: asked.flatMap(({ id }) => id ?? []) } },
        { usernameKey: { in: keys } },
        { emailKey: { in: keys } },
      ],
    },
    select: { id: true, usernameKey: true, emailKey: true },
    orderBy: { id: 'asc' },
  });
  return asked.map(({ login, key, id }) => ({
    login,
    ids: users
      .filter((user) => user.id === id || user.usernameKey === key || user.emailKey === key)
      .map((user) => user.id),
  }));
}

function toId(text: string): number | undefined {
  const id = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : undefined;
}

/** Deletes an account with its tokens and sessions, and emits the event. The names of agents are kept for the change logs. @throws AppError `not-found` */
export async function deleteUser(
  id: number,
  requestId: string,
  { database, sessions }: { database: Database; sessions: SessionStore },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const agent = await transaction.user.findUnique({ where: { id, joinedAt: { not: null } } });
    const { count } = await transaction.user.deleteMany({ where: { id, role: 'USER' } });
    if (count === 0) throw new AppError('not-found', USER_NOT_FOUND);
    if (agent) {
      const { firstName, lastName } = agent;
      await transaction.formerAgent.create({ data: { userId: id, firstName, lastName } });
    }
    await emit(transaction, 'user.deleted', { userId: id }, requestId);
    // Before the commit: a crash in between must not leave a session open.
    await sessions.endAll(id);
  });
}
