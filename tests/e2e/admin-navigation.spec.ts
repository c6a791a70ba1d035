import { ADMIN, expect, test } from './fixtures.ts';

/** Every documented address of the back office with the title of its screen. */
const SCREENS = [
  ['/admin', 'Tableau de bord'],
  ['/admin/orders', 'Gestion des Commandes'],
  ['/admin/order-statuses', 'Statuts de commande'],
  ['/admin/products', 'Gestion des Produits'],
  ['/admin/users', 'Gestion des Utilisateurs'],
  ['/admin/notifications', 'Gestion des Notifications'],
  ['/admin/popup-notifications', 'Gestion des Notifications Popup'],
  ['/admin/contact-messages', 'Messages de contact'],
  ['/admin/static-pages', 'Pages Statiques'],
  ['/admin/static-pages/edit/terms', 'Modifier la page'],
  ['/admin/email-deliveries', 'Envois'],
  ['/admin/settings', 'Paramètres'],
] as const;

test.describe('the frame of the back office', () => {
  test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

  for (const screens of [SCREENS.slice(0, 6), SCREENS.slice(6)]) {
    const names = `${screens[0]?.[0]} to ${screens.at(-1)?.[0]}`;
    test(`opens its screens by their addresses, and again after a reload: ${names} [ADM-NAV-013, ADM-NAV-034]`, async ({
      page,
    }) => {
      const expectScreen = async ([address, title]: (typeof SCREENS)[number]) => {
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true }), address).toBeVisible();
        await expect(page).toHaveURL(address);
        await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      };
      for (const screen of screens) {
        await page.goto(screen[0]);
        await expectScreen(screen);
      }
      await page.reload();
      for (const screen of screens.slice(-1)) await expectScreen(screen);
    });
  }

  test('shows a spinner until the code of a screen has arrived, and a way on when it never does', async ({ page }) => {
    const entry = (name: string) => page.getByTestId('admin-sidebar').getByRole('link', { name, exact: true });
    const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await page.goto('/admin');
    await expect(title('Tableau de bord')).toBeVisible();

    const code = Promise.withResolvers<void>();
    await page.route('**/assets/order-list-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await entry('Commandes').click();
    await expect(page.getByRole('main').getByTestId('spinner')).toBeVisible();
    await expect(entry('Commandes')).toBeFocused();
    code.resolve();
    await expect(title('Gestion des Commandes')).toBeVisible();
    await expect(entry('Commandes')).toBeFocused();

    await page.route('**/assets/user-list-*.js', (route) => route.abort());
    await entry('Utilisateurs').click();
    await expect(title("Cet écran ne peut pas s'afficher.")).toBeVisible();
    await page.goBack();
    await expect(title('Gestion des Commandes')).toBeVisible();
    await entry('Utilisateurs').click();
    await expect(title("Cet écran ne peut pas s'afficher.")).toBeVisible();
    await page.unroute('**/assets/user-list-*.js');
    await page.getByRole('button', { name: 'Recharger la page' }).click();
    await expect(title('Gestion des Utilisateurs')).toBeVisible();
  });

  test('loads the code of a screen before its entry is clicked', async ({ page }) => {
    await page.goto('/admin');
    const code = page.waitForResponse('**/assets/order-list-*.js');
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Commandes', exact: true }).hover();
    expect((await code).ok()).toBe(true);
  });

  test('signs out on the server and leads to the home page [ADM-NAV-030]', async ({ page }) => {
    await page.goto('/admin/orders');
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/');
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });

  test('loads nothing from other sites, and no code of its own is blocked by the security policy', async ({
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
