import type { User } from '@fasocolis/contracts/user';
import { usePopup } from '@fasocolis/web-kit/popup-context';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { reportSeen, unseenPopupsQuery } from './popup-queries.ts';
import { processedPopups } from './processed-popups.ts';

/** Shows the signed-in person what is new, one popup after the other, and reports each as seen. */
export function PopupQueue({ user: { id: userId } }: { user: User }) {
  const { current, show, closeAll } = usePopup();
  const queryClient = useQueryClient();
  const { data: unseen } = useQuery(unseenPopupsQuery(userId));

  const report = useCallback(
    (popupId: number) => {
      // People have closed it or will: that the server does not know is no concern of theirs.
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

  // Nobody is told of what goes away because the person has signed out.
  useEffect(() => closeAll, [closeAll]);

  return null;
}

/** At the latest after so many milliseconds. */
const IDLE_TIMEOUT_MS = 2000;

/** Calls back once the screen has nothing more urgent to do, unless the answered function is called before. */
function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}
