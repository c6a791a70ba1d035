import type { Notification } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startLive } from './live-client.ts';
import { latestId, notificationsQuery, withPushed } from './notification-queries.ts';

/** How often the list is asked for while nothing is pushed, in milliseconds. */
export const POLL_INTERVAL = 10_000;
/** How often it is asked for although it is: a dead network may leave the socket looking alive. */
const CHECK_INTERVAL = 300_000;

interface Props {
  user: User;
  /** Asks the server again who is signed in. */
  checkSession: () => Promise<User | null>;
  /** Called when there is something new for this person alone: most of all, news of a parcel. */
  onPersonalNews: () => void;
}

/** Keeps the notifications of the signed-in person up to date: pushed where possible, polled otherwise. Shows nothing. */
export function NotificationUpdates({ user, checkSession, onPersonalNews }: Props) {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const query = useQuery({
    ...notificationsQuery(user.id),
    // After a failure the list counts as empty: that must not last.
    refetchInterval: ({ state }) => (isLive && state.status === 'success' ? CHECK_INTERVAL : POLL_INTERVAL),
  });
  useFailureNotice(query, () => void checkSession());
  useNews(query.data, onPersonalNews);

  const isStillSignedIn = useEffectEvent(async () => (await checkSession())?.id === user.id);
  // The first message names the latest that is known: without a list, what comes in between would be missed.
  const hasList = query.data !== undefined;
  useEffect(() => {
    if (!hasList) return;
    const { queryKey } = notificationsQuery(user.id);
    let hasMissed = false;
    const stop = startLive({
      hello() {
        const lastId = latestId(queryClient.getQueryData(queryKey) ?? []);
        // Nothing is sent again to those who have nothing: they ask.
        hasMissed ||= lastId === 0;
        return { type: 'auth', userId: user.id, ...(lastId > 0 && { lastId }) };
      },
      onNotification(pushed) {
        const known = queryClient.getQueryData(queryKey) ?? [];
        if (known.some(({ id }) => id === pushed.id)) return;
        queryClient.setQueryData(queryKey, withPushed(known, pushed));
        if (!pushed.isRead) toast({ title: pushed.title, description: pushed.body });
      },
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
  }, [hasList, user.id, queryClient]);

  return null;
}

interface Outcome {
  isSuccess: boolean;
  isError: boolean;
  error: Error | null;
}

/** Tells a failure once; the next one only after a success. Somebody who is no longer signed in has not failed. */
function useFailureNotice({ isSuccess, isError, error }: Outcome, onSessionLost: () => void) {
  const isTold = useRef(false);
  const tell = useEffectEvent(() => {
    if (error instanceof ApiError && error.status === 401) return onSessionLost();
    toast({ description: 'Erreur lors de la récupération des notifications', variant: 'destructive' });
  });
  useEffect(() => {
    if (isSuccess) isTold.current = false;
    if (!isError || isTold.current) return;
    isTold.current = true;
    tell();
  }, [isSuccess, isError]);
}

/** Calls `onNews` when the list has grown by something for one person alone, whichever way it came. */
function useNews(list: readonly Notification[] | undefined, onNews: () => void) {
  const latest = list && latestId(list.filter(({ isGlobal }) => !isGlobal));
  const seen = useRef<number>(undefined);
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    if (latest === undefined) return;
    if (seen.current !== undefined && latest > seen.current) tell();
    seen.current = latest;
  }, [latest]);
}
