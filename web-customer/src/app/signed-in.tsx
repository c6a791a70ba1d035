import type { User } from '@fasocolis/contracts/user';
import { expectUser } from '@fasocolis/web-kit/api';
import { PopupProvider } from '@fasocolis/web-kit/popup';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { NotificationUpdates } from '../features/notifications/notification-updates.tsx';
import { FloatingBadge } from '../features/notifications/unread-badge.tsx';
import { PopupQueue } from '../features/popups/popup-queue.tsx';
import { savedOrdersQuery } from '../features/saved-orders/saved-order-queries.ts';
import { trackingQueries } from '../features/tracking/tracking-queries.ts';
import { paths } from '../shared/paths.ts';
import { sessionQuery } from '../shared/session.ts';
import { useDraftAfterSession } from '../shared/use-draft.ts';
import { ownParcelsQuery } from './own-parcels-query.ts';

interface Props {
  user: User;
  /** Whether popups may cover the screen. */
  canInterrupt: boolean;
}

/** Background features for a signed-in user, on every screen; loaded once there is one. */
export default function SignedIn({ user, canInterrupt }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDraftAfterSession(user.id);
  useEffect(() => {
    expectUser(user.id);
    return () => expectUser(undefined);
  }, [user.id]);
  useEffect(() => {
    // A page is rendered for visitors.
    const isRendered = ({ state }: Query) => state.data !== undefined && state.dataUpdateCount === 0;
    void queryClient.refetchQueries({ queryKey: trackingQueries.all, predicate: isRendered });
  }, [queryClient]);
  return (
    <>
      <NotificationUpdates
        user={user}
        checkSession={() => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })}
        onPersonalNews={() => {
          void queryClient.invalidateQueries({ queryKey: trackingQueries.all });
          void queryClient.invalidateQueries(savedOrdersQuery(user.id));
          void queryClient.invalidateQueries(ownParcelsQuery(user.id));
        }}
        onOpen={(reference) => void navigate(paths.tracking(reference))}
      />
      <FloatingBadge userId={user.id} />
      {canInterrupt && (
        <PopupProvider>
          <PopupQueue user={user} />
        </PopupProvider>
      )}
    </>
  );
}
