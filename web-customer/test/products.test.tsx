import type { Product } from '@fasocolis/contracts/catalog';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectTexts, expectUrl, FAILURE, FakeApi, main, openPage } from './customer-site.tsx';

const PRODUCTS = 'GET /api/products';
const PARAGRAPH = 'GET /api/app-settings/product_detail_paragraph';

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
const drawing = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="${colour}"/></svg>`)}`;
const PHOTOS = ['teal', 'orange', 'navy'].map(drawing);

const cards = page.getByTestId('product-card');
const photo = (number: number) => page.getByRole('img', { name: `photo ${number} sur 3` });
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });

function apiWith(...products: Product[]): FakeApi {
  const api = new FakeApi();
  for (const each of products) api.respond(`GET /api/products/${each.id}`, 200, each);
  api.compute(PRODUCTS, ({ query }) => {
    const [first = 0, last = products.length] = JSON.parse(query.get('range') ?? '[]') as number[];
    return products.slice(first, last + 1);
  });
  return api;
}
const openCatalogue = (...products: Product[]) => openPage('/products', apiWith(...products));
const openProduct = (more: Partial<Product> = {}) => openPage('/product/7', apiWith(product(7, more)));

describe('the catalogue', () => {
  it.each([
    ['a visitor', null],
    ['a customer', AWA],
  ])('shows its products to %s [PROD-001, PROD-008, SHELL-007, ROLE-004]', async (_, user) => {
    const api = apiWith(product(7, { description: 'Pour les longues nuits.' }));
    api.signIn(user);
    openPage('/products', api);
    await expect.element(heading('Catalogue de Produits')).toBeVisible();
    expect(document.title).toBe('Catalogue de Produits - FasoColis');
    for (const text of ['Produit 7', 'Pour les longues nuits.', '99,99€']) {
      await expect.element(cards.getByText(text, { exact: true })).toBeVisible();
    }
  });

  it('has a link "Return" to the home screen [PROD-003]', async () => {
    openCatalogue();
    await page.getByRole('link', { name: 'Return' }).click();
    await expectUrl('/');
  });

  it.each([
    [1, 375],
    [2, 700],
    [3, 1024],
    [4, 1440],
  ])('has %s columns at %s pixels [PROD-002, CONST-025]', async (columns, width) => {
    await page.viewport(width, 800);
    openCatalogue(...manyProducts(8));
    await expect.poll(() => cards.elements().length).toBe(8);
    const lefts = cards.elements().map((card) => card.getBoundingClientRect().left);
    expect(new Set(lefts).size).toBe(columns);
  });

  it('shows a message while it loads [PROD-004]', async () => {
    const api = apiWith(product(1));
    const release = api.hold(PRODUCTS);
    openPage('/products', api);
    await expect.element(page.getByText('Chargement des produits...')).toBeVisible();
    release();
    await expect.element(cards).toBeVisible();
    await expect.element(page.getByText('Chargement des produits...')).not.toBeInTheDocument();
  });

  it('shows a failure, and loads when it is tried again [PROD-005, ERR-090]', async () => {
    const api = new FakeApi();
    api.respond(PRODUCTS, 500, FAILURE);
    openPage('/products', api);
    await expect.element(page.getByText('Erreur lors du chargement des produits. Veuillez réessayer.')).toBeVisible();
    api.respond(PRODUCTS, 200, manyProducts(2));
    await button('Réessayer').click();
    await expect.poll(() => cards.elements().length).toBe(2);
  });

  it('shows a message when there is nothing [PROD-006]', async () => {
    openCatalogue();
    await expect.element(page.getByText('Aucun produit disponible actuellement.')).toBeVisible();
  });

  it('leads from a page after the last one to the first', async () => {
    const api = new FakeApi();
    api.compute(PRODUCTS, () => []);
    openPage('/products?page=9', api);
    await expect.element(page.getByText("Il n'y a pas d'autres produits.")).toBeVisible();
    await page.getByRole('link', { name: 'Voir les premiers produits' }).click();
    await expectUrl('/products');
  });

  it('opens the product that is clicked [PROD-010]', async () => {
    openCatalogue(product(6), product(7));
    await cards.filter({ hasText: 'Produit 7' }).click();
    await expectUrl('/product/7');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Produit 7' })).toBeVisible();
  });

  it('loads 24 products at a time', async () => {
    openCatalogue(...manyProducts(30));
    await expect.poll(() => cards.elements().length).toBe(24);
    await button('Afficher plus de produits').click();
    await expect.poll(() => cards.elements().length).toBe(30);
    await expect.element(button('Afficher plus de produits')).not.toBeInTheDocument();
  });
});

describe('a product', () => {
  it.each([
    ['a visitor', null],
    ['a customer', AWA],
  ])('shows all its facts to %s [PDET-006, PDET-008, PDET-009, SHELL-008, ROLE-004]', async (_, user) => {
    const features = ['Panneau de 5 W', 'Trois niveaux de lumière'];
    const specifications = { Puissance: '5 W', Autonomie: '12 heures' };
    const api = apiWith(product(7, { features, specifications, hasFreeshipping: true }));
    api.signIn(user);
    openPage('/product/7', api);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Produit 7');
    expect(document.title).toBe('Produit 7 - FasoColis');
    for (const text of ['Une description', '99,99€', 'Livraison gratuite']) {
      await expect.element(main.getByText(text, { exact: true })).toBeVisible();
    }
    await expectTexts(page.getByRole('region', { name: 'Caractéristiques' }).getByRole('listitem'), features);
    const sheet = page.getByRole('region', { name: 'Fiche technique' });
    await expectTexts(sheet.getByRole('term'), Object.keys(specifications));
    await expectTexts(sheet.getByRole('definition'), Object.values(specifications));
  });

  it('links back to the home screen [PDET-001]', async () => {
    openProduct();
    await page.getByRole('link', { name: 'Retour' }).click();
    await expectUrl('/home');
    await expect.element(heading('Suivre Votre Colis')).toBeVisible();
  });

  const TEXT = 'Cette montre connectée allie élégance et technologie.';
  const setting = (value: string) => ({ key: 'product_detail_paragraph', value, description: null });

  it('shows the same paragraph as every other product [PDET-007]', async () => {
    for (const id of [7, 8]) {
      const api = apiWith(product(id));
      api.respond(PARAGRAPH, 200, setting(TEXT));
      openPage(`/product/${id}`, api);
      await expect.element(page.getByText(TEXT)).toBeVisible();
    }
  });

  it('shows no paragraph once the administrator has emptied it [PDET-007]', async () => {
    for (const id of [7, 8]) {
      const api = apiWith(product(id));
      api.respond(PARAGRAPH, 200, setting(''));
      openPage(`/product/${id}`, api);
      await expect.element(heading(`Produit ${id}`)).toBeVisible();
      await expect.poll(() => api.sent(PARAGRAPH)).toHaveLength(1);
      await expect.element(page.getByText(TEXT)).not.toBeInTheDocument();
    }
  });

  it('begins a conversation on WhatsApp with its name [PDET-010]', async () => {
    const name = 'Pagne & fil "100 %"';
    const api = apiWith(product(7, { name }));
    api.respond('GET /api/whatsapp-number', 200, { whatsappNumber: '+226 70 12 34 56' });
    openPage('/product/7', api);
    const text = encodeURIComponent(`Bonjour, je suis intéressé(e) par le produit: ${name}`);
    await expect
      .element(page.getByRole('link', { name: 'Nous contacter par WhatsApp' }))
      .toHaveAttribute('href', `https://wa.me/22670123456?text=${text}`);
  });

  it('shows a message while it loads [PDET-011]', async () => {
    const api = apiWith(product(7));
    const release = api.hold('GET /api/products/7');
    openPage('/product/7', api);
    await expect.element(page.getByText('Loading product details...')).toBeVisible();
    release();
    await expect.element(heading('Produit 7')).toBeVisible();
    await expect.element(page.getByText('Loading product details...')).not.toBeInTheDocument();
  });

  it.each([404, 500])('that the server refuses with %s is shown as missing [PDET-012, ERR-091]', async (status) => {
    const api = apiWith();
    api.respond('GET /api/products/7', status, FAILURE);
    openPage('/product/7', api);
    await expect.element(page.getByText('Error loading product details. Please try again.')).toBeVisible();
  });

  it('can be tried again after a failure', async () => {
    const api = apiWith();
    api.respond('GET /api/products/7', 500, FAILURE);
    openPage('/product/7', api);
    await expect.element(button('Réessayer')).toBeVisible();
    api.respond('GET /api/products/7', 200, product(7));
    await button('Réessayer').click();
    await expect.element(heading('Produit 7')).toBeVisible();
  });
});

describe('the photos of a product', () => {
  const openPhotos = () => openProduct({ imageUrls: PHOTOS });
  async function expectShown(number: number) {
    await expect.element(photo(number)).toBeInViewport({ ratio: 0.9 });
  }

  it('follow the arrows, with the first after the last [PDET-002]', async () => {
    openPhotos();
    await expectShown(1);
    const next = button(/suivante$/);
    const previous = button(/précédente$/);
    await next.click();
    await expectShown(2);
    await previous.click();
    await expectShown(1);
    await previous.click();
    await expectShown(3);
    await next.click();
    await expectShown(1);
  });

  it('are chosen with dots, one per photo [PDET-003]', async () => {
    openPhotos();
    const dots = button(/^Photo \d$/);
    await expect.element(dots.nth(0)).toHaveAttribute('aria-current', 'true');
    expect(dots.elements()).toHaveLength(3);
    await dots.nth(2).click();
    await expectShown(3);
    await expect.element(dots.nth(2)).toHaveAttribute('aria-current', 'true');
    await expect.element(dots.nth(0)).toHaveAttribute('aria-current', 'false');
  });

  it('are chosen with thumbnails on a wide screen only [PDET-004]', async () => {
    openPhotos();
    const thumbnails = button(/^Miniature \d$/);
    await thumbnails.nth(1).click();
    expect(thumbnails.elements()).toHaveLength(3);
    await expectShown(2);
    await page.viewport(375, 740);
    await expect.element(thumbnails).not.toBeInTheDocument();
  });

  it('follow the arrow keys', async () => {
    openPhotos();
    const track = page.getByRole('list', { name: 'Photos, à faire défiler' });
    await expect.element(track).toBeVisible();
    (track.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expectShown(2);
    await expect
      .element(page.getByRole('button', { name: 'Photo 2', exact: true }))
      .toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{ArrowLeft}');
    await expectShown(1);
  });

  it('are loaded once the first one was left', async () => {
    await page.viewport(360, 740);
    openPhotos();
    await expectShown(1);
    const track = page.getByRole('list', { name: 'Photos, à faire défiler' }).element();
    expect(track.querySelectorAll('img')).toHaveLength(1);
    track.scrollTo({ left: track.clientWidth });
    await expectShown(2);
    await expect
      .element(page.getByRole('button', { name: 'Photo 2', exact: true }))
      .toHaveAttribute('aria-current', 'true');
    await expect.poll(() => track.querySelectorAll('img').length).toBe(3);
  });

  it('show the main image only, without controls, when there are no others [PDET-005]', async () => {
    openProduct({ imageUrl: drawing('teal') });
    await expect.element(page.getByRole('img', { name: 'Produit 7' })).toHaveAttribute('src', drawing('teal'));
    await expect.element(button(/Photo|Miniature/)).not.toBeInTheDocument();
  });

  it('are replaced by an empty frame when they cannot be loaded', async () => {
    openProduct({ imageUrl: 'data:image/png;base64,AAAA' });
    await expect.element(heading('Produit 7')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Produit 7' })).not.toBeInTheDocument();
  });
});
