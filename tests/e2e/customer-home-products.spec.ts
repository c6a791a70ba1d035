import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { toast } from './tracking-screen.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

test.describe('"Nos produits" on the home screen', () => {
  const product = (id: number) => ({
    id,
    name: `Produit ${id}`,
    description: 'Une description',
    price: '99,99€',
    imageUrl: null,
    imageUrls: [],
    hasFreeshipping: false,
    features: [],
    specifications: {},
  });
  const offering = (page: Page, count: number) =>
    page.route('**/api/products?*', (route) =>
      route.fulfill({ json: Array.from({ length: count }, (_, index) => product(index + 1)) }),
    );

  test('shows the first six in two rows of three and links to all of them [TRACK-023, TRACK-025, CONST-024]', async ({
    page,
  }) => {
    await offering(page, 8);
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Nos produits' });
    const cards = section.getByTestId('product-card');
    await expect(cards).toHaveCount(6);
    await expect(cards.getByRole('heading')).toHaveText([1, 2, 3, 4, 5, 6].map((id) => `Produit ${id}`));
    const rows = await cards.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(rows.map((top) => [...new Set(rows)].indexOf(top))).toEqual([0, 0, 0, 1, 1, 1]);
    await expect(section.getByRole('link', { name: 'Voir tout' })).toHaveAttribute('href', '/products');
  });

  test('shows fewer when there are fewer, and nothing when there are none [TRACK-024]', async ({ page }) => {
    await offering(page, 2);
    await page.goto('/');
    await expect(page.getByTestId('product-card')).toHaveCount(2);
    await page.unroute('**/api/products?*');
    await offering(page, 0);
    const answered = page.waitForResponse('**/api/products?*');
    await page.reload();
    await answered;
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nos produits' })).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });

  test('is hidden while the products cannot be loaded', async ({ page }) => {
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 503, json: { message: 'panne' } }));
    const answered = page.waitForResponse('**/api/products?*');
    await page.goto('/');
    await answered;
    await expect(page.getByRole('heading', { name: 'Nos produits' })).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });

  test('opens the product that is clicked [PROD-010]', async ({ page }) => {
    await offering(page, 2);
    await page.goto('/');
    await page.getByTestId('product-card').nth(1).click();
    await expect(page).toHaveURL('/product/2');
  });
});
