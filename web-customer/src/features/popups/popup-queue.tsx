import { MessageSchema } from '@fasocolis/contracts/common';
import { PopupsSchema } from '@fasocolis/contracts/popups';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { usePopup } from '@fasocolis/web-kit/popup';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { processedPopups } from '../../shared/processed-popups.ts';

/** Shows the user's unseen popups one after the other, and reports each as seen. */
export function PopupQueue({ user: { id: userId } }: { user: User }) {
  const { current, show, closeAll } = usePopup();
  const queryClient = useQueryClient();
  const { data: unseen } = useQuery(unseenPopupsQuery(userId));

  const report = useCallback(
    (popupId: number) => {
      // A failed report is not shown to the user.
      reportSeen(userId, popupId)
        .then(() => queryClient.invalidateQueries(unseenPopupsQuery(userId)))
        .catch(() => undefined);
    },
    [queryClient, userId],
  );

  useEffect(() => {
    if (current) return;
    return whenIdle(() => {
      const next = unseen?.find(({ id, isActive }) => isActive && !processedPopups.has(id));
      if (!next) return;
      processedPopups.add(next.id);
      report(next.id);
      show(next, () => report(next.id));
    });
  }, [current, unseen, show, report]);

  // A popup that is removed by signing out is not reported.
  useEffect(() => closeAll, [closeAll]);

  return null;
}

/** The latest time of the call, in milliseconds. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls back when the browser is idle. @returns a function that cancels the call */
function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

/** How long the response with unseen popups is fresh, in milliseconds. */
const UNSEEN_FRESH = 60_000;

export const unseenPopupsQuery = (userId: number) =>
  queryOptions({
    ...apiQuery(['user', userId, 'unseen-popups'], '/api/popup-notifications/unseen/user/:userId', PopupsSchema, {
      params: { userId },
    }),
    staleTime: UNSEEN_FRESH,
  });

const reportSeen = (userId: number, popupId: number) =>
  api.post('/api/popup-notifications/:popupId/seen', { userId }, MessageSchema, { params: { popupId } });
