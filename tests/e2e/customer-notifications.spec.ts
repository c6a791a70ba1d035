import type { Notification } from '@fasocolis/contracts/notifications';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const badge = (page: Page) => page.getByTestId('unread-badge');

async function notify(adminApi: APIRequestContext, targetUserId: number, title: string): Promise<Notification> {
  const sent = await adminApi.post('/api/notifications', {
    data: { title, body: 'Votre colis a quitté Canton.', isGlobal: false, targetUserId },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  return sent.json();
}

test('the notifications of a customer are listed, newest first, and read by a click, for good [NOTIF-001, NOTIF-004, NOTIF-010]', async ({
  page,
  adminApi,
  createUser,
  signIn,
}) => {
  const person = await createUser();
  await signIn(page, person);
  for (const title of ['Commande Confirmée', 'En Transit']) await notify(adminApi, person.user.id, title);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Vos notifications' })).toBeVisible();
  const own = rows(page).filter({ hasText: 'Votre colis a quitté Canton.' });
  await expect(own).toHaveText([/En Transit/, /Commande Confirmée/]);
  await expect(own.nth(0)).toContainText("à l'instant");
  // Broadcasts from before this account was created.
  await expect(rows(page).filter({ hasText: 'Bienvenue sur FasoColis' })).toBeVisible();

  await expect(badge(page)).toHaveText(/^\d+$/);
  const before = Number(await badge(page).textContent());
  const read = page.waitForResponse('**/api/notifications/*/read');
  await own.nth(0).getByRole('button').click();
  expect((await read).status()).toBe(200);
  await expect(own.nth(0)).not.toContainText('Nouveau');
  await expect(badge(page)).toHaveText(String(before - 1));
  await page.reload();
  await expect(own.nth(1)).toContainText('Nouveau');
  await expect(own.nth(0)).not.toContainText('Nouveau');
});
