import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast, FakeApi, openScreen } from './back-office.tsx';
import { chooseFiles, GREEN_POINT, pictureFile, picturesIn } from './images.ts';
import {
  add,
  CREATION,
  dialog,
  extraImages,
  field,
  fillIn,
  mainImage,
  openCreate,
  openFilledIn,
  WATCH,
} from './product-screens.ts';

const UPDATE = 'PATCH /api/products/7';

const freeShipping = dialog.getByRole('switch', { name: 'Livraison gratuite' });
const save = dialog.getByRole('button', { name: 'Enregistrer' });
const cardOf = (name: string) => page.getByTestId('product-card').filter({ hasText: name });

async function openEdit(): Promise<FakeApi> {
  const api = new FakeApi({ products: [WATCH] });
  openScreen('/products', api);
  await cardOf(WATCH.name).getByRole('button', { name: 'Modifier' }).click();
  return api;
}

async function expectFields(): Promise<void> {
  const names = ['Nom', 'Description', 'Prix', "Adresse de l'image", 'Caractéristiques', 'Spécifications'];
  for (const name of names) await expect.element(field(name)).toBeVisible();
  await expect.element(extraImages.getByText('Images supplémentaires (0 sur 3)')).toBeVisible();
  await expect.element(freeShipping).toBeInTheDocument();
}

describe('the form of a product', () => {
  it('has the same fields for a new and a stored product, with free shipping for a new one [ADM-PROD-007]', async () => {
    await openEdit();
    await expect.element(dialog).toHaveAccessibleName('Modifier le produit');
    await expectFields();
    await expect.element(field('Caractéristiques')).toHaveValue('Bluetooth 5.3\nÉcran tactile');
    await expect.element(field('Spécifications')).toHaveValue('Poids: 45 g\nHeures: 08:00');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Ajouter un Produit' }).click();
    await expect.element(dialog).toHaveAccessibleName('Ajouter un produit');
    await expectFields();
    await expect.element(freeShipping).toBeChecked();
  });

  it.each([
    ['to add', 'Ajouter un Produit', 'Ajouter', 'Ajout...', CREATION],
    ['to edit', 'Modifier', 'Enregistrer', 'Mise à jour...', UPDATE],
  ])(
    '%s is closed at first, stays open during the request and after a failure, and closes on success [ADM-PROD-023]',
    async (_, opener, label, pending, request) => {
      const api = new FakeApi({ products: [WATCH] });
      openScreen('/products', api);
      await expect.element(cardOf(WATCH.name)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      await page.getByRole('button', { name: opener }).click();
      await fillIn();
      api.respond(request, 500);
      const release = api.hold(request);
      const submit = dialog.getByRole('button', { name: label, exact: true });
      await submit.click();
      await expect.element(dialog.getByRole('button', { name: pending, exact: true })).toBeDisabled();
      release();
      await expect.element(page.getByTestId('toast')).toBeVisible();
      await expect.element(submit).toBeEnabled();
      api.reset(request);
      await submit.click();
      await expect.element(dialog).not.toBeInTheDocument();
    },
  );
});

describe('adding a product', () => {
  it('opens from a button [ADM-PROD-004]', async () => {
    await openCreate();
    await expect.element(page.getByRole('dialog', { name: 'Ajouter un produit' })).toBeVisible();
  });

  it('sends features by line and specifications by key, without incomplete lines [ADM-PROD-012, ADM-PROD-013]', async () => {
    const api = await openFilledIn();
    await field('Caractéristiques').fill('Bluetooth 5.3\n\n  Écran tactile\n');
    await field('Spécifications').fill('Poids: 45 g\nSans valeur:\n: sans clé\nSeul\nHeures: 08:00');
    await add.click();
    await expect
      .poll(() => api.sent(CREATION))
      .toEqual([
        {
          name: 'Lampe',
          description: 'Se recharge au soleil.',
          price: '99,99€',
          imageUrl: null,
          imageUrls: [],
          hasFreeshipping: true,
          features: ['Bluetooth 5.3', 'Écran tactile'],
          specifications: { Poids: '45 g', Heures: '08:00' },
        },
      ]);
  });

  it('shows that the request is in progress [ADM-PROD-009]', async () => {
    const api = await openFilledIn();
    const release = api.hold(CREATION);
    await add.click();
    await expect.element(dialog.getByRole('button', { name: 'Ajout...', exact: true })).toBeDisabled();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('shows a toast, closes and refreshes the list [ADM-PROD-017, ADM-NAV-033, ERR-062]', async () => {
    const api = await openFilledIn();
    const before = api.lists('products').length;
    await add.click();
    await expectToast('Succès', 'Produit créé avec succès');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cardOf('Lampe').getByText('99,99€')).toBeVisible();
    expect(api.lists('products').length).toBeGreaterThan(before);
  });

  it('shows an error at each missing field until it is filled in [VAL-043, VAL-044, VAL-045]', async () => {
    const api = await openCreate();
    await add.click();
    const faults = ['Nom requis', 'Description requise', 'Prix requis'].map((fault) =>
      dialog.getByText(fault, { exact: true }),
    );
    for (const fault of faults) await expect.element(fault).toBeVisible();
    await fillIn();
    for (const fault of faults) await expect.element(fault).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('stays open as typed when the server fails [ADM-PROD-020, ERR-059]', async () => {
    const api = await openFilledIn();
    await chooseFiles(mainImage, pictureFile());
    await expect.poll(() => picturesIn(mainImage)).toEqual([GREEN_POINT]);
    api.respond(CREATION, 500);
    await add.click();
    await expectToast('Erreur', 'Échec de la création du produit');
    await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await expect.element(field('Nom')).toHaveValue('Lampe');
    expect(picturesIn(mainImage)).toEqual([GREEN_POINT]);
  });

  it('shows at an image why the server refuses it', async () => {
    const api = await openFilledIn();
    await chooseFiles(extraImages, pictureFile());
    await expect.poll(() => picturesIn(extraImages)).toEqual([GREEN_POINT]);
    const message = 'Veuillez sélectionner une image valide.';
    api.respond(CREATION, 400, { message, code: 'invalid', errors: { 'imageUrls.0': message } });
    await add.click();
    await expect.element(extraImages.getByText(message)).toBeVisible();
  });
});

describe('editing a product', () => {
  it('starts with the stored values, with lists as lines [ADM-PROD-014]', async () => {
    await openEdit();
    await expect.element(field('Nom')).toHaveValue('Montre connectée');
    await expect.element(field('Prix')).toHaveValue('15 000 FCFA');
    await expect.element(field('Caractéristiques')).toHaveValue('Bluetooth 5.3\nÉcran tactile');
    await expect.element(field('Spécifications')).toHaveValue('Poids: 45 g\nHeures: 08:00');
    await expect.element(freeShipping).not.toBeChecked();
  });

  it('shows that the request is in progress [ADM-PROD-010]', async () => {
    const api = await openEdit();
    const release = api.hold(UPDATE);
    await save.click();
    await expect.element(dialog.getByRole('button', { name: 'Mise à jour...', exact: true })).toBeDisabled();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('sends all fields, shows a toast and refreshes the list [ADM-PROD-018, ADM-NAV-033, ERR-063]', async () => {
    const api = await openEdit();
    await field('Prix').fill('12 500 FCFA');
    const before = api.lists('products').length;
    await save.click();
    await expectToast('Succès', 'Produit mis à jour avec succès');
    const { id: _, ...fields } = WATCH;
    expect(api.sent(UPDATE)).toEqual([{ ...fields, price: '12 500 FCFA' }]);
    await expect.poll(() => api.lists('products').length).toBeGreaterThan(before);
    await expect.element(cardOf(WATCH.name).getByText('12 500 FCFA')).toBeVisible();
  });

  it('stays open as typed when the server fails [ADM-PROD-021, ERR-060]', async () => {
    const api = await openEdit();
    await field('Description').fill('Presque neuve.');
    api.respond(UPDATE, 500);
    await save.click();
    await expectToast('Erreur', 'Échec de la mise à jour du produit');
    await expect.element(field('Description')).toHaveValue('Presque neuve.');
  });
});
