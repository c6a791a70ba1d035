import type { Page, RenderedPage } from '@fasocolis/contracts/site-paths';
import { type ComponentType, lazy } from 'react';

/** The pages whose list is not a part of the first load, which every visitor pays for. */
export type LaterPage = Exclude<Page, RenderedPage | 'parcels'>;

const SCREENS: Record<LaterPage, ComponentType> = {
  facebookHelp: lazy(() => import('./facebook-help.tsx')),
  forgotPassword: lazy(() => import('../features/email-links/forgot-password.tsx')),
  resetPassword: lazy(() => import('../features/email-links/reset-password.tsx')),
  verifyEmail: lazy(() => import('../features/email-links/verify-email.tsx')),
  restoreEmail: lazy(() => import('../features/email-links/restore-email.tsx')),
  signInLink: lazy(() => import('../features/sign-in/sign-in-link.tsx')),
  unsubscribe: lazy(() => import('../features/email-links/unsubscribe.tsx')),
  notifications: lazy(() => import('../features/notifications/notification-list.tsx')),
  profile: lazy(() => import('../features/profile/profile.tsx')),
  savedOrders: lazy(() => import('../features/saved-orders/saved-orders.tsx')),
  announce: lazy(() => import('../features/china/announce.tsx')),
  chinaAddress: lazy(() => import('../features/china/china-address.tsx')),
};

export default function LaterScreen({ page }: { page: LaterPage }) {
  const Screen = SCREENS[page];
  return <Screen />;
}
