import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const NotificationScreen = lazy(() => import('./notification-screen.tsx'));

export const notifications = { name: 'notifications', list: NotificationScreen } satisfies ResourceProps;
