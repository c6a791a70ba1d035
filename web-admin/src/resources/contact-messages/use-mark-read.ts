import type { ContactMessage } from '@fasocolis/contracts/content';
import { useQueryClient } from '@tanstack/react-query';
import { useUpdate } from 'react-admin';
import { outcomeToasts } from '../../components/outcome.ts';

/** Marks messages as read. Opening one does it silently; a failure always shows a toast. */
export function useMarkRead({ isSilent = false } = {}) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['contact-messages', 'getList'] });
  const said = outcomeToasts({
    title: 'Message marqué comme lu',
    failure: 'Impossible de marquer le message comme lu. Veuillez réessayer.',
    onSuccess: refresh,
  });
  const [update, { isPending }] = useUpdate<ContactMessage>('contact-messages', undefined, {
    mutationMode: 'pessimistic',
    ...said,
    ...(isSilent && { onSuccess: refresh }),
  });

  const markRead = (message: ContactMessage) =>
    void update('contact-messages', { id: message.id, data: { isRead: true }, previousData: message });
  return { markRead, isPending };
}
