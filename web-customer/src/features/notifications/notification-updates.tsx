import type { Notification } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { latestId } from '@fasocolis/web-kit/notifications';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useLiveNotifications } from '@fasocolis/web-kit/use-live-notifications';
import { useEffect, useEffectEvent, useRef } from 'react';

interface Props {
  user: User;
  checkSession: () => Promise<User | null>;
  /** Called when there is a new notification for this user only, above all about a parcel. */
  onPersonalNews: () => void;
  /** Called when the user opens the parcel of a new notification. */
  onOpen: (reference: string) => void;
}

/** Keeps the signed-in user's notifications up to date and shows a toast for each new one. Renders nothing. */
export function NotificationUpdates({ user, checkSession, onPersonalNews, onOpen }: Props) {
  const query = useLiveNotifications({
    userId: user.id,
    onPushed: ({ title, body, reference }) =>
      toast({
        title,
        description: body,
        ...(reference !== undefined && { action: { label: 'Voir le colis', run: () => onOpen(reference) } }),
      }),
    checkSession,
  });
  useFailureNotice(query, () => void checkSession());
  useNews(query.data, onPersonalNews);
  return null;
}

interface Outcome {
  isSuccess: boolean;
  isError: boolean;
  error: Error | null;
}

/** Shows a failure once, and the next one only after a success. An ended session is not a failure. */
function useFailureNotice({ isSuccess, isError, error }: Outcome, onSessionLost: () => void) {
  const isReported = useRef(false);
  const report = useEffectEvent(() => {
    if (error instanceof ApiError && error.status === 401) return onSessionLost();
    toast({ description: 'Erreur lors de la récupération des notifications', variant: 'destructive' });
  });
  useEffect(() => {
    if (isSuccess) isReported.current = false;
    if (!isError || isReported.current) return;
    isReported.current = true;
    report();
  }, [isSuccess, isError]);
}

/** Calls `onNews` when the list has a new notification for this user only, pushed or polled. */
function useNews(list: readonly Notification[] | undefined, onNews: () => void) {
  const latest = list && latestId(list.filter(({ isGlobal }) => !isGlobal));
  const seen = useRef<number>(undefined);
  const report = useEffectEvent(onNews);
  useEffect(() => {
    if (latest === undefined) return;
    if (seen.current !== undefined && latest > seen.current) report();
    seen.current = latest;
  }, [latest]);
}
