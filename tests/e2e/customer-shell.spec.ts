/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';

const SCREENS = ['/', '/auth', '/about', '/xyz'];
const NARROW = { width: 375, height: 740 };

const header = (page: Page) => page.getByRole('banner');
const toast = (page: Page) => page.getByTestId('toast');
const openAccountMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Mon compte' }).click();
  return page.getByRole('menu');
};
const openSideMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('dialog');
};

async function searchForUnknown(page: Page) {
  await page.getByRole('textbox', { name: 'Numéro de suivi' }).fill('INCONNU9');
  await page.getByRole('button', { name: 'Suivre' }).click();
}

test.describe('every screen', () => {
  test('is in French [SHELL-014]', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    }
  });

  test('has a light grey background [SHELL-015]', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(243, 244, 246)');
    }
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Suivre' })).toHaveCSS('background-color', 'rgb(245, 158, 11)');
    await expect(page.getByRole('region', { name: 'Suivre Votre Colis' })).toHaveCSS(
      'background-color',
      'rgb(20, 83, 45)',
    );
  });

  test('has a place for popups and a place for messages [SHELL-019]', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.locator('#popup-host')).toBeAttached();
      await expect(page.locator('#toast-area')).toBeAttached();
    }
  });

  test('has a footer that says what the site is for and leads on [SHELL-033, SHELL-034]', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Suivi de commandes international Chine - Burkina Faso');
    for (const path of ['/about', '/support', '/contact', '/privacy']) {
      await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
    }
  });

  test('calls nothing but its own host [API-060]', async ({ page, baseURL, signIn }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await signIn(page);
    await page.goto('/?tracking=DEMO0003');
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
    await expect(page.getByTestId('result-card')).toBeVisible();
    expect([...hosts]).toEqual([new URL(baseURL ?? '').origin]);
  });

  test('obeys the content security policy, menus and messages included', async ({ page, signIn }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await signIn(page);
    await page.goto('/?tracking=DEMO0003');
    await openAccountMenu(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize(NARROW);
    await openSideMenu(page);
    await page.getByRole('button', { name: 'Fermer' }).click();
    await searchForUnknown(page);
    await expect(toast(page)).toBeVisible();
    expect(refused).toEqual([]);
  });
});

test.describe('an unknown address', () => {
  test('says that the page does not exist and leads home, with or without a session [SHELL-012, ERR-089]', async ({
    page,
    signIn,
  }) => {
    const visit = async () => {
      await page.goto('/xyz/abc');
      await expect(page.getByText("La page que vous recherchez n'existe pas.")).toBeVisible();
      await page.getByRole('link', { name: "Retour à l'accueil" }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    };
    await visit();
    await signIn(page);
    await visit();
  });
});

test.describe('the splash', () => {
  test.use({ splash: true, rendered: false });

  // The page's clock stands still, so that a slow machine sees all of it.
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
  });

  test('covers the screen with the name, letter by letter, and three dots [SHELL-017]', async ({ page }) => {
    await page.goto('/');
    const splash = page.getByTestId('splash');
    await expect(splash).toHaveText('FasoColis');
    expect(await splash.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    const delays = await splash
      .locator('p > span')
      .evaluateAll((letters) => letters.map((letter) => Number.parseFloat(getComputedStyle(letter).animationDelay)));
    expect(delays).toHaveLength('FasoColis'.length);
    expect(delays.every((delay, index) => index === 0 || delay > (delays[index - 1] ?? 0))).toBe(true);
    const dots = splash.locator('div > span');
    await expect(dots).toHaveCount(3);
    for (const dot of await dots.all()) await expect(dot).not.toHaveCSS('animation-name', 'none');
  });

  test('gives way to the app, which has loaded underneath, and does not come back in the session [SHELL-018]', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByTestId('splash')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeAttached();
    await page.clock.runFor(3499);
    await expect(page.getByTestId('splash')).toBeVisible();
    await page.clock.runFor(1);
    await expect(page.getByTestId('splash')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    await expect(page.getByTestId('splash')).toBeHidden();
  });
});

test.describe('the header', () => {
  test('shows the logo, signed in or not [SHELL-023]', async ({ page, signIn }) => {
    await page.goto('/');
    await expect(header(page).getByRole('img', { name: 'Logo' })).toBeVisible();
    await signIn(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
    await expect(header(page).getByRole('img', { name: 'Logo' })).toBeVisible();
  });

  test('offers a visitor to sign in and nothing of the signed-in entries [SHELL-028]', async ({ page }) => {
    await page.goto('/');
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/auth');
    await expect(header(page).getByRole('link', { name: 'Notifications' })).toHaveCount(0);
    await expect(header(page).getByRole('link', { name: 'Commandes sauvegardées' })).toHaveCount(0);
    await expect(header(page).getByRole('button', { name: 'Mon compte' })).toHaveCount(0);
  });

  test('leads a customer to the saved orders [SHELL-025]', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await expect(header(page).getByRole('link', { name: 'Commandes sauvegardées' })).toHaveAttribute(
      'href',
      '/saved-orders',
    );
    await expect(header(page).getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/notifications');
  });

  test('has an account menu with profile, share and sign-out [SHELL-026]', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    const menu = await openAccountMenu(page);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Mon Profil',
      /^Notifications/,
      'Partager cette app',
      'Déconnexion',
    ]);
    await menu.getByRole('menuitem', { name: 'Mon Profil' }).click();
    await expect(page).toHaveURL('/profile');
  });

  test('leads to the back office for the administrator only [SHELL-029]', async ({ page, signIn }) => {
    const entry = page.getByText('Administration');
    await page.goto('/');
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(entry).toHaveCount(0);

    await signIn(page);
    await page.reload();
    await openAccountMenu(page);
    await expect(entry).toHaveCount(0);
    await page.keyboard.press('Escape');

    await signIn(page, ADMIN);
    await page.reload();
    const menu = await openAccountMenu(page);
    await expect(menu.getByRole('menuitem', { name: 'Administration' })).toHaveAttribute('href', '/admin');
  });

  test('has no menu button when wide and no inline menu when narrow [SHELL-047]', async ({ page }) => {
    await page.goto('/');
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await page.setViewportSize(NARROW);
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  });
});

test.describe('the side menu of a narrow screen', () => {
  test.use({ viewport: NARROW });

  test('offers a visitor home and sign-in, nothing else [SHELL-031]', async ({ page }) => {
    await page.goto('/');
    const menu = await openSideMenu(page);
    await expect(menu.getByRole('link')).toHaveText(['Accueil', 'Se connecter']);
    await expect(menu.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect(menu.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/auth');
    await expect(menu.getByText('Déconnexion')).toHaveCount(0);
  });

  test('offers a customer the personal screens and sign-out', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/');
    await expect(header(page).getByRole('link', { name: 'Notifications' })).toBeVisible();
    const menu = await openSideMenu(page);
    for (const [name, path] of [
      ['Accueil', '/'],
      ['Notifications', '/notifications'],
      ['Mon Profil', '/profile'],
    ] as const) {
      await expect(menu.getByRole('link', { name })).toHaveAttribute('href', path);
    }
    await menu.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(toast(page)).toContainText('Déconnexion réussie');
    await expect(menu).toBeHidden();
  });

  test('closes with Escape and gives the focus back', async ({ page }) => {
    await page.goto('/');
    const menu = await openSideMenu(page);
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('that comes late does not open over the screen gone to meanwhile', async ({ page }) => {
    const slow = Promise.withResolvers<void>();
    await page.route('**/side-menu-*.js', async (route) => {
      await slow.promise;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Voir tout' }).click();
    await expect(page).toHaveURL('/products');
    const come = page.waitForResponse('**/side-menu-*.js');
    slow.resolve();
    await (await come).finished();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the session', () => {
  test('counts as absent, without any message, when the current user cannot be had [SHELL-041]', async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    for (const failure of ['401', '500', 'abort']) {
      await page.route('**/api/user', (route) =>
        failure === 'abort'
          ? route.abort()
          : route.fulfill({ status: Number(failure), json: { message: 'panne', code: 'internal' } }),
      );
      await page.goto('/');
      await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeVisible();
      await expect(toast(page)).toHaveCount(0);
      await page.unroute('**/api/user');
    }
  });

  test('ends with a message, at home, and the server knows [SHELL-042, ERR-009]', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/auth');
    await expect(page).toHaveURL('/');
    await page.goto('/xyz');
    const called = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'));
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Déconnexion' }).click();
    expect((await called).method()).toBe('POST');
    await expect(toast(page)).toContainText('Déconnexion réussie');
    await expect(page).toHaveURL('/');
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeVisible();
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });

  test('goes on, with a message, when sign-out fails [ERR-005]', async ({ page, signIn }) => {
    await signIn(page);
    await page.route('**/api/auth/logout', (route) =>
      route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    );
    await page.goto('/');
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expect(toast(page)).toContainText('Erreur de déconnexion');
    await expect(toast(page)).toContainText('500: Erreur interne du serveur');
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
  });
});

test.describe('"Partager cette app"', () => {
  test('hands the address of the site to the device [SHELL-039]', async ({ page, signIn, baseURL }) => {
    await page.addInitScript(() => {
      const calls: unknown[] = [];
      Object.assign(window, { shareCalls: calls });
      navigator.share = async (data) => void calls.push(data);
    });
    await signIn(page);
    await page.goto('/?tracking=DEMO0003');
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Partager cette app' }).click();
    const calls = () => page.evaluate(() => (window as unknown as { shareCalls: { url: string }[] }).shareCalls);
    await expect.poll(calls).toHaveLength(1);
    expect((await calls())[0]?.url).toBe(`${new URL(baseURL ?? '').origin}/`);
    await expect(toast(page)).toHaveCount(0);
  });

  test('copies the address where the device cannot share [SHELL-040, ERR-044]', async ({
    page,
    context,
    signIn,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await signIn(page);
    await page.goto('/');
    const menu = await openAccountMenu(page);
    await menu.getByRole('menuitem', { name: 'Partager cette app' }).click();
    await expect(toast(page)).toContainText('Lien copié');
    await expect(toast(page)).toContainText("Le lien de l'application a été copié dans le presse-papiers.");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${new URL(baseURL ?? '').origin}/`);
  });
});

test('F8 moves the focus to the messages [CONST-016]', async ({ page }) => {
  await page.goto('/');
  await searchForUnknown(page);
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Messages (F8)' })).toBeFocused();
});
