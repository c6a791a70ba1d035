import { type Loadable, loadable } from '@fasocolis/web-kit/loadable';

/** The screen of each resource: also its address. The dashboard is not here, it comes with the shell. */
export const resourceScreens = {
  orders: loadable(() => import('./orders/order-list.tsx')),
  unnamed: loadable(() => import('./orders/unnamed/unnamed-screen.tsx')),
  consignments: loadable(() => import('./consignments/consignment-list.tsx')),
  'to-tell': loadable(() => import('./to-tell/to-tell-screen.tsx')),
  'order-statuses': loadable(() => import('./order-statuses/order-status-list.tsx')),
  'milestone-definitions': loadable(() => import('./milestone-definitions/definition-list.tsx')),
  payments: loadable(() => import('./payments/payment-list.tsx')),
  tariffs: loadable(() => import('./tariffs/tariff-list.tsx')),
  products: loadable(() => import('./products/product-list.tsx')),
  users: loadable(() => import('./users/user-list.tsx')),
  notifications: loadable(() => import('./notifications/notification-screen.tsx')),
  'popup-notifications': loadable(() => import('./popup-notifications/popup-list.tsx')),
  'contact-messages': loadable(() => import('./contact-messages/message-list.tsx')),
  'email-deliveries': loadable(() => import('./deliveries/delivery-screen.tsx')),
  'static-pages': loadable(() => import('./static-pages/page-list.tsx')),
  team: loadable(() => import('./team/team-list.tsx')),
};

export const AGENT_PATHS: ReadonlySet<string> = new Set(['/orders', '/unnamed', '/consignments', '/scan', '/to-tell']);

/** The screens of one record of a resource; other records are shown in dialogs over their list. */
export const recordScreens: Partial<Record<keyof typeof resourceScreens, Loadable>> = {
  orders: loadable(() => import('./orders/file/order-file.tsx')),
  consignments: loadable(() => import('./consignments/file/consignment-file.tsx')),
};
export const ScanScreen = loadable(() => import('./scan/scan-screen.tsx'));
export const Report = loadable(() => import('./report/report-screen.tsx'));
export const Journal = loadable(() => import('./journal/journal-screen.tsx'));
export const SettingScreen = loadable(() => import('./settings/setting-screen.tsx'));
/** Static pages are edited at separate addresses, with their slug. */
export const PageEdit = loadable(() => import('./static-pages/page-edit.tsx'));
