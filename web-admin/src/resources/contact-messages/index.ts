import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const MessageList = lazyScreen(() => import('./message-list.tsx'));

export const contactMessages = {
  name: 'contact-messages',
  list: MessageList,
  recordRepresentation: 'subject',
} satisfies ResourceProps;
