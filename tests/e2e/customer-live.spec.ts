import type { APIRequestContext, Page, WebSocket } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const toast = (page: Page) => page.getByTestId('toast');
const badge = (page: Page) => page.getByTestId('unread-badge');
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const isList = (url: string) => url.includes('/api/notifications/user/');

/** Unique texts, because other tests send broadcasts. */
const newTitle = () => `Nouvelle ${crypto.randomUUID().slice(0, 8)}`;

async function notify(adminApi: APIRequestContext, targetUserId: number, title: string) {
  const sent = await adminApi.post('/api/notifications', {
    data: { title, body: 'Votre colis est arrivé à Ouagadougou.', isGlobal: false, targetUserId },
  });
  expect(sent.status(), await sent.text()).toBe(201);
}

/** The sockets of the page in the order of opening, with their frames. */
function watchSockets(page: Page) {
  const sockets: WebSocket[] = [];
  const sent: unknown[] = [];
  const received: unknown[] = [];
  page.on('websocket', (socket) => {
    sockets.push(socket);
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload))));
    socket.on('framereceived', ({ payload }) => received.push(JSON.parse(String(payload))));
  });
  const isLive = () => expect.poll(() => received).toContainEqual(expect.objectContaining({ type: 'auth_success' }));
  return { sockets, sent, isLive };
}

test.describe('the live socket', () => {
  test.use({ live: true });
  let userId: number;

  test.beforeEach(async ({ page, createUser, signIn }) => {
    const person = await createUser();
    userId = person.user.id;
    await signIn(page, person);
  });

  test('sends the user, and shows pushed notifications as a toast, in the count and in the list, without a reload [WS-003, WS-011, NOTIF-011, NOTIF-012, NOTIF-017]', async ({
    page,
    adminApi,
    baseURL,
  }) => {
    const { sockets, sent, isLive } = watchSockets(page);
    await page.goto('/notifications');
    await isLive();
    expect(sockets[0]?.url()).toBe(`${(baseURL ?? '').replace(/^http/, 'ws').replace(/\/$/, '')}/ws`);
    expect(sent[0]).toMatchObject({ type: 'auth', userId });

    const title = newTitle();
    await notify(adminApi, userId, title);
    await expect(toast(page).filter({ hasText: title })).toContainText('Votre colis est arrivé à Ouagadougou.');
    await expect(rows(page).filter({ hasText: title })).toHaveCount(1);
    await expect(rows(page).filter({ hasText: title })).toContainText('Nouveau');
    // Other tests may have sent broadcasts meanwhile: each counts once.
    const unread = rows(page).filter({ hasText: 'Nouveau' });
    await expect.poll(async () => Number(await badge(page).textContent()) - (await unread.count())).toBe(0);
  });

  test('updates the parcel on the screen without taking the focus from a field', async ({
    page,
    createOrder,
    adminApi,
  }) => {
    const order = await createOrder({ userId });
    const { isLive } = watchSockets(page);
    await page.goto(`/?tracking=${order.reference}`);
    const card = page.getByTestId('result-card');
    await expect(card.getByTestId('status-badge')).toHaveText('Commande Confirmée');
    await isLive();
    const field = page.getByRole('textbox', { name: 'Numéro de suivi' });
    await field.fill('FC-');
    await adminApi.patch(`/api/orders/${order.id}`, { data: { status: 'IN_TRANSIT' } });
    await expect(card.getByTestId('status-badge')).toHaveText('En Transit');
    await expect(field).toBeFocused();
  });

  test('stops polling while it is open', async ({ page }) => {
    await page.clock.install();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (isList(request.url())) calls.push(request.url());
    });
    const { isLive } = watchSockets(page);
    await page.goto('/');
    await isLive();
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
    const before = calls.length;
    await page.clock.runFor(60_000);
    expect(calls).toHaveLength(before);
  });

  test('reconnects after a loss, and no notification is missed [WS-010]', async ({ page, adminApi }) => {
    let cut = () => {};
    let connections = 0;
    await page.routeWebSocket('**/ws', (socket) => {
      connections += 1;
      socket.connectToServer();
      cut = () => void socket.close({ code: 1012 });
    });
    await page.goto('/notifications');
    await expect.poll(() => connections).toBe(1);
    await expect(page.getByRole('heading', { name: 'Vos notifications' })).toBeVisible();
    const requested = page.waitForRequest((request) => isList(request.url()));
    cut();
    const title = newTitle();
    await notify(adminApi, userId, title);
    await expect.poll(() => connections).toBe(2);
    await requested;
    await expect(rows(page).filter({ hasText: title })).toHaveCount(1);
  });

  test('is not opened for visitors, and closed by sign-out, when polling ends as well [WS-008, SHELL-043]', async ({
    page,
  }) => {
    await page.clock.install();
    const { sockets, isLive } = watchSockets(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (isList(request.url())) calls.push(request.url());
    });
    await page.goto('/saved-orders');
    await isLive();
    await page.getByRole('button', { name: 'Mon compte' }).click();
    page.on('response', (response) => {
      if (response.url().endsWith('/api/auth/logout')) calls.length = 0;
    });
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expect(toast(page)).toContainText('Déconnexion réussie');
    await expect(page).toHaveURL('/');
    await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true);
    const opened = sockets.length;
    await page.clock.runFor(12_000);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await page.clock.runFor(12_000);
    expect(sockets).toHaveLength(opened);
    expect(calls).toEqual([]);
  });

  test('is closed when the session is ended elsewhere, and the page shows it', async ({ page }) => {
    const { isLive } = watchSockets(page);
    await page.goto('/notifications');
    await isLive();
    await page.request.post('/api/auth/logout');
    await expect(page).toHaveURL('/auth');
  });
});

test('polling delivers a notification within its interval when no socket can be opened', async ({
  page,
  createUser,
  signIn,
  adminApi,
}) => {
  const { user, ...person } = await createUser();
  await signIn(page, { ...person });
  await page.clock.install();
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Vos notifications' })).toBeVisible();
  const title = newTitle();
  await notify(adminApi, user.id, title);
  const requested = page.waitForResponse((response) => isList(response.url()));
  await page.clock.runFor(10_000);
  await requested;
  await expect(rows(page).filter({ hasText: title })).toHaveCount(1);
  await expect(toast(page)).toHaveCount(0);
});
