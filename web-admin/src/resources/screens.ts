import { type LazyScreen, lazyScreen } from '../components/lazy-screen.ts';

/** The screen of each resource: also its address. The dashboard is not here, it comes with the shell. */
export const resourceScreens = {
  orders: lazyScreen(() => import('./orders/order-list.tsx')),
  unnamed: lazyScreen(() => import('./orders/unnamed/unnamed-screen.tsx')),
  consignments: lazyScreen(() => import('./consignments/consignment-list.tsx')),
  'to-tell': lazyScreen(() => import('./to-tell/to-tell-screen.tsx')),
  'order-statuses': lazyScreen(() => import('./order-statuses/order-status-list.tsx')),
  'milestone-definitions': lazyScreen(() => import('./milestone-definitions/definition-list.tsx')),
  payments: lazyScreen(() => import('./payments/payment-list.tsx')),
  tariffs: lazyScreen(() => import('./tariffs/tariff-list.tsx')),
  products: lazyScreen(() => import('./products/product-list.tsx')),
  users: lazyScreen(() => import('./users/user-list.tsx')),
  notifications: lazyScreen(() => import('./notifications/notification-screen.tsx')),
  'popup-notifications': lazyScreen(() => import('./popup-notifications/popup-list.tsx')),
  'contact-messages': lazyScreen(() => import('./contact-messages/message-list.tsx')),
  'email-deliveries': lazyScreen(() => import('./deliveries/delivery-screen.tsx')),
  'static-pages': lazyScreen(() => import('./static-pages/page-list.tsx')),
  team: lazyScreen(() => import('./team/team-list.tsx')),
};

export const AGENT_PATHS: ReadonlySet<string> = new Set(['/orders', '/unnamed', '/consignments', '/scan', '/to-tell']);

/** The screens of one record of a resource; other records are shown in dialogs over their list. */
export const recordScreens: Partial<Record<keyof typeof resourceScreens, LazyScreen>> = {
  orders: lazyScreen(() => import('./orders/file/order-file.tsx')),
  consignments: lazyScreen(() => import('./consignments/file/consignment-file.tsx')),
};
export const ScanScreen = lazyScreen(() => import('./scan/scan-screen.tsx'));
export const Report = lazyScreen(() => import('./report/report-screen.tsx'));
export const Journal = lazyScreen(() => import('./journal/journal-screen.tsx'));
export const SettingScreen = lazyScreen(() => import('./settings/setting-screen.tsx'));
/** Static pages are edited at separate addresses, with their slug. */
export const PageEdit = lazyScreen(() => import('./static-pages/page-edit.tsx'));
