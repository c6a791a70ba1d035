import { expect, test } from './fixtures.ts';

const BACK_OFFICE = [
  '',
  '/orders',
  '/consignments',
  '/order-statuses',
  '/milestone-definitions',
  '/products',
  '/users',
  '/notifications',
  '/popup-notifications',
  '/contact-messages',
  '/static-pages',
  '/static-pages/edit/about',
  '/email-deliveries',
  '/settings',
].map((path) => `/admin${path}`);

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

test('a customer is led home from every screen of the back office [ROLE-011, ADM-NAV-016]', async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const path of [...BACK_OFFICE, '/admin/unknown']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
  }
});

test('a visitor is led to the sign-in page from every protected screen [ROLE-006, ADM-NAV-017]', async ({ page }) => {
  for (const path of ['/profile', '/notifications', '/saved-orders', ...BACK_OFFICE]) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth');
  }
});

test('the administrator sees a link to the back office, customers and visitors do not', async ({ page, signIn }) => {
  const entry = page.getByRole('menuitem', { name: 'Administration' });
  const openMenu = () => page.getByRole('button', { name: /compte/i }).click();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await expect(page.getByText('Administration')).toBeHidden();
  await signIn(page);
  await page.goto('/');
  await openMenu();
  await expect(page.getByRole('menuitem', { name: 'Mon Profil' })).toBeVisible();
  await expect(entry).toBeHidden();
  await signIn(page, { login: 'admin', password: 'Admin-1234' });
  await page.goto('/');
  await openMenu();
  await entry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test.describe('a signed-in customer', () => {
  test.use({ live: true });

  test('can save parcels, and uses notifications, live push, favourites and profile [ROLE-007]', async ({
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
