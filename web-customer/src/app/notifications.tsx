import type { User } from '@fasocolis/contracts/user';
import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { sessionQuery } from '../features/session/session.ts';

export default function NotificationsScreen() {
  const user = useOutletContext<User>();
  const queryClient = useQueryClient();
  return <NotificationList user={user} onSessionLost={() => void queryClient.invalidateQueries(sessionQuery)} />;
}
