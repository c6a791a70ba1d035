import type { Notification } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { latestId } from '@fasocolis/web-kit/notifications';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useLiveNotifications } from '@fasocolis/web-kit/use-live-notifications';
import { useEffect, useEffectEvent, useRef } from 'react';

interface Props {
  user: User;
  /** Asks the server again who is signed in. */
  checkSession: () => Promise<User | null>;
  /** Called when there is something new for this person alone: most of all, news of a parcel. */
  onPersonalNews: () => void;
}

/** Keeps the signed-in user's notifications up to date and shows a toast for each new one. Renders nothing. */
export function NotificationUpdates({ user, checkSession, onPersonalNews }: Props) {
  const query = useLiveNotifications({
    userId: user.id,
    onPushed: ({ title, body }) => toast({ title, description: body }),
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
