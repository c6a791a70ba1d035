import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const NotificationScreen = lazyScreen(() => import('./notification-screen.tsx'));

export const notifications = { name: 'notifications', list: NotificationScreen } satisfies ResourceProps;
