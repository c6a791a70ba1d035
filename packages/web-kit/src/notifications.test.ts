// @vitest-environment node
import type { Notification } from '@fasocolis/contracts/notifications';
import { describe, expect, it } from 'vitest';
import { countUnread, latestId, withNewer, withPushed, withRead } from './notifications.ts';

const AWA = 7;

const notification = (id: number, given: Partial<Notification> = {}): Notification => ({
  id,
  title: 'En Transit',
  body: 'FC-ABCD2345',
  isRead: false,
  isGlobal: given.targetUserId === undefined,
  targetUserId: null,
  sentAt: '2026-03-05T14:07:00.000Z',
  ...given,
});
const ids = (list: readonly Notification[]) => list.map(({ id }) => id);

describe('the unread count', () => {
  it('includes unread broadcasts and unread notifications of the user [NOTIF-013]', () => {
    const list = [
      notification(5),
      notification(4, { isRead: true }),
      notification(6, { targetUserId: AWA }),
      notification(3, { targetUserId: AWA }),
      notification(2, { targetUserId: AWA, isRead: true }),
      notification(1, { targetUserId: AWA + 1 }),
    ];
    expect(countUnread(list, AWA)).toBe(3);
    expect(countUnread([], AWA)).toBe(0);
  });

  it('drops by one when a notification is read, and not when it was read before [NOTIF-010]', () => {
    const read = withRead([notification(1)], 1, true);
    expect(countUnread(read, AWA)).toBe(0);
    expect(countUnread(withRead(read, 1, true), AWA)).toBe(0);
    expect(countUnread(withRead([], 1, true), AWA)).toBe(0);
  });

  it('rises by one with each pushed notification, also when that is pushed twice [NOTIF-012]', () => {
    const once = withPushed([notification(1)], notification(2));
    expect(ids(once)).toEqual([2, 1]);
    expect(countUnread(once, AWA)).toBe(2);
    const twice = withPushed(once, notification(2));
    expect(ids(twice)).toEqual([2, 1]);
    expect(countUnread(twice, AWA)).toBe(2);
  });
});

describe('a notification that is read', () => {
  it('keeps its words, and the others stay unread', () => {
    const list = [notification(2), notification(1)];
    expect(withRead(list, 2, true)).toEqual([notification(2, { isRead: true }), notification(1)]);
  });
});

describe('a fetched list', () => {
  it('keeps notifications that were pushed during the fetch, and no older ones', () => {
    const known = [notification(9), notification(8), notification(2)];
    const fetched = [notification(8, { isRead: true }), notification(7)];
    const list = withNewer(fetched, known);
    expect(ids(list)).toEqual([9, 8, 7]);
    expect(list[1]?.isRead).toBe(true);
    expect(ids(withNewer([], known))).toEqual([9, 8, 2]);
  });

  it('has a highest id, wherever that notification is in the list', () => {
    expect([latestId([notification(3), notification(8), notification(5)]), latestId([])]).toEqual([8, 0]);
  });
});
