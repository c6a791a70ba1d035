import { MessageSchema } from '@fasocolis/contracts/common';
import { type Notification, NotificationSchema, NotificationsSchema } from '@fasocolis/contracts/notifications';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from './api.ts';

const notificationsKey = (userId: number) => ['user', userId, 'notifications'] as const;
const cached = (client: QueryClient, userId: number) =>
  client.getQueryData<Notification[]>(notificationsKey(userId)) ?? [];

/** All notifications of a user, newest first. */
export const notificationsQuery = (userId: number) =>
  queryOptions({
    queryKey: notificationsKey(userId),
    queryFn: async ({ client, signal }) => {
      const fetched = await api.get('/api/notifications/user/:userId', NotificationsSchema, {
        params: { userId },
        signal,
      });
      return withNewer(fetched, cached(client, userId));
    },
  });

/** The known notifications of a user: none after a failure. */
export function useNotifications(userId: number) {
  const { data, isError, isPending, errorUpdateCount } = useQuery(notificationsQuery(userId));
  return {
    notifications: isError ? [] : (data ?? []),
    /** The first response is still pending. */
    isLoading: isPending && errorUpdateCount === 0,
  };
}

/** The number of unread ones in the cache; sends no request. */
const cachedUnreadCount = (client: QueryClient, userId: number): number =>
  client.getQueryState(notificationsKey(userId))?.status === 'error' ? 0 : countUnread(cached(client, userId), userId);

/** As shown on every screen, which is refreshed from the cache alone. */
export function useCachedUnreadCount(userId: number, refreshMs: number): number {
  const queryClient = useQueryClient();
  const [count, setCount] = useState(() => cachedUnreadCount(queryClient, userId));
  useEffect(() => {
    const refresh = setInterval(() => setCount(cachedUnreadCount(queryClient, userId)), refreshMs);
    return () => clearInterval(refresh);
  }, [queryClient, userId, refreshMs]);
  return count;
}

export const useUnreadCount = (userId: number) => countUnread(useNotifications(userId).notifications, userId);

interface Reading {
  userId: number;
  onFailed: (error: Error) => void;
}

/** Marks a notification as read: at once on the screen, and reverted when the request fails. */
export function useMarkRead({ userId, onFailed }: Reading) {
  const queryClient = useQueryClient();
  const mark = (id: number, isRead: boolean) =>
    queryClient.setQueryData(notificationsQuery(userId).queryKey, (list = []) => withRead(list, id, isRead));
  return useMutation({
    mutationFn: (id: number) =>
      api.patch('/api/notifications/:id/read', undefined, NotificationSchema, { params: { id } }),
    // A response from before the change would undo it.
    onMutate: async (id) => {
      await queryClient.cancelQueries(notificationsQuery(userId));
      mark(id, true);
    },
    onError: (error, id) => {
      mark(id, false);
      onFailed(error);
    },
  });
}

/** Marks all notifications of a user as read, on the screen once the server has done so. */
export function useMarkAllRead({ userId, onFailed }: Reading) {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery(userId);
  return useMutation({
    mutationFn: () => api.post('/api/notifications/read', undefined, MessageSchema),
    onSuccess: async () => {
      // A response from before the change would undo it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (list = []) => list.map((known) => ({ ...known, isRead: true })));
    },
    onError: onFailed,
  });
}

type List = readonly Notification[];

/** The number of unread ones among the user's notifications and broadcasts. */
export const countUnread = (list: List, userId: number): number =>
  list.filter(({ isRead, targetUserId }) => !isRead && (targetUserId === null || targetUserId === userId)).length;

/** The highest id in the list; ids ascend with time. */
export const latestId = (list: List): number => list.reduce((latest, { id }) => Math.max(latest, id), 0);

const has = (list: List, id: number) => list.some((known) => known.id === id);

/** The list with a notification added at the top, unless it contains it already. */
export const withPushed = (list: List, pushed: Notification): Notification[] =>
  has(list, pushed.id) ? [...list] : [pushed, ...list];

export const withRead = (list: List, id: number, isRead: boolean): Notification[] =>
  list.map((known) => (known.id === id ? { ...known, isRead } : known));

/** A fetched list, preceded by the notifications that were pushed during the fetch. */
export const withNewer = (fetched: List, known: List): Notification[] => {
  const latest = latestId(fetched);
  return [...known.filter(({ id }) => id > latest), ...fetched];
};
