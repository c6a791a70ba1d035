import type { Product } from '@fasocolis/contracts/catalog';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { GREEN_POINT, picturesIn } from './images.ts';

const WATCH: Product = {
  id: 7,
  name: 'Montre connectée',
  description: 'Une montre pour chaque jour.',
  price: '15 000 FCFA',
  imageUrl: GREEN_POINT,
  imageUrls: [],
  hasFreeshipping: true,
  features: [],
  specifications: {},
};
const LIST = 'GET /api/products';
const DELETION = 'DELETE /api/products/7';

function openProducts(...products: Product[]): FakeApi {
  const api = new FakeApi({ products });
  openScreen('/products', api);
  return api;
}

const dialog = page.getByRole('dialog');
const cards = page.getByTestId('product-card');
const cardOf = ({ name }: Product) => cards.filter({ has: page.getByRole('heading', { name }) });
const loading = page.getByRole('status').filter({ hasText: 'Chargement en cours' });

describe('the list of products', () => {
  it('has a title [ADM-PROD-001]', async () => {
    openProducts();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Produits' })).toBeVisible();
    await expect.poll(() => document.title).toBe('Gestion des Produits - FasoColis');
  });

  it('shows image, name, description and price of each product on a card [ADM-PROD-002]', async () => {
    const bracelet = { ...WATCH, id: 8, name: 'Bracelet', price: '2 000 FCFA' };
    openProducts(WATCH, { ...bracelet, imageUrl: null, imageUrls: [GREEN_POINT] });
    const card = cardOf(WATCH);
    for (const text of ['Une montre pour chaque jour.', '15 000 FCFA']) {
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(cardOf(bracelet).getByText('2 000 FCFA', { exact: true })).toBeVisible();
    for (const each of [card, cardOf(bracelet)]) expect(picturesIn(each)).toEqual([GREEN_POINT]);
  });

  it('has buttons to edit and to delete on each card [ADM-PROD-003]', async () => {
    openProducts(WATCH);
    await expect.element(cardOf(WATCH)).toBeVisible();
    const buttons = cardOf(WATCH).getByRole('button').elements();
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Modifier', 'Supprimer']);
  });

  it('shows a loading state until it has loaded [ADM-PROD-005]', async () => {
    const api = new FakeApi({ products: [WATCH] });
    const release = api.hold(LIST);
    openScreen('/products', api);
    await expect.element(loading).toBeVisible();
    release();
    await expect.element(cardOf(WATCH)).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
  });

  it('shows that there is no product yet [ADM-PROD-006]', async () => {
    openProducts();
    const empty = 'Aucun produit trouvé. Ajoutez votre premier produit pour commencer.';
    await expect.element(page.getByText(empty, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ajouter un Produit' })).toBeVisible();
  });

  it('requests the search from the server', async () => {
    const api = openProducts(WATCH);
    await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill("bonnet d'été");
    await expect.poll(() => api.lists('products').slice(-1)[0]?.filter).toEqual({ q: "bonnet d'été" });
  });

  it('shows that a search has no results', async () => {
    openProducts();
    await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('bonnet');
    await expect.element(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  it('requests the chosen order from the server', async () => {
    const api = openProducts(WATCH);
    await expect.poll(() => api.lists('products').slice(-1)[0]?.sort).toEqual(['id', 'DESC']);
    await page.getByRole('button', { name: /^Trier par/ }).click();
    await page.getByRole('menuitem', { name: 'Nom croissant' }).click();
    await expect.poll(() => api.lists('products').slice(-1)[0]?.sort).toEqual(['name', 'ASC']);
  });
});

describe('deleting a product', () => {
  const confirmation = page.getByRole('dialog', { name: 'Supprimer « Montre connectée » ?' });
  const confirm = confirmation.getByRole('button', { name: 'Supprimer', exact: true });

  async function openDelete(): Promise<FakeApi> {
    const api = openProducts(WATCH);
    await cardOf(WATCH).getByRole('button', { name: 'Supprimer' }).click();
    return api;
  }

  it('asks for confirmation in a dialog and sends nothing when it is cancelled [ADM-PROD-008]', async () => {
    const api = await openDelete();
    await expect.element(confirmation).toBeVisible();
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cardOf(WATCH)).toBeVisible();
    expect(api.writes).toEqual([]);
  });

  it('shows that the request is in progress [ADM-PROD-011]', async () => {
    const api = await openDelete();
    const release = api.hold(DELETION);
    await confirm.click();
    await expect.element(confirmation.getByRole('button', { name: 'Suppression...' })).toBeDisabled();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows a toast and refreshes the list [ADM-PROD-019, ADM-NAV-033, ERR-064]', async () => {
    const api = await openDelete();
    const before = api.lists('products').length;
    await confirm.click();
    await expectToast('Succès', 'Produit supprimé avec succès');
    expect(api.writes).toEqual([DELETION]);
    await expect.poll(() => api.lists('products').length).toBeGreaterThan(before);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cardOf(WATCH)).not.toBeInTheDocument();
  });

  it('shows a toast and keeps the product when the server fails [ADM-PROD-022, ERR-061]', async () => {
    const api = await openDelete();
    api.respond(DELETION, 500);
    await confirm.click();
    await expectToast('Erreur', 'Échec de la suppression du produit');
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(cardOf(WATCH)).toBeVisible();
  });

  it('stays open when it fails and closes on success [ADM-PROD-023]', async () => {
    const api = await openDelete();
    api.respond(DELETION, 500);
    await confirm.click();
    await expect.element(page.getByTestId('toast')).toBeVisible();
    await expect.element(confirmation).toBeVisible();
    api.reset(DELETION);
    await confirm.click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

it('the products and their dialog fit a narrow screen', async () => {
  await page.viewport(360, 740);
  openProducts({ ...WATCH, name: 'x'.repeat(80), imageUrls: [GREEN_POINT] });
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect.element(dialog.getByRole('group', { name: 'Images supplémentaires' })).toBeVisible();
  const { scrollWidth, clientWidth } = dialog.element();
  expect(scrollWidth).toBe(clientWidth);
  expectNarrow();
});
