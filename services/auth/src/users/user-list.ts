import { MAX_ID } from '@fasocolis/contracts/common';
import { escapeLike, searchText } from '@fasocolis/service-kit/database';
import type { ListRequest, ListSpec } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { loginKey } from './user-row.ts';

const filters = {
  id: z.union([z.int(), z.array(z.int()).check(z.maxLength(1000))]),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  provider: z.nullable(z.string()),
  /** A part of the username or of the e-mail, in any case; "q" searches names and phone numbers too. */
  login: z.string(),
};

const sortable = [
  'id',
  'username',
  'email',
  'firstName',
  'lastName',
  'phone',
  'provider',
  'createdAt',
  'updatedAt',
] as const;

/** What the back office may ask of the list of users. */
export const userListSpec = { resource: 'users', sortable, filters } satisfies ListSpec<string, typeof filters>;

type Filters = { [K in keyof typeof filters]: z.infer<(typeof filters)[K]> };
type UserListRequest = ListRequest<(typeof sortable)[number], Filters>;

/** One page of users, by id unless asked otherwise, and how many there are in all. */
export async function listUsers(
  database: Database,
  { sort, offset, limit, search, filters: asked }: UserListRequest,
): Promise<{ rows: User[]; total: number }> {
  const { field, direction } = sort ?? { field: 'id', direction: 'asc' };
  const where = whereOf(asked, search);
  const [rows, total] = await Promise.all([
    database.user.findMany({ where, orderBy: [{ [field]: direction }, { id: direction }], skip: offset, take: limit }),
    database.user.count({ where }),
  ]);
  return { rows, total };
}

function whereOf(
  { id, username, email, login, ...equal }: Partial<Filters>,
  search: string | null,
): Prisma.UserWhereInput {
  const where: Prisma.UserWhereInput = { ...equal };
  if (id !== undefined) where.id = { in: [id].flat().filter((each) => Math.abs(each) <= MAX_ID) };
  if (username !== undefined) where.usernameKey = loginKey(username);
  if (email !== undefined) where.emailKey = loginKey(email);
  if (login !== undefined) where.AND = loginHolds(login);
  if (search !== null) where.searchText = { contains: escapeLike(searchText(search)) };
  return where;
}

/** The search text narrows it down first: it alone has an index that finds parts of words. */
function loginHolds(text: string): Prisma.UserWhereInput {
  const contains = escapeLike(loginKey(text));
  return {
    searchText: { contains: escapeLike(searchText(text.trim())) },
    OR: [{ usernameKey: { contains } }, { emailKey: { contains } }],
  };
}
