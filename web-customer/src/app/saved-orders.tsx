import type { User } from '@fasocolis/contracts/user';
import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { SavedOrders } from '../features/saved-orders/saved-orders.tsx';
import { sessionQuery } from '../features/session/session.ts';

export default function SavedOrdersScreen() {
  const user = useOutletContext<User>();
  const queryClient = useQueryClient();
  return <SavedOrders user={user} onSessionLost={() => void queryClient.invalidateQueries(sessionQuery)} />;
}
