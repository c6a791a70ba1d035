import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
/** Where a wide screen is laid out otherwise. */
const BOTH = [NARROW, WIDE];

test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' } });

/** Nothing that axe finds, nothing wider than the screen and nothing that moves. */
async function inspect(page: Page, viewports = [NARROW]) {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations, `${viewport.width} pixels`).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, `${viewport.width} pixels`).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.getAnimations().length), 'animations').toBe(0);
  }
  await page.setViewportSize(NARROW);
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
/** Calls that are answered when the screen has been looked at while it waits. */
const late = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: resolve, handler: (route: Route) => promise.then(() => route.continue()) };
};

test('searching and filling in forms is accessible in every state and stand still for those who want that', async ({
  page,
}) => {
  test.slow();
  await test.step('a search that is blank, and one that waits', async () => {
    await page.goto('/');
    await button(page, 'Suivre').click();
    await expect(page.getByText('Veuillez saisir un numéro de suivi')).toBeVisible();
    await inspect(page);
    const search = late();
    await page.route('**/api/orders/DEMO0003', search.handler);
    await page.goto('/?tracking=DEMO0003');
    await expect(page.getByText('Recherche de votre colis...')).toBeAttached();
    await inspect(page);
    search.answer();
    await expect(page.getByTestId('result-card')).toBeFocused();
  });

  await test.step('forms with every mistake', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Inscription' }).click();
    await button(page, "S'inscrire").click();
    await expect(page.getByText('Email invalide')).toBeVisible();
    await inspect(page, BOTH);
    await page.goto('/forgot-password');
    await button(page, 'Envoyer le lien de réinitialisation').click();
    await expect(page.getByText('Email requis')).toBeVisible();
    await inspect(page);
    await page.route('**/api/auth/verify-reset-token*', (route) => route.fulfill({ json: { valid: true } }));
    await page.goto('/reset-password?token=neuf');
    await main(page).getByRole('button').last().click();
    await expect(page.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
    await inspect(page);
    await page.goto('/contact');
    await button(page, 'Envoyer').click();
    await expect(page.getByText('Le sujet doit comporter au moins 5 caractères.')).toBeVisible();
    await inspect(page, BOTH);
  });
});

test('the shop, the menu and dead ends are accessible in every state and stand still for those who want that', async ({
  page,
}) => {
  test.slow();
  await test.step('the shop while it loads, when it fails, when it is empty', async () => {
    const shop = late();
    await page.route('**/api/products?*', shop.handler);
    await page.goto('/products');
    await expect(page.getByText('Chargement des produits...')).toBeVisible();
    await inspect(page);
    shop.answer();
    for (const answer of [
      { status: 500, json: {} },
      { json: [], headers: { 'content-range': '*/0' } },
    ]) {
      await page.route('**/api/products?*', (route) => route.fulfill(answer));
      await page.goto('/products');
      await expect(
        main(page)
          .getByText(answer.status ? /produits/ : /produit/)
          .last(),
      ).toBeVisible();
      await inspect(page);
    }
  });

  await test.step('the menu, help, and addresses that lead nowhere', async () => {
    await page.goto('/facebook-help');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page);
    await page.keyboard.press('Escape');
    await inspect(page);
    for (const path of ['/nulle-part', '/verify-email?token=inconnu']) {
      await page.goto(path);
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await inspect(page);
    }
  });
});
