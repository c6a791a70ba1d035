import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const MessageList = lazy(() => import('./message-list.tsx'));

export const contactMessages = {
  name: 'contact-messages',
  list: MessageList,
  recordRepresentation: 'subject',
} satisfies ResourceProps;
