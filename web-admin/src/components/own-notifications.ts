import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { NotificationsSchema } from '@fasocolis/contracts/notifications';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** What the administrator was told, as anybody else who may be here is. */
export const ownNotifications = queryOptions({
  queryKey: ['notifications', 'user', ADMIN_ID],
  queryFn: ({ signal }) => api.get(`/api/notifications/user/${ADMIN_ID}`, NotificationsSchema, { signal }),
});
