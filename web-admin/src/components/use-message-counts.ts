import { useTotal } from './use-total.ts';

/** How many contact messages there are; undefined while that is not known. */
export const useMessageCount = () => useTotal('contact-messages').total;

/** How many of them nobody has read. */
export const useUnreadCount = () => useTotal('contact-messages', { isRead: false }).total;
