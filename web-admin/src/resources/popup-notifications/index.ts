import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const PopupList = lazy(() => import('./popup-list.tsx'));

export const popupNotifications = {
  name: 'popup-notifications',
  list: PopupList,
  recordRepresentation: 'title',
} satisfies ResourceProps;
