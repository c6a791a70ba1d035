/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

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

test('every screen is in French, requests nothing from other hosts and complies with the content security policy, menus and toasts included [SHELL-014, API-060]', async ({
  page,
  baseURL,
  signIn,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  }
  await signIn(page);
  await page.goto('/?tracking=DEMO0003');
  await expect(page.getByTestId('result-card')).toBeVisible();
  await openAccountMenu(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await openSideMenu(page);
  await page.getByRole('button', { name: 'Fermer' }).click();
  await searchForUnknown(page);
  await expect(toast(page)).toBeVisible();
  expect([...hosts]).toEqual([new URL(baseURL ?? '').origin]);
  expect(refused).toEqual([]);
});

test.describe('the splash', () => {
  test.use({ splash: true, rendered: false });

  // The page's clock is paused, so that a slow machine sees every state.
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
  });

  test('covers the screen with the name, letter by letter, and three dots, until its time is over, once in a session [SHELL-017, SHELL-018]', async ({
    page,
  }) => {
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

test.describe('the side menu of a narrow screen', () => {
  test.use({ viewport: NARROW });

  test('that loads late does not open over the screen that was opened meanwhile', async ({ page }) => {
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
  test('ends with a toast, on the home page and on the server [SHELL-042, ERR-009]', async ({ page, signIn }) => {
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
});
