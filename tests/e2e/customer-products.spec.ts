/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { CreateProduct, Product } from '@fasocolis/contracts/catalog';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

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
const manyProducts = (count: number) => Array.from({ length: count }, (_, index) => product(index + 1));

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="teal"/></svg>`;
/** Three photos of a product, each of which arrives. */
async function withPhotos(page: Page, product: Product, count = 3): Promise<Product> {
  const imageUrls = Array.from({ length: count }, (_, index) => `https://photos.example/${index + 1}.svg`);
  await page.route('https://photos.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: DRAWING }),
  );
  await page.route(`**/api/products/${product.id}`, (route) => route.fulfill({ json: { ...product, imageUrls } }));
  return { ...product, imageUrls };
}

test.describe('the catalogue', () => {
  test('shows its products to everybody and leads home [PROD-001, PROD-003, PROD-008, SHELL-007, ROLE-004]', async ({
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

  for (const [columns, width] of [
    [1, 375],
    [2, 700],
    [3, 1024],
    [4, 1440],
  ] as const) {
    test(`has ${columns} columns at ${width} pixels [PROD-002, CONST-025]`, async ({ page }) => {
      await page.route('**/api/products?*', (route) => route.fulfill({ json: manyProducts(8) }));
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/products');
      await expect(cards(page)).toHaveCount(8);
      const lefts = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      expect(new Set(lefts).size).toBe(columns);
    });
  }

  test('says that it is loading [PROD-004]', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/products?*', async (route) => {
      await released;
      await route.fulfill({ json: manyProducts(1) });
    });
    await page.goto('/products');
    await expect(page.getByText('Chargement des produits...')).toBeVisible();
    release();
    await expect(cards(page)).toHaveCount(1);
    await expect(page.getByText('Chargement des produits...')).toHaveCount(0);
  });

  test('says that it could not be loaded, and loads when asked again [PROD-005, ERR-090]', async ({ page }) => {
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
    await page.goto('/products');
    await expect(page.getByText('Erreur lors du chargement des produits. Veuillez réessayer.')).toBeVisible();
    await page.unroute('**/api/products?*');
    await page.route('**/api/products?*', (route) => route.fulfill({ json: manyProducts(2) }));
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(cards(page)).toHaveCount(2);
  });

  test('says that there is nothing yet [PROD-006]', async ({ page }) => {
    await page.route('**/api/products?*', (route) => route.fulfill({ json: [] }));
    await page.goto('/products');
    await expect(page.getByText('Aucun produit disponible actuellement.')).toBeVisible();
  });

  test('opens the product that is clicked [PROD-010]', async ({ page, adminApi }) => {
    const { id, name } = await createProduct(adminApi);
    await page.goto('/products');
    await cards(page).filter({ hasText: name }).click();
    await expect(page).toHaveURL(`/product/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  test('loads a portion at a time', async ({ page }) => {
    const all = manyProducts(30);
    await page.route('**/api/products?*', (route) => {
      const [first, last] = JSON.parse(new URL(route.request().url()).searchParams.get('range') ?? '[]');
      return route.fulfill({ json: all.slice(first, last + 1) });
    });
    await page.goto('/products');
    await expect(cards(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Afficher plus de produits' }).click();
    await expect(cards(page)).toHaveCount(30);
    await expect(page.getByRole('button', { name: 'Afficher plus de produits' })).toHaveCount(0);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: NARROW, deviceScaleFactor: 3 });

    test('loads small photos, and only those that come near', async ({ page }) => {
      const address = (id: number) => `/api/product-images/${String(id).padStart(43, 'a')}-1280.webp`;
      const loaded: string[] = [];
      await page.route('**/api/product-images/**', (route) => {
        loaded.push(new URL(route.request().url()).pathname);
        return route.fulfill({ contentType: 'image/svg+xml', body: DRAWING });
      });
      await page.route('**/api/products?*', (route) =>
        route.fulfill({ json: manyProducts(20).map((one) => ({ ...one, imageUrl: address(one.id) })) }),
      );
      await page.goto('/products');
      await expect.poll(() => loaded.length).toBeGreaterThan(0);
      await expect(cards(page)).toHaveCount(20);
      expect(loaded.filter((path) => !/-(?:320|640)\.webp$/.test(path))).toEqual([]);
      expect(loaded.length).toBeLessThan(20);
    });

    test("gets each of the shop's own photos in at most 40 kB", async ({ page, request }) => {
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
  test('shows everybody all there is to know [PDET-006, PDET-008, PDET-009, SHELL-008, ROLE-004]', async ({
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

  test('leads back to the home screen [PDET-001]', async ({ page, adminApi }) => {
    const { id } = await createProduct(adminApi);
    await page.goto(`/product/${id}`);
    await page.getByRole('link', { name: 'Retour' }).click();
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
  });

  test('says the same of every product, as long as the administrator wants it [PDET-007]', async ({
    page,
    adminApi,
  }) => {
    const value = 'Cette montre connectée allie élégance et technologie.';
    const set = async (paragraph: string) => {
      const path = '**/api/app-settings/product_detail_paragraph';
      await page.unroute(path);
      const json = { key: 'product_detail_paragraph', value: paragraph, description: null };
      await page.route(path, (route) => route.fulfill({ json }));
    };
    const two = [await createProduct(adminApi), await createProduct(adminApi)];
    await set(value);
    for (const { id } of two) {
      await page.goto(`/product/${id}`);
      await expect(page.getByText(value)).toBeVisible();
    }
    await set('');
    for (const { id, name } of two) {
      const answered = page.waitForResponse('**/api/app-settings/product_detail_paragraph');
      await page.goto(`/product/${id}`);
      await answered;
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByText(value)).toHaveCount(0);
    }
  });

  test('begins a conversation on WhatsApp that names it [PDET-010]', async ({ page, adminApi }) => {
    const { id, name } = await createProduct(adminApi, { name: `Pagne & fil "100 %" ${newName()}` });
    await page.route('**/api/whatsapp-number', (route) =>
      route.fulfill({ json: { whatsappNumber: '+226 70 12 34 56' } }),
    );
    await page.goto(`/product/${id}`);
    const link = page.getByRole('link', { name: 'Nous contacter par WhatsApp' });
    const text = `Bonjour, je suis intéressé(e) par le produit: ${name}`;
    await expect(link).toHaveAttribute('href', `https://wa.me/22670123456?text=${encodeURIComponent(text)}`);
  });

  test('says that it is loading [PDET-011]', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/products/7', async (route) => {
      await released;
      await route.fulfill({ json: product(7) });
    });
    await page.goto('/product/7');
    await expect(page.getByText('Loading product details...')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'Produit 7' })).toBeVisible();
    await expect(page.getByText('Loading product details...')).toHaveCount(0);
  });

  test('that does not exist or cannot be had is said to be missing [PDET-012, ERR-091]', async ({ page }) => {
    const missing = page.getByText('Error loading product details. Please try again.');
    for (const id of ['2147483647', 'abc', '0']) {
      await page.goto(`/product/${id}`);
      await expect(missing, id).toBeVisible();
    }
    await page.route('**/api/products/7', (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
    await page.goto('/product/7');
    await expect(missing).toBeVisible();
    await page.unroute('**/api/products/7');
    await page.route('**/api/products/7', (route) => route.fulfill({ json: product(7) }));
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('heading', { name: 'Produit 7' })).toBeVisible();
  });
});

test.describe('the photos of a product', () => {
  const isShown = (image: Locator) => expect(image).toBeInViewport({ ratio: 0.9 });

  test('follow the arrows, and after the last comes the first [PDET-002]', async ({ page }) => {
    await withPhotos(page, product(7));
    await page.goto('/product/7');
    await isShown(photo(page, 1, 3));
    await page.getByRole('button', { name: 'Image suivante' }).click();
    await isShown(photo(page, 2, 3));
    await page.getByRole('button', { name: 'Image précédente' }).click();
    await isShown(photo(page, 1, 3));
    await page.getByRole('button', { name: 'Image précédente' }).click();
    await isShown(photo(page, 3, 3));
    await page.getByRole('button', { name: 'Image suivante' }).click();
    await isShown(photo(page, 1, 3));
  });

  test('are chosen with dots, one a photo [PDET-003]', async ({ page }) => {
    await withPhotos(page, product(7));
    await page.goto('/product/7');
    const dots = page.getByRole('button', { name: /^Photo \d$/ });
    await expect(dots).toHaveCount(3);
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true');
    await dots.nth(2).click();
    await isShown(photo(page, 3, 3));
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'false');
  });

  test('are chosen with thumbnails on a wide screen only [PDET-004]', async ({ page }) => {
    await withPhotos(page, product(7));
    await page.setViewportSize(WIDE);
    await page.goto('/product/7');
    const thumbnails = page.getByRole('button', { name: /^Miniature \d$/ });
    await expect(thumbnails).toHaveCount(3);
    await thumbnails.nth(1).click();
    await isShown(photo(page, 2, 3));
    await page.setViewportSize({ width: 375, height: 740 });
    await expect(thumbnails).toHaveCount(0);
  });

  test('are leafed through with the keyboard', async ({ page }) => {
    await withPhotos(page, product(7));
    await page.goto('/product/7');
    await page.getByRole('list', { name: 'Photos, à faire défiler' }).focus();
    await page.keyboard.press('ArrowRight');
    await isShown(photo(page, 2, 3));
    await expect(page.getByRole('button', { name: 'Photo 2', exact: true })).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('ArrowLeft');
    await isShown(photo(page, 1, 3));
  });

  test('are loaded once somebody looks further than the first', async ({ page }) => {
    const loaded = new Set<string>();
    page.on('request', (request) => {
      if (request.url().startsWith('https://photos.example/')) loaded.add(request.url());
    });
    await page.setViewportSize(NARROW);
    const { imageUrls } = await withPhotos(page, product(7));
    await page.goto('/product/7');
    await isShown(photo(page, 1, 3));
    expect([...loaded]).toEqual(imageUrls.slice(0, 1));
    const track = page.getByRole('list', { name: 'Photos, à faire défiler' });
    await track.evaluate((list) => list.scrollTo({ left: list.clientWidth }));
    await isShown(photo(page, 2, 3));
    await expect(page.getByRole('button', { name: 'Photo 2', exact: true })).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => loaded.size).toBe(3);
  });

  test('are its main image alone, without any controls, when there are no others [PDET-005]', async ({ page }) => {
    const main = 'https://photos.example/main.svg';
    await withPhotos(page, product(7, { imageUrl: main }), 0);
    await page.goto('/product/7');
    await expect(page.getByRole('img', { name: 'Produit 7' })).toHaveAttribute('src', main);
    await expect(page.getByRole('button', { name: /Photo|Miniature/ })).toHaveCount(0);
  });

  test('that do not arrive leave a calm frame', async ({ page }) => {
    await page.route('**/api/products/7', (route) =>
      route.fulfill({ json: product(7, { imageUrl: 'https://photos.example/gone.webp' }) }),
    );
    await page.route('https://photos.example/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/product/7');
    await expect(page.getByRole('heading', { name: 'Produit 7' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Produit 7' })).toHaveCount(0);
  });
});

for (const viewport of [NARROW, WIDE]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('catalogue and products pass the automatic accessibility checks and never scroll sideways', async ({
      page,
    }) => {
      const long = 'Une-très-longue-désignation-sans-espace-'.repeat(4);
      await withPhotos(page, product(7, { name: long, features: [long], specifications: { [long]: long } }));
      for (const path of ['/products', '/product/7', '/product/2147483647']) {
        await page.goto(path);
        if (path === '/products') await expect(cards(page)).not.toHaveCount(0);
        if (path === '/product/7') await isLoaded(photo(page, 1, 3));
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
}

const isLoaded = (image: Locator) => expect(image).toHaveJSProperty('complete', true);
