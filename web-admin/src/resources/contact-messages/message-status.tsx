import type { ContactMessage } from '@fasocolis/contracts/content';

export function MessageStatus({ message: { isRead } }: { message: ContactMessage }) {
  return (
    <span className="fc-badge" data-colour={isRead ? 'neutral' : 'green'}>
      {isRead ? 'Lu' : 'Non lu'}
    </span>
  );
}
