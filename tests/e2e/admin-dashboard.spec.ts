import type { Page } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, test } from './fixtures.ts';

const TABS = ['Commandes', 'Produits', 'Utilisateurs', 'Notifications', 'Pages', 'Messages'];

const openDashboard = async (page: Page) => {
  await page.goto('/admin');
  // The first load of the back office is long on a busy machine.
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible({ timeout: 30_000 });
};

test.beforeEach(({ page, signIn }) => {
  test.slow();
  return signIn(page, ADMIN);
});

test('the dashboard leads on from its numbers and its quick actions [ADM-DASH-006]', async ({ page }) => {
  await openDashboard(page);
  const numbers = page.getByRole('region', { name: 'Chiffres' });
  for (const [name, href] of [
    ['Total des commandes', '/admin/orders'],
    ['Commandes en attente', '/admin/orders'],
    ['Commandes terminées', '/admin/orders?filter=%7B%22status%22%3A%22DELIVERED%22%7D'],
    ['Total des produits', '/admin/products'],
    ['Total des utilisateurs', '/admin/users'],
  ] as const) {
    const link = numbers.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveText(/\d$/);
  }
  const actions = page.getByRole('region', { name: 'Actions rapides' });
  for (const [name, href] of [
    ['Gérer les commandes', '/admin/orders'],
    ['Gérer les produits', '/admin/products'],
    ['Gérer les utilisateurs', '/admin/users'],
    ['Envoyer une notification', '/admin/notifications'],
    ['Gérer les popups', '/admin/popup-notifications'],
    ['Gérer les statuts', '/admin/order-statuses'],
    ['Paramètres', '/admin/settings'],
  ] as const) {
    await expect(actions.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await numbers.getByRole('link', { name: 'Commandes terminées' }).click();
  const badge = page.getByTestId('order-card').first().getByTestId('status-badge');
  await expect(badge).toHaveText('Livrée');
});

test('recent activity has six tabs for the keyboard too [ADM-DASH-007, ADM-DASH-010, ADM-DASH-013, ADM-DASH-014, CONST-065]', async ({
  page,
}) => {
  await openDashboard(page);
  const tabs = page.getByRole('tablist', { name: 'Activité récente' }).getByRole('tab');
  await expect(tabs).toHaveText(TABS.map((name) => new RegExp(`^${name}`)));
  const panel = page.getByRole('tabpanel');
  await expect(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
  await tabs.first().focus();
  for (const [key, text] of [
    ['ArrowRight', 'Les produits récents apparaîtront ici.'],
    ['ArrowRight', /^admin$/],
    ['ArrowRight', 'Les notifications récentes apparaîtront ici.'],
    ['ArrowRight', /Modifier « À propos »/],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(panel.getByText(text)).toBeVisible();
  }
  const links = panel.getByRole('link');
  await expect(links).toHaveCount(4);
  for (const [index, slug] of ['about', 'terms', 'privacy', 'faq'].entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', `/admin/static-pages/edit/${slug}`);
  }
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Messages' })).toBeVisible();
  await expectNoFaults(page);
});

test('a counter waits and fails on its own, and is asked for again', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route('**/api/products?*', async (route) => {
    await held.promise;
    if (isFailing) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await openDashboard(page);
  const numbers = page.getByRole('region', { name: 'Chiffres' });
  const products = numbers.getByRole('link', { name: 'Total des produits' });
  await expect(numbers.getByRole('link', { name: 'Total des utilisateurs' })).toHaveText(/\d$/);
  await expect(products).toHaveText('Total des produits');
  held.resolve();
  await expect(products).toContainText('–');
  await expect(products).not.toContainText('0');
  await expect(numbers.getByRole('button', { name: 'Réessayer' })).toHaveCount(1);
  isFailing = false;
  await numbers.getByRole('button', { name: 'Réessayer' }).click();
  await expect(products).toHaveText(/\d$/);
  await expect(numbers.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the dashboard is one column within the width', async ({ page }) => {
    await openDashboard(page);
    await expect(page.getByRole('table', { name: 'Commandes récentes' })).toBeVisible();
    for (const name of TABS) {
      // The row of tabs is still moving after the one before; a pointer would miss.
      await page.getByRole('tab', { name }).press('Enter');
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      await expect(page.getByText('Chargement en cours')).toHaveCount(0);
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
    }
  });
});
