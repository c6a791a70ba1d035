import { MAX_ID } from '@fasocolis/contracts/common';
import type { UserLookupAnswer } from '@fasocolis/contracts/user-lookup';
import type { Database } from '../database.ts';
import { loginKey } from './user-row.ts';

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
