import type { Page } from '@playwright/test';
import { ADMIN, CUSTOMER, expect, test } from './fixtures.ts';

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

/** What react-admin and MUI would say if nobody had told them better. */
const ENGLISH =
  /\b(add|cancel|clear|close|create|delete|edit|filter|loading|next|of|open|previous|refresh|remove|rows|save|scroll|search|select|show|skip|sort|undo|update)\b/i;

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
    test.slow();
    for (const [address] of SCREENS) {
      await page.goto(address);
      await expect(page, address).toHaveURL('/auth');
    }
  });

  test('sends a customer from every address to the home page [ADM-NAV-016]', async ({ page, signIn }) => {
    test.slow();
    await signIn(page, CUSTOMER);
    for (const [address] of SCREENS) {
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
      // The sign-in page sends whoever is signed in, as the server still has it here, on to the home page.
      const arrival = page.waitForURL(address, { waitUntil: 'commit' });
      await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Statuts de commande' }).click();
      await arrival;
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

  test('opens every screen by its address and after a reload, under its title and in French [ADM-NAV-001, ADM-NAV-002, ADM-NAV-003, ADM-NAV-004, ADM-NAV-006, ADM-NAV-007, ADM-NAV-009, ADM-NAV-013, ADM-NAV-018, ADM-NAV-034]', async ({
    page,
  }) => {
    // Twenty-four full loads.
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

  test('shows a spinner until the code of a screen is there, and the way on when it never comes', async ({ page }) => {
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

  test('has the code of a screen before its entry is clicked', async ({ page }) => {
    await page.goto('/admin');
    const code = page.waitForResponse('**/assets/order-list-*.js');
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Commandes', exact: true }).hover();
    expect((await code).ok()).toBe(true);
  });

  test('says that an unknown page does not exist and leads back to the home page [ADM-NAV-014, ERR-089]', async ({
    page,
  }) => {
    for (const address of ['/admin/xyz', '/admin/orders/999999', '/admin/orders/create', '/admin/login', '/xyz']) {
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

  test('leads home as well when what was still asked for is refused before signing out is known to be done', async ({
    page,
  }) => {
    const signedOut = Promise.withResolvers<void>();
    const isList = (url: URL) => url.pathname === '/api/orders';
    await page.route(isList, async (route) => {
      await signedOut.promise;
      await route.continue();
    });
    await page.route('**/api/auth/logout', async (route) => {
      const response = await route.fetch();
      const refusal = page.waitForResponse((answer) => isList(new URL(answer.url())));
      signedOut.resolve();
      expect((await refusal).status()).toBe(401);
      // The page may have gone by then.
      await route.fulfill({ response }).catch(() => {});
    });
    const asked = page.waitForRequest((request) => isList(new URL(request.url())));
    await page.goto('/admin/orders');
    await asked;
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/');
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

/** What the controls of a page say, to the eye and to a screen reader. */
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
