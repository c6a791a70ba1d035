import type { Product } from '@fasocolis/contracts/catalog';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectTexts, expectUrl, FAILURE, FakeApi, openPage, toast } from './customer-site.tsx';

const PRODUCTS = 'GET /api/products';

const product = (id: number): Product => ({
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

const section = page.getByRole('region', { name: 'Nos produits' });
const cards = section.getByTestId('product-card');

function openHome(offered: number): FakeApi {
  const api = new FakeApi();
  api.respond(
    PRODUCTS,
    200,
    Array.from({ length: offered }, (_, index) => product(index + 1)),
  );
  return openPage('/', api);
}

/** Expects no trace of the products, not even after their response: the form is used after it. */
async function expectNothing(api: FakeApi) {
  const respond = api.hold(PRODUCTS);
  openPage('/', api);
  await expect.poll(() => api.sent(PRODUCTS)).toHaveLength(1);
  respond();
  await page.getByRole('button', { name: 'Suivre' }).click();
  await expect.element(page.getByText('Veuillez saisir un numéro de suivi')).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
  await expect.element(toast).not.toBeInTheDocument();
}

describe('"Nos produits" on the home screen', () => {
  it('shows the first six in two rows of three and links to all of them [TRACK-023, TRACK-025, CONST-024]', async () => {
    openHome(8);
    await expectTexts(
      cards.getByRole('heading'),
      [1, 2, 3, 4, 5, 6].map((id) => `Produit ${id}`),
    );
    const tops = cards.elements().map((card) => Math.round(card.getBoundingClientRect().top));
    expect(tops.map((top) => [...new Set(tops)].indexOf(top))).toEqual([0, 0, 0, 1, 1, 1]);
    await expect.element(section.getByRole('link', { name: 'Voir tout' })).toHaveAttribute('href', '/products');
  });

  it('shows fewer when there are fewer [TRACK-024]', async () => {
    openHome(2);
    await expectTexts(cards.getByRole('heading'), ['Produit 1', 'Produit 2']);
  });

  it('is hidden when there are none [TRACK-024]', async () => {
    const api = new FakeApi();
    api.respond(PRODUCTS, 200, []);
    await expectNothing(api);
  });

  it('is hidden while the products cannot be loaded', async () => {
    const api = new FakeApi();
    api.respond(PRODUCTS, 503, FAILURE);
    await expectNothing(api);
  });

  it('opens the product that is clicked [PROD-010]', async () => {
    openHome(2);
    await cards.nth(1).click();
    await expectUrl('/product/2');
  });
});
