import { randomUUID } from 'node:crypto';
import { ListQuerySchema } from '@fasocolis/contracts/lists';
import type { Order } from '@fasocolis/contracts/orders';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operations } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

let stack: TemporaryStack;
let cookie: string;
let userId: number;
beforeAll(async () => {
  stack = await startTemporaryStack('searches', { demoData: false });
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await send('POST', '/api/auth/login', body, '');
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await createNamed();
}, 120_000);
afterAll(() => stack?.stop());

const send = (method: string, path: string, body?: object, as = cookie) =>
  fetch(stack.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(as && { cookie: as }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function write<T>(method: string, path: string, body: object, as?: string): Promise<T> {
  const response = await send(method, path, body, as);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const found = async (path: string, q: string) => {
  const response = await send('GET', `${path}?${new URLSearchParams({ filter: JSON.stringify({ q }) })}`);
  return (await response.json()) as unknown[];
};

const TITLE = 'Rue du Général Ouédraogo';
const PERSON = { firstName: 'Aïssata', lastName: 'Ouédraogo', email: 'ouedraogo@example.com' };

/** A row of each list, and a change in each log. */
async function createNamed(): Promise<void> {
  const account = { ...PERSON, username: 'aissata', password: 'Colis-1234', phone: '+22670123456' };
  ({ id: userId } = await write<{ id: number }>('POST', '/api/auth/register', account, ''));
  const message = { ...PERSON, subject: 'Question', message: 'Où est mon colis ?' };
  await write('POST', '/api/contact-messages', message, '');
  await write('POST', '/api/team', { ...PERSON, email: 'agent@example.com', city: 'Bobo-Dioulasso' });
  await write('POST', '/api/consignments', { mode: 'SEA', departureCity: TITLE });
  await write('POST', '/api/order-statuses', { code: 'AT_CUSTOMS', label: TITLE, displayOrder: 9 });
  const definition = { mode: 'SEA', label: TITLE, status: 'IN_TRANSIT', places: ['Lomé'], position: 9 };
  await write('POST', '/api/milestone-definitions', definition);
  await write('POST', '/api/tariffs', { mode: 'AIR', label: TITLE, unit: 'kg', price: 9000 });
  await write('POST', '/api/products', { name: TITLE, description: 'Une lampe solaire', price: '9 500 FCFA' });
  await write('PATCH', '/api/static-pages/about', { title: TITLE });
  await write('POST', '/api/popup-notifications', {
    ...{ title: TITLE, content: 'Le dépôt est fermé', type: 'info' },
    ...{ startDate: '2026-01-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
  });
  await write('POST', '/api/notifications', { title: TITLE, body: 'Bonjour', targetUserId: 1 });
  await write('POST', '/api/notifications', { title: TITLE, body: 'Bonjour', targetUserId: userId, byEmail: true });
  const recipient = { recipientName: 'Aïssata Ouédraogo', recipientPhone: '+22670123456', recipientConsent: true };
  const order = await write<Order>('POST', '/api/orders', { reference: 'SEARCHED-1', userId, ...recipient });
  await write('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 1000 });
  await write('POST', '/api/payments', { id: randomUUID(), method: 'cash', amount: 500, orderIds: [order.id] });
  await write('PATCH', `/api/orders/${order.id}`, { status: 'ARRIVED' });
  const toTell = await vi.waitUntil(async () => (await found('/api/to-tell', 'SEARCHED-1'))[0], 30_000);
  await write('POST', `/api/to-tell/${(toTell as { id: number }).id}/stop`, {});
  const other = await write<Order>('POST', '/api/orders', {
    reference: 'SEARCHED-2',
    ...recipient,
    recipientPhone: '+22671123456',
  });
  await write('PATCH', `/api/orders/${other.id}`, { status: 'ARRIVED' });
  await vi.waitUntil(async () => (await found('/api/to-tell', 'SEARCHED-2')).length > 0, 30_000);
}

/** What each list is searched for; phone numbers where a list has them. */
const NAME = 'OUEDRAOGO aissata';
const WORDS = 'ouedraogo GENERAL';
const SEARCHES: Record<string, string[]> = {
  '/api/orders': [NAME, '70 12 34 56'],
  '/api/orders/user/{userId}': [NAME],
  '/api/payments': [NAME, '70 12 34 56', 'searched 1'],
  '/api/users': [NAME, '70 12 34 56'],
  '/api/team': [NAME],
  '/api/contact-messages': [NAME],
  '/api/contact-messages/unread': [NAME],
  '/api/to-tell': [NAME, '71 12 34 56'],
  '/api/stopped-numbers': ['70 12 34 56'],
  '/api/email-deliveries': ['OUEDRAOGO'],
  '/api/consignments': [WORDS],
  '/api/order-statuses': [WORDS],
  '/api/milestone-definitions': [WORDS],
  '/api/tariffs': [WORDS],
  '/api/products': [WORDS],
  '/api/static-pages': [WORDS],
  '/api/popup-notifications': [WORDS],
  '/api/notifications/user/{userId}': [WORDS],
  '/api/account-changes': [NAME],
  '/api/order-changes': [WORDS],
  '/api/message-changes': [WORDS],
  '/api/product-changes': [WORDS],
  '/api/setting-changes': [WORDS],
};

/** Lists without a search in the back office. */
const UNSEARCHED = [
  ...['/api/sign-in-link-requests', '/api/staff', '/api/audit-events', '/api/orders/{reference}/events'],
  ...['/api/order-events', '/api/orders/saved/{userId}', '/api/consignments/{id}/counted', '/api/milestones'],
  ...['/api/milestones/{id}/skipped', '/api/order-problems', '/api/claims', '/api/sent-notifications'],
  ...['/api/order-messages', '/api/popup-notifications/unseen/user/{userId}', '/api/payments/sum'],
];

it('every list is one whose search is shown here, or has none', () => {
  const lists = operations.filter(({ declared }) => declared.query === ListQuerySchema && !declared.produces);
  const known = [...Object.keys(SEARCHES), ...UNSEARCHED];
  expect(lists.map(({ path }) => path).toSorted()).toEqual(known.toSorted());
});

const cases = Object.entries(SEARCHES).flatMap(([path, searches]) => searches.map((q) => [path, q] as const));
it.each(cases)(
  'the search of %s for "%s" finds the words without accents and capitals, in any order [READ-012]',
  async (path, q) => {
    expect(await found(path.replace('{userId}', String(path.includes('notifications') ? 1 : userId)), q)).not.toEqual(
      [],
    );
    expect(await found(path.replace('{userId}', '1'), `${q} kaboré`)).toEqual([]);
  },
);
