import type { Stack } from '../infra/local/stack.ts';
import type { Load } from './load.ts';
import { signInAsAdmin } from './product.ts';
import { lookupPaths, nextLookup } from './tables.ts';

/** More than the gateway caches, so that requesting them in turn never hits the cache. */
export const SIZES = { orders: 200_000, products: 50_000, notifications: 1000 };

export interface Scenario {
  name: string;
  baseline: Omit<Load, 'url' | 'seconds'>;
  product: Omit<Load, 'url' | 'seconds'>;
  /** The least share of the baseline's requests per second. */
  target?: number;
}

const list = (parameters: object) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)])).toString();

/** Differs from every earlier run. */
const run = Date.now().toString(36).toUpperCase();

export async function scenarios(stack: Stack): Promise<Scenario[]> {
  const admin = { cookie: await signInAsAdmin(stack) };
  const customer = await registerCustomer(stack);
  return [
    {
      name: 'lookup, cached',
      baseline: { paths: lookupPaths(SIZES.orders, '/orders/') },
      product: { paths: lookupPaths(SIZES.orders, '/api/orders/') },
      target: 1,
    },
    {
      name: 'page of 20 products, cached',
      baseline: { paths: ['/products'] },
      product: { paths: [`/api/products?${list({ range: [0, 19] })}`] },
      target: 1,
    },
    {
      name: 'lookup, not cached',
      baseline: { paths: nextLookup(SIZES.orders, '/orders/') },
      product: { paths: nextLookup(SIZES.orders, '/api/orders/') },
      target: 0.4,
    },
    {
      name: 'product, not cached',
      baseline: { paths: (n) => `/products/${(n % SIZES.products) + 1}` },
      product: { paths: (n) => `/api/products/${(n % SIZES.products) + 1}` },
      target: 0.4,
    },
    {
      name: 'create order',
      baseline: { method: 'POST', paths: () => '/orders', body: (n) => ({ reference: `BASE-${run}-${n}` }) },
      product: {
        method: 'POST',
        paths: () => '/api/orders',
        body: (n) => ({ reference: `BENCH-${run}-${n}` }),
        headers: admin,
      },
      target: 0.35,
    },
    {
      name: "administrator's page of 20 orders",
      baseline: { paths: ['/orders'] },
      product: { paths: [`/api/orders?${list({ range: [0, 19], sort: ['createdAt', 'DESC'] })}`], headers: admin },
      target: 0.35,
    },
    {
      name: "customer's page of 25 notifications",
      baseline: { paths: [`/notifications/${customer.id}`] },
      product: {
        paths: [`/api/notifications/user/${customer.id}?${list({ range: [0, 24] })}`],
        headers: { cookie: customer.cookie },
      },
      target: 0.35,
    },
    {
      name: 'sign-in',
      baseline: { method: 'POST', paths: () => '/sign-in', body: () => customer.login },
      product: { method: 'POST', paths: () => '/api/auth/login', body: () => customer.login },
    },
  ];
}

async function registerCustomer({ url }: Stack) {
  const login = { email: `awa${run.toLowerCase()}`, password: 'Client-1234' };
  const person = {
    firstName: 'Awa',
    lastName: 'Ouédraogo',
    username: login.email,
    email: `${login.email}@example.com`,
  };
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password: login.password }),
  });
  const { id } = (await response.json()) as { id: number };
  const [cookie = ''] = response.headers.getSetCookie();
  return { id, login, cookie: cookie.split(';')[0] ?? '' };
}
