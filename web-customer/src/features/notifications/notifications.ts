import type { Notification } from '@fasocolis/contracts/notifications';

type List = readonly Notification[];

/** How many of them somebody has not read, whether they were told alone or with everybody. */
export const countUnread = (list: List, userId: number): number =>
  list.filter(({ isRead, targetUserId }) => !isRead && (targetUserId === null || targetUserId === userId)).length;

/** The highest id in the list; ids grow with time. */
export const latestId = (list: List): number => list.reduce((latest, { id }) => Math.max(latest, id), 0);

const has = (list: List, id: number) => list.some((known) => known.id === id);

/** The list with one more at its top, unless it is there already. */
export const withPushed = (list: List, pushed: Notification): Notification[] =>
  has(list, pushed.id) ? [...list] : [pushed, ...list];

/** The list after one of it has been read, or after all has not. */
export const withRead = (list: List, id: number, isRead: boolean): Notification[] =>
  list.map((known) => (known.id === id ? { ...known, isRead } : known));

/** A fetched list, and before it what was pushed while it was on its way. */
export const withNewer = (fetched: List, known: List): Notification[] => {
  const latest = latestId(fetched);
  return [...known.filter(({ id }) => id > latest), ...fetched];
};
