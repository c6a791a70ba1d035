import type { ContactMessage } from '@fasocolis/contracts/content';
import { useGetList } from 'react-admin';

/** One row is the least that can be asked for: only the total counts. */
const COUNT_ONLY = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' } } as const;

/** How many contact messages there are; undefined while that is not known. */
export const useMessageCount = () => useGetList<ContactMessage>('contact-messages', COUNT_ONLY).total;

/** How many of them nobody has read. */
export const useUnreadCount = () =>
  useGetList<ContactMessage>('contact-messages', { ...COUNT_ONLY, filter: { isRead: false } }).total;
