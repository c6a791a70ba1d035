import type { Counted, MilestoneProgress } from '@fasocolis/contracts/live';
import type { Notification } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { startLive } from './live-client.ts';
import { latestId, notificationsQuery, withPushed } from './notifications.ts';

/** How often the list is fetched while no socket is open, in milliseconds. */
export const POLL_INTERVAL = 10_000;
/** Poll interval while a socket is open, because a socket on a dead network may still look open; in milliseconds. */
const CHECK_INTERVAL = 300_000;

interface Options {
  userId: number;
  /** Called with each unread notification that is pushed. */
  onPushed?: (notification: Notification) => void;
  /** Called with the progress of milestones, for staff. */
  onMilestone?: (progress: MilestoneProgress) => void;
  /** Called when parcels of consignments were counted, for staff. */
  onCounted?: (counted: Counted) => void;
  /** Fetches the signed-in user. */
  checkSession: () => Promise<User | null>;
}

/** The user's notifications, kept up to date: pushed through a socket where possible, polled otherwise (decision 0012). */
export function useLiveNotifications(options: Options): UseQueryResult<Notification[]> {
  const { userId, onPushed, onMilestone, onCounted, checkSession } = options;
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const query = useQuery({
    ...notificationsQuery(userId),
    // After a failure the list counts as empty, so it is fetched again soon.
    refetchInterval: ({ state }) => (isLive && state.status === 'success' ? CHECK_INTERVAL : POLL_INTERVAL),
  });

  const isStillSignedIn = useEffectEvent(async () => (await checkSession())?.id === userId);
  const reportPushed = useEffectEvent((notification: Notification) => onPushed?.(notification));
  const reportMilestone = useEffectEvent((progress: MilestoneProgress) => onMilestone?.(progress));
  const reportCounted = useEffectEvent((counted: Counted) => onCounted?.(counted));
  // The first message names the latest known notification: without a list, those in between would be missed.
  const hasList = query.data !== undefined;
  useEffect(() => {
    if (!hasList) return;
    const { queryKey } = notificationsQuery(userId);
    let hasMissed = false;
    const stop = startLive({
      hello() {
        const lastId = latestId(queryClient.getQueryData(queryKey) ?? []);
        // The server sends nothing again to a client that knows no notification.
        hasMissed ||= lastId === 0;
        return { type: 'auth', userId, ...(lastId > 0 && { lastId }) };
      },
      onNotification(pushed) {
        const known = queryClient.getQueryData(queryKey) ?? [];
        if (known.some(({ id }) => id === pushed.id)) return;
        queryClient.setQueryData(queryKey, withPushed(known, pushed));
        if (!pushed.isRead) reportPushed(pushed);
      },
      onMilestone: (progress) => reportMilestone(progress),
      onCounted: (counted) => reportCounted(counted),
      onConnected() {
        setIsLive(true);
        if (hasMissed) void queryClient.invalidateQueries({ queryKey });
        hasMissed = false;
      },
      onLost() {
        hasMissed = true;
        setIsLive(false);
      },
      isStillSignedIn: () => isStillSignedIn(),
    });
    return () => {
      stop();
      setIsLive(false);
    };
  }, [hasList, userId, queryClient]);

  return query;
}
