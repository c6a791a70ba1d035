import type { ServiceName } from '@fasocolis/contracts/services';

const MIB = 1024 * 1024;

export interface Route {
  /** The service owns this path and everything below it, under the same path. */
  prefix: string;
  service: ServiceName;
  /** Largest body of an unsafe request, in bytes. */
  bodyLimit: number;
  /** Whether responses that the service marks as public are cached. */
  isShared: boolean;
}

const DEFAULT_BODY_LIMIT = MIB;

const route = (prefix: string, service: ServiceName, bodyLimit = DEFAULT_BODY_LIMIT): Route => ({
  prefix,
  service,
  bodyLimit,
  isShared: false,
});

const shared = (...of: Parameters<typeof route>): Route => ({ ...route(...of), isShared: true });

/** The only path that accepts WebSocket upgrades. */
export const SOCKET_PATH = '/ws';

/** The routing table: other paths cannot be reached from outside. */
export const ROUTES: readonly Route[] = [
  route('/api/user', 'auth'),
  route('/api/auth', 'auth'),
  route('/api/users', 'auth'),
  route('/api/email', 'auth'),
  route('/api/team', 'auth'),
  route('/api/staff', 'auth'),
  shared('/api/orders', 'orders'),
  shared('/api/transit-times', 'orders'),
  route('/api/order-statuses', 'orders'),
  route('/api/order-events', 'orders'),
  route('/api/order-changes', 'orders'),
  route('/api/consignments', 'orders'),
  route('/api/milestones', 'orders'),
  route('/api/milestone-definitions', 'orders'),
  // With a photo.
  route('/api/handovers', 'orders', 8 * MIB),
  route('/api/scans', 'orders'),
  // Images are part of the JSON of products, popups and pages.
  shared('/api/products', 'catalog', 30 * MIB),
  route('/api/product-images', 'catalog'),
  route('/api/email-deliveries', 'notify'),
  route('/api/queues', 'notify'),
  route('/api/order-messages', 'notify'),
  route('/api/to-tell', 'notify'),
  route('/api/stopped-numbers', 'notify'),
  route('/api/whatsapp', 'notify'),
  shared('/api/whatsapp-choice', 'notify'),
  route('/api/push', 'notify'),
  route('/api/notifications', 'notify'),
  route('/api/popup-notifications', 'notify', 5 * MIB),
  route(SOCKET_PATH, 'notify'),
  shared('/api/static-pages', 'content', 5 * MIB),
  route('/api/contact-messages', 'content'),
  route('/api/setting-changes', 'content'),
  shared('/api/app-settings', 'content'),
  shared('/api/whatsapp-number', 'content'),
];
