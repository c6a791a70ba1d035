import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { NotificationsSchema } from '@fasocolis/contracts/notifications';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** The administrator's own notifications. */
export const ownNotifications = queryOptions({
  queryKey: ['notifications', 'user', ADMIN_ID],
  queryFn: ({ signal }) => api.get(`/api/notifications/user/${ADMIN_ID}`, NotificationsSchema, { signal }),
});

/** How long users, popups and pages are shown from the cache, in milliseconds. */
export const FRESH_FOR = 60_000;
