import { MessageSchema } from '@fasocolis/contracts/common';
import { PopupsSchema } from '@fasocolis/contracts/popups';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

/** How long the answer about new popups counts as fresh, in milliseconds. */
const UNSEEN_FRESH = 60_000;

/** PopupQueue that somebody has not seen yet, or may see again. */
export const unseenPopupsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['user', userId, 'unseen-popups'],
    queryFn: ({ signal }) => api.get(`/api/popup-notifications/unseen/user/${userId}`, PopupsSchema, { signal }),
    staleTime: UNSEEN_FRESH,
  });

export const reportSeen = (userId: number, popupId: number) =>
  api.post(`/api/popup-notifications/${popupId}/seen`, { userId }, MessageSchema);
