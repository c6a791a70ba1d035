const MIB = 1024 * 1024;

export const SERVICES = ['auth', 'orders', 'catalog', 'notify', 'content'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface Route {
  /** Everything at and below this path belongs to the service, which listens on the same path. */
  prefix: string;
  service: ServiceName;
  /** Largest body of an unsafe request, in bytes. */
  bodyLimit: number;
}

const DEFAULT_BODY_LIMIT = MIB;

const route = (prefix: string, service: ServiceName, bodyLimit = DEFAULT_BODY_LIMIT): Route => ({
  prefix,
  service,
  bodyLimit,
});

/** Where WebSocket upgrades go; no other path takes them. */
export const SOCKET_PATH = '/ws';

/** The routing table: what is not listed here cannot be reached from outside. */
export const ROUTES: readonly Route[] = [
  route('/api/user', 'auth'),
  route('/api/auth', 'auth'),
  route('/api/users', 'auth'),
  route('/api/email', 'auth'),
  route('/api/orders', 'orders'),
  route('/api/order-statuses', 'orders'),
  // Images travel inside the JSON of products, popups and pages.
  route('/api/products', 'catalog', 30 * MIB),
  route('/api/product-images', 'catalog'),
  route('/api/email-deliveries', 'notify'),
  route('/api/notifications', 'notify'),
  route('/api/popup-notifications', 'notify', 5 * MIB),
  route(SOCKET_PATH, 'notify'),
  route('/api/static-pages', 'content', 5 * MIB),
  route('/api/contact-messages', 'content'),
  route('/api/app-settings', 'content'),
  route('/api/whatsapp-number', 'content'),
];
