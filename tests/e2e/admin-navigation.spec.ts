import { ADMIN, CUSTOMER, expect, test } from './fixtures.ts';

/** Every documented address of the back office, those of later screens included: the guard knows no exception. */
const ADDRESSES = [
  '/admin',
  '/admin/orders',
  '/admin/order-statuses',
  '/admin/products',
  '/admin/users',
  '/admin/notifications',
  '/admin/popup-notifications',
  '/admin/contact-messages',
  '/admin/static-pages',
  '/admin/static-pages/edit/terms',
  '/admin/settings',
];

test.describe('the guard of the back office', () => {
  test('shows a spinner while it waits, then sends a visitor to the sign-in page [ADM-NAV-015]', async ({ page }) => {
    const user = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      await user.promise;
      await route.fulfill({ status: 401, json: { message: 'Non authentifié', code: 'unauthenticated' } });
    });
    await page.goto('/admin/orders');
    await expect(page.getByRole('status')).toBeVisible();
    await expect(page.getByTestId('admin-sidebar')).toBeHidden();
    user.resolve();
    await expect(page).toHaveURL('/auth');
  });

  test('sends a visitor from every address to the sign-in page [ADM-NAV-017]', async ({ page }) => {
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page, address).toHaveURL('/auth');
    }
  });

  test('sends a customer from every address to the home page [ADM-NAV-016]', async ({ page, signIn }) => {
    await signIn(page, CUSTOMER);
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page, address).toHaveURL('/');
    }
  });

  test('leaves for the sign-in page when the session ends, for the home page when the right is gone [ADM-NAV-035]', async ({
    page,
    signIn,
  }) => {
    await signIn(page, ADMIN);
    for (const [status, code, address] of [
      [401, 'unauthenticated', '/auth'],
      [403, 'forbidden', '/'],
    ] as const) {
      await page.goto('/admin/orders');
      await expect(page.getByTestId('order-card').first()).toBeVisible();
      await page.route('**/api/order-statuses?*', (route) => route.fulfill({ status, json: { message: code, code } }));
      await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Statuts de commande' }).click();
      await expect(page).toHaveURL(address);
      await page.unroute('**/api/order-statuses?*');
    }
  });

  test('lets the administrator in although the account service has a hiccup', async ({ page, signIn }) => {
    await signIn(page, ADMIN);
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 503, json: { message: 'Service temporairement indisponible', code: 'unavailable' } }),
    );
    await page.goto('/admin/orders');
    await expect(page.getByTestId('order-card').first()).toBeVisible();
  });
});

test.describe('the frame of the back office', () => {
  test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

  test('leads from /admin to the orders and from entry to entry of the sidebar [ADM-NAV-021]', async ({ page }) => {
    await page.goto('/admin');
    await expect(page).toHaveURL('/admin/orders');
    const sidebar = page.getByTestId('admin-sidebar');
    await expect(sidebar.getByRole('heading', { name: "Panneau d'Administration" })).toBeVisible();

    await sidebar.getByRole('link', { name: 'Statuts de commande' }).click();
    await expect(page).toHaveURL('/admin/order-statuses');
    await expect(sidebar.getByRole('heading', { name: "Panneau d'Administration" })).toBeVisible();
    await sidebar.getByRole('link', { name: 'Commandes', exact: true }).click();
    await expect(page).toHaveURL('/admin/orders');
  });

  test('opens its screens by address and after a reload, in French [ADM-NAV-002, ADM-NAV-003]', async ({ page }) => {
    for (const [address, heading] of [
      ['/admin/orders', 'Gestion des Commandes'],
      ['/admin/order-statuses', 'Statuts de commande'],
    ] as const) {
      await page.goto(address);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveURL(address);
      await expect(page).toHaveTitle(`${heading} - FasoColis`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    }
  });

  test('says that an unknown page does not exist and leads back to the home page [ADM-NAV-014, ERR-089]', async ({
    page,
  }) => {
    for (const address of ['/admin/xyz', '/admin/orders/12', '/admin/orders/create', '/admin/login', '/xyz']) {
      await page.goto(address);
      await expect(page.getByText("La page que vous recherchez n'existe pas."), address).toBeVisible();
    }
    await page.goto('/admin/xyz');
    await page.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expect(page).toHaveURL('/');
  });

  test('signs out on the server and leads to the home page [ADM-NAV-030]', async ({ page }) => {
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });

  test('stays and says so when signing out fails [ADM-NAV-031, ERR-006]', async ({ page }) => {
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    const toast = page.getByTestId('toast');
    await expect(toast).toHaveAttribute('data-variant', 'destructive');
    await expect(toast).toContainText('Erreur');
    await expect(toast).toContainText('Impossible de se déconnecter');
    await expect(page).toHaveURL('/admin/orders');
    await expect(page.getByRole('button', { name: 'Déconnexion' })).toBeEnabled();
  });

  test('loads nothing from elsewhere and no code of its own is refused by the security policy', async ({
    page,
    baseURL,
  }) => {
    const foreign: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto('/admin/orders');
    await expect(page.getByTestId('order-card').first()).toBeVisible();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test.describe('the back office on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('keeps its sidebar behind a button and its screens within the width', async ({ page, signIn }) => {
    await signIn(page, ADMIN);
    await page.goto('/admin/orders');
    await expect(page.getByTestId('order-card').first()).toBeVisible();
    await expect(page.getByTestId('admin-sidebar')).toBeHidden();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);

    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Statuts de commande' }).click();
    await expect(page.getByTestId('admin-sidebar')).toBeHidden();
    await expect(page.getByRole('row', { name: /ORDER_CONFIRMED/ })).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
  });
});
