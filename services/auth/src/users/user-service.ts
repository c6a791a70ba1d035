import { boundedText, MAX_ID } from '@fasocolis/contracts/common';
import { userIdInCode, userIdOfNumber, userIdWithin } from '@fasocolis/contracts/reading/client-code';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import type { UserLookupResult, UserPhones, UserPhonesQuerySchema } from '@fasocolis/contracts/user-lookup';
import { escapeLike, matchesSearch, searchText } from '@fasocolis/service-kit/data/database';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { loginKey } from '../shared/user-row.ts';

export const userListSpec = defineList({
  resource: 'users',
  isSearchable: true,
  sortable: ['id', 'username', 'email', 'firstName', 'lastName', 'phone', 'provider', 'createdAt', 'updatedAt'],
  optional: ['email', 'phone', 'provider'],
  filters: {
    id: IdsFilterSchema,
    username: boundedText(200),
    email: boundedText(200),
    firstName: boundedText(200),
    lastName: boundedText(200),
    phone: boundedText(200),
    provider: z.nullable(boundedText(200)),
    /** Part of the username or email address; "q" searches names and phone numbers too. */
    login: boundedText(200),
  },
});

type UserListRequest = ListRequestOf<typeof userListSpec>;

export function listUsers(database: Database, list: UserListRequest) {
  const where = whereOf(list.filters, list.search);
  return findPage(list, ['id', 'asc'], database.user, { where });
}

function whereOf(
  { username, email, login, ...equal }: UserListRequest['filters'],
  search: string | null,
): Prisma.UserWhereInput {
  const where: Prisma.UserWhereInput = { ...equal };
  if (username !== undefined) where.usernameKey = loginKey(username);
  if (email !== undefined) where.emailKey = loginKey(email);
  if (login !== undefined) where.AND = { OR: [loginHolds(login), ...hasCode(login)] };
  if (search !== null) where.OR = [...matchesSearch('searchText', search), ...hasCode(search)];
  return where;
}

function hasCode(text: string): Prisma.UserWhereInput[] {
  const id = userIdInCode(text);
  return id === undefined ? [] : [{ id }];
}

/** The search text has an index for substrings and narrows the result first. */
function loginHolds(text: string): Prisma.UserWhereInput {
  const contains = escapeLike(loginKey(text));
  return {
    searchText: { contains: escapeLike(searchText(text.trim())) },
    OR: [{ usernameKey: { contains } }, { emailKey: { contains } }],
  };
}

/**
 * Finds users by client codes, ids, usernames, verified email addresses and verified phone numbers with one query, ignoring case.
 * A text that reads as a code or a phone number is no username: anybody could register it.
 * @param prefix that of client codes
 */
export async function lookUpUsers(
  database: Database,
  logins: readonly string[],
  prefix: string,
): Promise<UserLookupResult> {
  const requested = logins.map((login) => {
    const ofCode = userIdInCode(login, prefix);
    // A number may be an id or a client code without its prefix, and a code may have a name beside it.
    const possible = [userIdWithin(login, prefix), toId(login), userIdOfNumber(login)];
    const ids = (ofCode === undefined ? possible : [ofCode]).filter((id) => id !== undefined);
    return { login, key: loginKey(login), ofCode, ids, phone: readPhone(login) };
  });
  const keys = requested.map(({ key }) => key);
  const users = await database.user.findMany({
    where: {
      OR: [
        { id: { in: requested.flatMap(({ ids }) => ids) } },
        { usernameKey: { in: keys } },
        { emailKey: { in: keys } },
        { verifiedPhone: { in: requested.flatMap(({ phone }) => phone ?? []) } },
      ],
    },
    select: { id: true, usernameKey: true, emailKey: true, emailVerified: true, verifiedPhone: true },
    orderBy: { id: 'asc' },
  });
  return requested.map(({ login, key, ofCode, ids, phone }) => {
    const isUsername = ofCode === undefined && phone === null;
    const isNamed = (user: (typeof users)[number]) =>
      ids.includes(user.id) || (isUsername && user.usernameKey === key) || isVerifiedAddress(user, key);
    const named = users.filter((user) => isNamed(user) || (phone !== null && user.verifiedPhone === phone));
    const isUnverified = users.some((user) => user.emailKey === key && !user.emailVerified);
    return { login, ids: named.map((user) => user.id), ...(isUnverified && { isUnverified }) };
  });
}

const isVerifiedAddress = (user: Pick<User, 'emailKey' | 'emailVerified'>, key: string) =>
  user.emailVerified && user.emailKey === key;

/** The names and phone numbers of the users who have one and, unless all are requested for, want news over WhatsApp. */
export async function phonesOf(
  database: Database,
  { userIds, withDeclined = false }: z.output<typeof UserPhonesQuerySchema>,
): Promise<UserPhones> {
  const users = await database.user.findMany({
    where: { id: { in: userIds }, phone: { not: null }, ...(!withDeclined && { notifyByWhatsapp: true }) },
    select: { id: true, firstName: true, lastName: true, phone: true, notifyByWhatsapp: true, verifiedPhone: true },
  });
  return users.flatMap(({ id: userId, firstName, lastName, phone, notifyByWhatsapp, verifiedPhone }) => {
    if (!phone) return [];
    const account = { userId, name: `${firstName} ${lastName}`, phone, hasDeclined: !notifyByWhatsapp };
    return [{ ...account, ...(verifiedPhone !== null && { isVerified: true }) }];
  });
}

function toId(text: string): number | undefined {
  const id = /^\s*\d{1,10}\s*$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : undefined;
}
