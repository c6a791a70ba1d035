import type { Page } from '@playwright/test';
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
  ['/admin/email-deliveries', "E-mails et files d'attente"],
  ['/admin/settings', 'Paramètres'],
] as const;

/** Texts that react-admin and MUI show without a translation. */
const ENGLISH =
  /\b(add|cancel|clear|close|create|delete|edit|filter|loading|next|of|open|previous|refresh|remove|rows|save|scroll|search|select|show|skip|sort|undo|update)\b/i;

test.describe('the frame of the back office', () => {
  test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

  test('opens every screen by its address and after a reload, with its title and in French [ADM-NAV-001, ADM-NAV-002, ADM-NAV-003, ADM-NAV-004, ADM-NAV-006, ADM-NAV-007, ADM-NAV-009, ADM-NAV-013, ADM-NAV-018, ADM-NAV-034]', async ({
    page,
  }) => {
    // Twenty-four page loads.
    test.slow();
    for (const [address, title] of SCREENS) {
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true });
      await page.goto(address);
      await expect(heading, address).toBeVisible({ timeout: 30_000 });
      await page.reload();
      await expect(heading, address).toBeVisible({ timeout: 30_000 });
      await expect(page).toHaveURL(address);
      await expect(page).toHaveTitle(`${title} - FasoColis`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      await expect(page.getByTestId('admin-sidebar').getByRole('heading')).toHaveText("Panneau d'Administration");
      await expect(page.getByText('Chargement en cours')).toHaveCount(0);
      expect(
        (await controlsOf(page)).filter((text) => ENGLISH.test(text)),
        address,
      ).toEqual([]);
      if (address === '/admin/users') {
        await expect(page.getByRole('cell', { name: /^\d{2}\/\d{2}\/20\d{2}$/ }).first()).toBeVisible();
      }
    }
  });

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
    await page.unroute('**/assets/user-list-*.js');
    await page.goBack();
    await expect(title('Gestion des Commandes')).toBeVisible();
    await entry('Utilisateurs').click();
    await expect(title('Gestion des Utilisateurs')).toBeVisible();
  });

  test('loads the code of a screen before its entry is clicked', async ({ page }) => {
    await page.goto('/admin');
    const code = page.waitForResponse('**/assets/order-list-*.js');
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Commandes', exact: true }).hover();
    expect((await code).ok()).toBe(true);
  });

  test('shows that an unknown page does not exist, with a link to the home page [ADM-NAV-014, ERR-089]', async ({
    page,
  }) => {
    for (const address of ['/xyz', '/admin/xyz']) {
      await page.goto(address);
      await expect(page.getByText("La page que vous recherchez n'existe pas."), address).toBeVisible();
    }
    await page.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expect(page).toHaveURL('/');
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

/** The texts of the controls of a page, visible ones and labels. */
const controlsOf = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder'];
    const named = document.querySelectorAll(attributes.map((name) => `[${name}]`).join());
    const written = document.querySelectorAll(
      'button, a, label, th, [role="tab"], [role="combobox"], .MuiTablePagination-root p',
    );
    return [
      ...Array.from(named, (element) => attributes.map((name) => element.getAttribute(name) ?? '')).flat(),
      ...Array.from(written, (element) => element.textContent),
    ];
  });
