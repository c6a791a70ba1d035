import { useQueryClient } from '@tanstack/react-query';
import { Unsubscribe } from '../features/mails/unsubscribe.tsx';
import { sessionQuery } from '../features/session/session.ts';

export default function UnsubscribeScreen() {
  const queryClient = useQueryClient();
  return <Unsubscribe onUnsubscribed={() => void queryClient.invalidateQueries(sessionQuery)} />;
}
