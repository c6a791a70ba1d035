import { ADMIN, expect, test } from './fixtures.ts';

test('a visitor can sign in, request a new password, use its link and verify an address [ROLE-002]', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/auth', 'Votre compte'],
    ['/forgot-password', /mot de passe/i],
    ['/reset-password?token=unknown', 'Lien invalide'],
    ['/verify-email', 'Lien invalide'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('only the administrator gets into the back office, by a link in the account menu', async ({ page, signIn }) => {
  await page.goto('/admin/users');
  await expect(page).toHaveURL('/auth');
  await signIn(page);
  await page.goto('/admin/users');
  await expect(page).toHaveURL('/');
  await signIn(page, ADMIN);
  await page.goto('/');
  await page.getByRole('button', { name: /compte/i }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test.describe('a signed-in customer', () => {
  test.use({ live: true });

  test('can save parcels, and uses notifications, live push, saved orders and profile [ROLE-007]', async ({
    page,
    createUser,
    createOrder,
    signIn,
  }) => {
    await signIn(page, await createUser());
    const order = await createOrder();
    const authenticated = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('auth_success')),
      );
    const popups = page.waitForRequest('**/api/popup-notifications/unseen/user/*');
    await page.goto(`/?tracking=${order.reference}`);
    await page.getByRole('button', { name: 'Sauvegarder' }).click();
    await expect(page.getByRole('button', { name: 'Retirer des favoris' })).toBeVisible();
    await authenticated;
    await popups;
    for (const [path, heading] of [
      ['/saved-orders', 'Commandes Sauvegardées'],
      ['/notifications', 'Vos notifications'],
      ['/profile', 'Awa Traoré'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page).toHaveURL(path);
    }
  });
});
