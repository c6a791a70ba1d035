/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { CreateProduct, Product } from '@fasocolis/contracts/catalog';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const NARROW = { width: 360, height: 740 };

const cards = (page: Page) => page.getByTestId('product-card');
const photo = (page: Page, number: number, total: number) =>
  page.getByRole('img', { name: `photo ${number} sur ${total}` });

async function createProduct(adminApi: APIRequestContext, product: Partial<CreateProduct> = {}): Promise<Product> {
  const data = { name: `Lampe ${newName()}`, description: 'Une lampe solaire.', price: '12 500 FCFA', ...product };
  const created = await adminApi.post('/api/products', { data });
  expect(created.status(), await created.text()).toBe(201);
  return created.json();
}

const product = (id: number, more: Partial<Product> = {}): Product => ({
  id,
  name: `Produit ${id}`,
  description: 'Une description',
  price: '99,99€',
  imageUrl: null,
  imageUrls: [],
  hasFreeshipping: false,
  features: [],
  specifications: {},
  ...more,
});

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="teal"/></svg>`;
async function withPhotos(page: Page, product: Product): Promise<void> {
  const imageUrls = Array.from({ length: 3 }, (_, index) => `https://photos.example/${index + 1}.svg`);
  await page.route('https://photos.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: DRAWING }),
  );
  await page.route(`**/api/products/${product.id}`, (route) => route.fulfill({ json: { ...product, imageUrls } }));
}

test.describe('the catalogue', () => {
  test('shows its products to every visitor and links to the home page [PROD-001, PROD-003, PROD-008, SHELL-007, ROLE-004]', async ({
    page,
    adminApi,
    signIn,
  }) => {
    const { name } = await createProduct(adminApi, { price: '99,99€', description: 'Pour les longues nuits.' });
    const look = async () => {
      await page.goto('/products');
      await expect(page.getByRole('heading', { name: 'Catalogue de Produits' })).toBeVisible();
      await expect(page).toHaveTitle('Catalogue de Produits - FasoColis');
      const card = cards(page).filter({ hasText: name });
      await expect(card).toContainText('Pour les longues nuits.');
      await expect(card).toContainText('99,99€');
    };
    await look();
    await signIn(page);
    await look();
    await page.getByRole('link', { name: 'Return' }).click();
    await expect(page).toHaveURL('/');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: NARROW, deviceScaleFactor: 3 });

    test("loads each of the shop's own photos in at most 40 kB", async ({ page, request }) => {
      const oldest = new URLSearchParams({ sort: '["id","ASC"]', range: '[0,7]' });
      const offered: Product[] = await (await request.get(`/api/products?${oldest}`)).json();
      await page.route('**/api/products?*', (route) => route.fulfill({ json: offered }));
      const sizes: number[] = [];
      page.on('response', async (response) => {
        if (response.url().includes('/api/product-images/')) sizes.push((await response.body()).length);
      });
      await page.goto('/products');
      await expect(cards(page)).toHaveCount(8);
      for (let index = 0; index < 8; index++) await cards(page).nth(index).scrollIntoViewIfNeeded();
      await expect.poll(() => sizes.length).toBe(8);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(40_000);
    });
  });
});

test.describe('a product', () => {
  test('shows every visitor all its facts [PDET-006, PDET-008, PDET-009, SHELL-008, ROLE-004]', async ({
    page,
    adminApi,
    signIn,
  }) => {
    const features = ['Panneau de 5 W', 'Trois niveaux de lumière'];
    const specifications = { Puissance: '5 W', Autonomie: '12 heures' };
    const { id, name } = await createProduct(adminApi, { price: '99,99€', features, specifications });
    const look = async () => {
      await page.goto(`/product/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(`${name} - FasoColis`);
      await expect(page.getByText('Une lampe solaire.')).toBeVisible();
      await expect(page.getByText('99,99€')).toBeVisible();
      await expect(page.getByText('Livraison gratuite')).toBeVisible();
      const list = page.getByRole('region', { name: 'Caractéristiques' });
      await expect(list.getByRole('listitem')).toHaveText(features);
      const sheet = page.getByRole('region', { name: 'Fiche technique' });
      await expect(sheet.getByRole('term')).toHaveText(Object.keys(specifications));
      await expect(sheet.getByRole('definition')).toHaveText(Object.values(specifications));
    };
    await look();
    await signIn(page);
    await look();
  });
});

test.describe('at 360 pixels', () => {
  test.use({ viewport: NARROW, contextOptions: { reducedMotion: 'reduce' } });

  test('catalogue and products pass the automatic accessibility checks and never scroll horizontally', async ({
    page,
  }) => {
    const long = 'Une-très-longue-désignation-sans-espace-'.repeat(4);
    await withPhotos(page, product(7, { name: long, features: [long], specifications: { [long]: long } }));
    for (const path of ['/products', '/product/7', '/product/2147483647']) {
      await page.goto(path);
      if (path === '/products') await expect(cards(page)).not.toHaveCount(0);
      if (path === '/product/7') await expect(photo(page, 1, 3)).toHaveJSProperty('complete', true);
      if (path.endsWith('47')) await expect(page.getByText('Error loading product details')).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations, path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
