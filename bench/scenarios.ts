import type { Stack } from '../infra/local/stack.ts';
import type { Load } from './load.ts';
import { signInAsAdmin } from './product.ts';
import { lookupPaths, nextLookup } from './tables.ts';

/** More than the gateway caches, so that requesting them in turn never hits the cache. */
export const SIZES = { orders: 200_000, products: 50_000, notifications: 1000 };

/** Which server a load is for: the bare baseline, the same behind the product's gateway, or the product. */
export const SIDES = ['baseline', 'behind', 'product'] as const;
export type Side = (typeof SIDES)[number];

export interface Scenario {
  name: string;
  load: Omit<Load, 'url' | 'seconds'>;
  /** The body of the n-th request, which differs from those to the other servers. */
  bodyFor?: (side: Side) => Load['body'];
  /** The least share of the baseline's requests per second. */
  target?: number;
  /** The least share of those of the baseline behind the gateway. */
  behindTarget?: number;
}

const list = (parameters: object) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)])).toString();

/** Differs from every earlier run. */
const run = Date.now().toString(36).toUpperCase();

export async function scenarios(stack: Stack): Promise<Scenario[]> {
  const admin = { cookie: await signInAsAdmin(stack) };
  const customer = await registerCustomer(stack);
  return [
    { name: 'lookup, cached', load: { paths: lookupPaths(SIZES.orders, '/api/orders/') }, target: 1 },
    {
      name: 'page of 20 products, cached',
      load: { paths: [`/api/products?${list({ range: [0, 19] })}`] },
      target: 1,
    },
    {
      name: 'lookup, not cached',
      load: { paths: nextLookup(SIZES.orders, '/api/orders/') },
      target: 0.4,
      behindTarget: 0.9,
    },
    {
      name: 'product, not cached',
      load: { paths: (n) => `/api/products/${(n % SIZES.products) + 1}` },
      target: 0.4,
      behindTarget: 0.9,
    },
    {
      name: 'create order',
      load: { method: 'POST', paths: () => '/api/orders', headers: admin },
      bodyFor: (side) => (n) => ({ reference: `${side.toUpperCase()}-${run}-${n}` }),
      target: 0.35,
      behindTarget: 0.75,
    },
    {
      name: "administrator's page of 20 orders",
      load: { paths: [`/api/orders?${list({ range: [0, 19], sort: ['createdAt', 'DESC'] })}`], headers: admin },
      target: 0.35,
      behindTarget: 0.6,
    },
    {
      name: "customer's page of 25 notifications",
      load: {
        paths: [`/api/notifications/user/${customer.id}?${list({ range: [0, 24] })}`],
        headers: { cookie: customer.cookie },
      },
      target: 0.35,
      behindTarget: 0.6,
    },
    { name: 'sign-in', load: { method: 'POST', paths: () => '/api/auth/login', body: () => customer.login } },
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
