/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { Notification } from '@fasocolis/contracts/notifications';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const LIST = '**/api/notifications/user/*';
const PANNE = { status: 500, json: { message: 'panne', code: 'internal' } };

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('listitem');
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Notifications' });
const badge = (page: Page) => page.getByTestId('unread-badge');
const floatingBadge = (page: Page) => page.getByTestId('floating-unread-badge');
const toast = (page: Page) => page.getByTestId('toast');

async function tell(adminApi: APIRequestContext, targetUserId: number, title: string): Promise<Notification> {
  const sent = await adminApi.post('/api/notifications', {
    data: { title, body: 'Votre colis a quitté Canton.', isGlobal: false, targetUserId },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  return sent.json();
}

/** Has the page's list hold so many unread notifications and a read one, whatever others were told meanwhile. */
async function holding(page: Page, unread: number) {
  const list: Notification[] = Array.from({ length: unread + 1 }, (_, index) => ({
    id: index + 1,
    title: `Nouvelle ${index + 1}`,
    body: 'Votre colis est en route.',
    isRead: index === unread,
    isGlobal: true,
    targetUserId: null,
    sentAt: new Date(Date.now() - index * 60_000).toISOString(),
  }));
  await page.route(LIST, (route) => route.fulfill({ json: list }));
}

test.describe('the notifications', () => {
  let userId: number;

  test.beforeEach(async ({ page, createUser, signIn }) => {
    const person = await createUser();
    userId = person.user.id;
    await signIn(page, person);
  });

  test('are all listed, the newest first, the unread ones with tag and hint [NOTIF-001, NOTIF-002, NOTIF-003, SHELL-010]', async ({
    page,
    adminApi,
  }) => {
    const read = await tell(adminApi, userId, 'Commande Confirmée');
    await page.request.patch(`/api/notifications/${read.id}/read`, { data: {} });
    await tell(adminApi, userId, 'En Transit');
    await page.goto('/notifications');
    await expect(page.getByRole('heading', { name: 'Vos notifications' })).toBeVisible();
    const own = rows(page).filter({ hasText: 'Votre colis a quitté Canton.' });
    await expect(own).toHaveCount(2);
    await expect(own.nth(0)).toContainText('En Transit');
    await expect(own.nth(0)).toContainText("à l'instant");
    await expect(own.nth(0)).toContainText('Nouveau');
    await expect(own.nth(0)).toContainText('Cliquez pour marquer comme lue');
    await expect(own.nth(1)).toContainText('Commande Confirmée');
    await expect(own.nth(1)).not.toContainText('Nouveau');
    await expect(own.nth(1)).not.toContainText('Cliquez');
    // What everybody was told before this account existed.
    await expect(rows(page).filter({ hasText: 'Bienvenue sur FasoColis' })).toBeVisible();
  });

  test('are read by a click, with one call, which takes one off the count [NOTIF-004, NOTIF-005, NOTIF-010]', async ({
    page,
    adminApi,
  }) => {
    const { id } = await tell(adminApi, userId, 'En Transit');
    await page.goto('/notifications');
    const row = rows(page).filter({ hasText: 'En Transit' });
    await expect(badge(page)).toHaveText(/^\d+$/);
    const before = Number(await badge(page).textContent());
    const calls: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/notifications/${id}/read`)) calls.push([request.method(), request.postData()]);
    });
    const answered = page.waitForResponse(`**/api/notifications/${id}/read`);
    await row.getByRole('button').click();
    await expect(row).not.toContainText('Nouveau');
    await expect(row).not.toContainText('Cliquez');
    expect((await answered).status()).toBe(200);
    expect(calls).toEqual([['PATCH', '{}']]);
    if (before === 1) await expect(badge(page)).toHaveCount(0);
    else await expect(badge(page)).toHaveText(String(before - 1));
    await row.getByText('En Transit').click();
    await page.reload();
    await expect(row).not.toContainText('Nouveau');
    expect(calls).toHaveLength(1);
  });

  test('stay unread, with a message, when the server does not hear of it', async ({ page, adminApi }) => {
    const { id } = await tell(adminApi, userId, 'En Transit');
    await page.route(`**/api/notifications/${id}/read`, (route) => route.fulfill(PANNE));
    await page.goto('/notifications');
    const row = rows(page).filter({ hasText: 'En Transit' });
    await row.getByRole('button').click();
    await expect(toast(page)).toContainText('Impossible de marquer cette notification comme lue');
    await expect(row).toContainText('Nouveau');
  });

  test('are awaited in words, and missed in words when there are none [NOTIF-006, NOTIF-007]', async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(LIST, async (route) => {
      await held;
      await route.fulfill({ json: [] });
    });
    await page.goto('/notifications');
    await expect(main(page).getByText('Chargement des notifications...')).toBeVisible();
    release();
    await expect(main(page).getByText("Vous n'avez pas de notifications.")).toBeVisible();
    await expect(main(page).getByText('Chargement des notifications...')).toBeHidden();
  });

  test('count as none, with a message, when they cannot be had [NOTIF-014, ERR-040]', async ({ page }) => {
    await page.route(LIST, (route) => route.fulfill(PANNE));
    await page.goto('/notifications');
    await expect(toast(page)).toContainText('Erreur lors de la récupération des notifications');
    await expect(main(page).getByText("Vous n'avez pas de notifications.")).toBeVisible();
    await expect(badge(page)).toHaveCount(0);
  });

  test('that are unread are counted at the bell, below the header and in the menu, and not at all at none [SHELL-024, SHELL-027, SHELL-036, SHELL-037]', async ({
    page,
  }) => {
    for (const count of [3, 1]) {
      await page.unroute(LIST);
      await holding(page, count);
      await page.goto('/');
      await expect(badge(page)).toHaveText(String(count));
      await expect(badge(page)).toHaveCSS('background-color', 'rgb(185, 28, 28)');
      await expect(bell(page)).toHaveAccessibleName(`Notifications ${count} non lues`);
      await expect(floatingBadge(page)).toHaveText(String(count));
      await expect(floatingBadge(page)).toHaveCSS('position', 'fixed');
      await page.getByRole('button', { name: 'Mon compte' }).click();
      const entry = page.getByRole('menuitem', { name: 'Notifications' });
      await expect(entry).toContainText(String(count));
      await expect(entry).toHaveAttribute('href', '/notifications');
      await page.keyboard.press('Escape');
    }
    // Reading the last one takes all of them away.
    await page.route('**/api/notifications/1/read', (route) =>
      route.fulfill({
        json: {
          id: 1,
          title: '',
          body: '',
          isRead: true,
          isGlobal: true,
          targetUserId: null,
          sentAt: '2026-01-01T00:00:00.000Z',
        },
      }),
    );
    await bell(page).click();
    await expect(page).toHaveURL('/notifications');
    await rows(page).getByRole('button').click();
    await expect(badge(page)).toHaveCount(0);
    await expect(floatingBadge(page)).toHaveCount(0);
  });

  test('are in the side menu of a narrow screen, with their number, beside home, profile and sign-out [SHELL-030]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await holding(page, 3);
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    const entry = menu.getByRole('link', { name: 'Notifications' });
    await expect(entry).toContainText('3');
    await expect(menu.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect(menu.getByRole('link', { name: 'Mon Profil' })).toHaveAttribute('href', '/profile');
    await expect(menu.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
    await entry.click();
    await expect(page).toHaveURL('/notifications');
    await expect(menu).toBeHidden();
  });

  test('and saved orders have their places in the footer, for nobody else [SHELL-035]', async ({ page }) => {
    const footer = page.getByRole('contentinfo');
    await holding(page, 3);
    await page.goto('/');
    await expect(footer.getByRole('link', { name: 'Notifications non lues' })).toContainText('3');
    await expect(footer.getByRole('link', { name: 'Notifications non lues' })).toHaveAttribute(
      'href',
      '/notifications',
    );
    await expect(footer.getByRole('link', { name: 'Mes commandes sauvegardées' })).toHaveAttribute(
      'href',
      '/saved-orders',
    );
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(footer.getByText('Notifications non lues')).toHaveCount(0);
    await expect(footer.getByText('Mes commandes sauvegardées')).toHaveCount(0);
  });
});

test('every personal screen waits for the session, and leads visitors to sign-in [SHELL-013]', async ({ page }) => {
  for (const path of ['/profile', '/notifications', '/saved-orders']) {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    await expect(main(page).getByRole('status')).toBeVisible();
    await expect(page).toHaveURL(path);
    release();
    await expect(page).toHaveURL('/auth');
    await page.unroute('**/api/user');
  }
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('the personal screens pass the automatic accessibility checks and never scroll sideways', async ({
      page,
      createUser,
      createOrder,
      signIn,
    }) => {
      await signIn(page, await createUser());
      const order = await createOrder({ estimatedDelivery: '2027-08-09' }, { status: 'IN_TRANSIT' });
      await page.request.post('/api/orders/save', { data: { orderId: order.id, reference: order.reference } });
      await holding(page, 3);
      const check = async (name: string) => {
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations, name).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
      };
      await page.goto('/notifications');
      await expect(rows(page)).toHaveCount(4);
      await expect(floatingBadge(page)).toBeVisible();
      await check('notifications');
      await page.goto('/saved-orders');
      await rows(page).getByText('Dernière mise à jour').click();
      await check('saved orders');
      await page.goto('/profile');
      await expect(main(page).getByLabel("M'avertir par email")).toBeVisible();
      await check('profile');
      await page.getByRole('tab', { name: 'Mot de Passe' }).click();
      await expect(main(page).getByRole('button', { name: 'Déconnecter' }).first()).toBeVisible();
      await check('sessions');
      await page.goto('/desabonnement?token=inconnu');
      await expect(page.getByRole('button', { name: "Ne plus recevoir d'emails" })).toBeVisible();
      await check('end of mails');
      await page.route(LIST, (route) => route.fulfill({ json: [] }));
      await page.goto('/notifications');
      await expect(main(page).getByText("Vous n'avez pas de notifications.")).toBeVisible();
      await check('no notifications');
    });
  });
}
