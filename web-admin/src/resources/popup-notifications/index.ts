import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const PopupList = lazyScreen(() => import('./popup-list.tsx'));

export const popupNotifications = {
  name: 'popup-notifications',
  list: PopupList,
  recordRepresentation: 'title',
} satisfies ResourceProps;
