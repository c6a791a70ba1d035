/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { Notification } from '@fasocolis/contracts/notifications';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const LIST = '**/api/notifications/user/*';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('listitem');
const badge = (page: Page) => page.getByTestId('unread-badge');
const floatingBadge = (page: Page) => page.getByTestId('floating-unread-badge');

async function notify(adminApi: APIRequestContext, targetUserId: number, title: string): Promise<Notification> {
  const sent = await adminApi.post('/api/notifications', {
    data: { title, body: 'Votre colis a quitté Canton.', isGlobal: false, targetUserId },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  return sent.json();
}

/** Makes the page's list contain that many unread notifications and a read one, whatever other tests send. */
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

  test('are all listed, newest first, unread ones with tag and hint [NOTIF-001, NOTIF-002, NOTIF-003, SHELL-010]', async ({
    page,
    adminApi,
  }) => {
    const read = await notify(adminApi, userId, 'Commande Confirmée');
    await page.request.patch(`/api/notifications/${read.id}/read`, { data: {} });
    await notify(adminApi, userId, 'En Transit');
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
    // Broadcasts from before this account was created.
    await expect(rows(page).filter({ hasText: 'Bienvenue sur FasoColis' })).toBeVisible();
  });

  test('are read by a click, with one request, and the count drops by one [NOTIF-004, NOTIF-005, NOTIF-010]', async ({
    page,
    adminApi,
  }) => {
    const { id } = await notify(adminApi, userId, 'En Transit');
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
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the personal screens pass the automatic accessibility checks and never scroll horizontally', async ({
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
