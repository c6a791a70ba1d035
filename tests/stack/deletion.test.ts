import type { Notification } from '@fasocolis/contracts/notifications';
import type { Order } from '@fasocolis/contracts/orders';
import type { Popup } from '@fasocolis/contracts/popups';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';

let stack: CommonStack;
beforeAll(async () => {
  stack = await useCommonStack();
}, 120_000);
afterAll(() => stack?.stop());

async function send(method: string, path: string, cookie = '', body?: object): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${stack.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
async function read<T>(path: string, cookie: string): Promise<T> {
  const response = await send('GET', path, cookie);
  expect(response.status).toBe(200);
  return response.json() as Promise<T>;
}
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function signInAsAdmin(): Promise<string> {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  return cookieOf(await send('POST', '/api/auth/login', '', body));
}

let people = 0;
async function register() {
  people += 1;
  const username = `leaving${people}-${Date.now()}`;
  const body = {
    firstName: 'Issa',
    lastName: 'Sanou',
    username,
    email: `${username}@example.com`,
    password: 'Colis-1234',
  };
  const response = await send('POST', '/api/auth/register', '', body);
  expect(response.status).toBe(201);
  return { id: ((await response.json()) as { id: number }).id, cookie: cookieOf(response) };
}

/**
 * A user with an order and two saved orders, one of which belongs to a second user, with read notifications of both
 * kinds and a seen popup.
 */
async function personWithData(admin: string) {
  const [leaving, staying] = [await register(), await register()];
  const reference = `LEAVING-${leaving.id}`;
  const order: Order = await (
    await send('POST', '/api/orders', admin, {
      ...{ reference, userId: leaving.id },
      ...{ recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' },
    })
  ).json();
  const others = { reference: `STAYING-${staying.id}`, userId: staying.id };
  const othersOrder: Order = await (await send('POST', '/api/orders', admin, others)).json();
  for (const { cookie } of [leaving, staying]) {
    expect((await send('POST', '/api/orders/save', cookie, { orderId: order.id, reference })).status).toBe(201);
  }
  const saved = { orderId: othersOrder.id, reference: othersOrder.reference };
  expect((await send('POST', '/api/orders/save', leaving.cookie, saved)).status).toBe(201);

  const greeting = `Bonjour ${leaving.id}`;
  const words = { title: greeting, body: 'Bienvenue à tous.' };
  const own = { ...words, isGlobal: false, targetUserId: leaving.id };
  for (const body of [words, own]) expect((await send('POST', '/api/notifications', admin, body)).status).toBe(201);
  const draft = { title: 'Promo', content: 'Fret à petit prix.', showOnce: true };
  const popup: Popup = await (await send('POST', '/api/popup-notifications', admin, draft)).json();
  for (const { id, cookie } of [leaving, staying]) {
    const notifications = await read<Notification[]>(`/api/notifications/user/${id}`, cookie);
    for (const notification of notifications) {
      expect((await send('PATCH', `/api/notifications/${notification.id}/read`, cookie, {})).status).toBe(200);
    }
    expect((await send('POST', `/api/popup-notifications/${popup.id}/seen`, cookie, { userId: id })).status).toBe(200);
  }
  return { leaving, staying, reference, othersOrder, popup, greeting };
}

type PersonWithData = Awaited<ReturnType<typeof personWithData>>;

/** A status change with the deleted user as a recipient. */
async function changeStatus(admin: string, { othersOrder }: PersonWithData, status: string) {
  expect((await send('PATCH', `/api/orders/${othersOrder.id}`, admin, { status })).status).toBe(200);
}

async function expectNothingLeft(admin: string, person: PersonWithData) {
  const { leaving, staying, reference, othersOrder, popup, greeting } = person;
  const order = () => read<Order>(`/api/orders/${reference}`, admin);
  const nobody = { userId: null, recipientName: null, recipientPhone: null, status: 'ORDER_CONFIRMED' };
  await vi.waitFor(async () => expect(await order()).toMatchObject(nobody), { timeout: 5000, interval: 50 });
  expect(await read(`/api/orders/user/${leaving.id}`, admin)).toEqual([]);
  expect(await read(`/api/orders/saved/${leaving.id}`, admin)).toEqual([]);
  expect(await read(`/api/orders/saved/${staying.id}`, staying.cookie)).toMatchObject([{ reference }]);

  const unseen = (id: number) => read<Popup[]>(`/api/popup-notifications/unseen/user/${id}`, admin);
  await vi.waitFor(async () => expect(await unseen(leaving.id)).toContainEqual(popup), { timeout: 5000, interval: 50 });
  expect(await unseen(staying.id)).not.toContainEqual(popup);
  const notificationsOf = (id: number) => read<Notification[]>(`/api/notifications/user/${id}`, admin);
  // The second user is notified as well, so that the event has been handled by then.
  await vi.waitFor(async () => expect((await notificationsOf(staying.id))[0]?.body).toContain(othersOrder.reference), {
    timeout: 5000,
    interval: 50,
  });
  const left = await notificationsOf(leaving.id);
  // Broadcasts from before the account count as read without anything about the user.
  expect(left.filter(({ title, isGlobal, isRead }) => !isGlobal || (isRead && title === greeting))).toEqual([]);
  const kept = (await notificationsOf(staying.id)).filter(({ isGlobal, isRead }) => isGlobal && isRead);
  expect(kept.length).toBeGreaterThan(0);
}

describe('deleting an account', () => {
  it('ends its session at once, and deletes all its data in all services within five seconds, except its parcels [ADM-USR-024, HIST-010]', async () => {
    const admin = await signInAsAdmin();
    const person = await personWithData(admin);
    expect((await send('DELETE', `/api/users/${person.leaving.id}`, admin)).status).toBe(200);
    expect((await send('GET', '/api/user', person.leaving.cookie)).status).toBe(401);
    await changeStatus(admin, person, 'IN_TRANSIT');
    await expectNothingLeft(admin, person);
  });

  it('deletes them within five seconds after a recovery, whatever was unavailable at that moment', async () => {
    const admin = await signInAsAdmin();
    const person = await personWithData(admin);
    await stack.kill('notify-worker');
    await changeStatus(admin, person, 'IN_TRANSIT');
    await stack.kill('orders');
    expect((await send('DELETE', `/api/users/${person.leaving.id}`, admin)).status).toBe(200);
    expect((await send('GET', '/api/user', person.leaving.cookie)).status).toBe(401);
    await stack.kill('auth');
    for (const name of ['orders', 'notify-worker', 'auth']) await stack.restart(name);
    await vi.waitFor(async () => expect((await send('GET', '/health/ready')).status).toBe(200), 20_000);
    await expectNothingLeft(admin, person);
  }, 60_000);
});
