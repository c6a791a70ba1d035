import { type CreateProduct, PRODUCT_IMAGE_MAX_BYTES, type Product } from '@fasocolis/contracts/catalog';
import type { APIRequestContext, Locator, Page, Request, Route } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/products';
const isList = (request: Request) => isCall('GET', PATH)(request) && new URL(request.url()).searchParams.has('range');
/** A picture of one green point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DATA_URL = `data:image/png;base64,${PNG.toString('base64')}`;
/** A picture of a size of one's choice: what follows its end is ignored by all who read it. */
const pictureOf = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);

async function sell(api: APIRequestContext, fields: Partial<CreateProduct> = {}): Promise<Product> {
  const response = await api.post(PATH, {
    data: { name: newName(), description: 'Une montre pour chaque jour.', price: '15 000 FCFA', ...fields },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Waits until an image is there; fails with the browser's reason when it cannot be shown. */
async function expectPicture(image: Locator) {
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((element: HTMLImageElement) => element.decode());
}

/** Holds what is sent by `method` until `release` is called. */
async function hold(page: Page, method: string) {
  const held = Promise.withResolvers<void>();
  await page.route(`**${PATH}**`, async (route: Route) => {
    if (route.request().method() === method) await held.promise;
    await route.continue();
  });
  return { release: () => held.resolve() };
}

const fail = (page: Page, method: string) =>
  page.route(`**${PATH}**`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );

const cardOf = (page: Page, { name }: { name: string }) =>
  page.getByTestId('product-card').filter({ has: page.getByRole('heading', { name }) });
const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
const openCreate = async (page: Page) => {
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Ajouter un Produit' }).click();
  return page.getByRole('dialog', { name: 'Ajouter un produit' });
};
const fill = async (dialog: Locator, name: string) => {
  await field(dialog, 'Nom').fill(name);
  await field(dialog, 'Description').fill('Une montre pour chaque jour.');
  await field(dialog, 'Prix').fill('99,99€');
};
const openEdit = async (page: Page, product: Product) => {
  await page.goto('/admin/products');
  await cardOf(page, product).getByRole('button', { name: 'Modifier' }).click();
  return page.getByRole('dialog', { name: 'Modifier le produit' });
};
const openDelete = async (page: Page, product: Product) => {
  await page.goto('/admin/products');
  await cardOf(page, product).getByRole('button', { name: 'Supprimer' }).click();
  return page.getByRole('dialog', { name: `Supprimer « ${product.name} » ?` });
};
const mainImage = (dialog: Locator) => dialog.getByRole('group', { name: 'Image principale' });
const extraImages = (dialog: Locator) => dialog.getByRole('group', { name: 'Images supplémentaires' });
const choose = (group: Locator, ...pictures: Buffer[]) =>
  group
    .locator('input[type=file]')
    .setInputFiles(pictures.map((buffer, index) => ({ name: `${index}.png`, mimeType: 'image/png', buffer })));

/** Lets picture files fall on the place for them. */
async function drop(group: Locator, ...pictures: Buffer[]) {
  const files = await group.page().evaluateHandle(
    (contents) => {
      const transfer = new DataTransfer();
      for (const base64 of contents) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      }
      return transfer;
    },
    pictures.map((picture) => picture.toString('base64')),
  );
  const place = group.getByRole('button', { name: 'Importer une image' });
  await place.dispatchEvent('dragover', { dataTransfer: files });
  await place.dispatchEvent('drop', { dataTransfer: files });
}

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the screen of products', () => {
  test('opens from the sidebar and by its address, with a card for each product [ADM-PROD-001, ADM-PROD-002, ADM-PROD-003, ADM-NAV-004, ADM-NAV-022, ADM-NAV-028]', async ({
    page,
    adminApi,
  }) => {
    const product = await sell(adminApi, { imageUrl: DATA_URL });
    await page.goto('/admin/notifications');
    const listed = page.waitForRequest(isList);
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Produits' }).click();
    await listed;
    await expect(page).toHaveURL('/admin/products');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Gestion des Produits' })).toBeVisible();
    const card = cardOf(page, product);
    await expect(card).toContainText('Une montre pour chaque jour.');
    await expect(card).toContainText('15 000 FCFA');
    await expect(card.getByRole('button')).toHaveText(['Modifier', 'Supprimer']);
    await expectPicture(card.locator('img'));
    await expect(page.getByTestId('admin-sidebar').getByRole('link')).toContainText([
      'Commandes',
      'Statuts de commande',
      'Produits',
      'Utilisateurs',
      'Notifications',
      'Popups',
      'Messages de contact',
      'Pages Statiques',
      'Paramètres',
    ]);
    await adminApi.delete(`${PATH}/${product.id}`);
  });

  test('says that it is loading, then that there is nothing yet [ADM-PROD-005, ADM-PROD-006]', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(`**${PATH}?*`, async (route) => {
      await held.promise;
      await route.fulfill({ json: [], headers: { 'content-range': 'products */0' } });
    });
    await page.goto('/admin/products');
    const loading = page.getByRole('status').filter({ hasText: 'Chargement en cours' });
    await expect(page.getByRole('heading', { name: 'Gestion des Produits' })).toBeVisible();
    await expect(loading).toBeVisible();
    held.resolve();
    await expect(
      page.getByText('Aucun produit trouvé. Ajoutez votre premier produit pour commencer.', { exact: true }),
    ).toBeVisible();
    await expect(loading).toBeHidden();
    await expect(page.getByRole('button', { name: 'Ajouter un Produit' })).toBeVisible();
  });

  test('finds products by name or description, and sorts them, on the server', async ({ page, adminApi }) => {
    const word = newName();
    const first = await sell(adminApi, { name: `Bonnet d'été ${word}` });
    const second = await sell(adminApi, { name: 'Tapis', description: `Tissé main ${word}` });
    await page.goto('/admin/products');
    const names = page.getByTestId('product-card').getByRole('heading');
    const search = page.getByRole('searchbox', { name: 'Rechercher un produit' });
    await search.fill(word);
    await expect(names).toHaveText([second.name, first.name]);
    await page.getByRole('button', { name: /^Trier par/ }).click();
    await page.getByRole('menuitem', { name: 'Nom croissant' }).click();
    await expect(names).toHaveText([first.name, second.name]);
    await search.fill(`bonnet d'ete ${word}`);
    await expect(names).toHaveText([first.name]);
    await search.fill(newName());
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
    for (const { id } of [first, second]) await adminApi.delete(`${PATH}/${id}`);
  });

  test('has no accessibility faults that a machine can find, its dialog neither', async ({ page, adminApi }) => {
    const product = await sell(adminApi, { imageUrls: [DATA_URL] });
    const dialog = await openEdit(page, product);
    await expect(field(dialog, 'Nom')).toBeFocused();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectNoFaults(page);
    await adminApi.delete(`${PATH}/${product.id}`);
  });
});

test.describe('adding a product', () => {
  test('sends what was typed, waits, says so and refreshes the list [ADM-PROD-004, ADM-PROD-007, ADM-PROD-009, ADM-PROD-012, ADM-PROD-017, ADM-PROD-023, ADM-NAV-033, ERR-062]', async ({
    page,
    adminApi,
  }) => {
    const name = newName();
    const dialog = await openCreate(page);
    await expect(dialog.getByRole('switch', { name: 'Livraison gratuite' })).toBeChecked();
    await fill(dialog, name);
    await field(dialog, 'Caractéristiques').fill('Bluetooth 5.3\n\n  Écran tactile\n');
    await field(dialog, 'Spécifications').fill('Poids: 45 g\nSans valeur:\nHeures: 08:00');
    const { release } = await hold(page, 'POST');
    const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Ajout...', exact: true })).toBeDisabled();
    release();
    const response = await created;
    expect(response.request().postDataJSON()).toEqual({
      name,
      description: 'Une montre pour chaque jour.',
      price: '99,99€',
      imageUrl: null,
      imageUrls: [],
      hasFreeshipping: true,
      features: ['Bluetooth 5.3', 'Écran tactile'],
      specifications: { Poids: '45 g', Heures: '08:00' },
    });
    await expectToast(page, 'Succès', 'Produit créé avec succès');
    await refreshed;
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, { name })).toContainText('99,99€');
    await adminApi.delete(`${PATH}/${(await response.json()).id}`);
  });

  test('says what is missing [VAL-043, VAL-044, VAL-045]', async ({ page }) => {
    const dialog = await openCreate(page);
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    for (const complaint of ['Nom requis', 'Description requise', 'Prix requis']) {
      await expect(dialog.getByText(complaint, { exact: true })).toBeVisible();
    }
  });

  test('takes an address that could be an image, and none [VAL-046, ADM-PROD-016]', async ({ page, adminApi }) => {
    const name = newName();
    const dialog = await openCreate(page);
    await fill(dialog, name);
    const address = field(dialog, "Adresse de l'image");
    await address.fill('ftp://example.com/montre.jpg');
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const complaint = dialog.getByText(
      "L'URL doit commencer par http://, https:// ou être une image encodée en base64",
      { exact: true },
    );
    await expect(complaint).toBeVisible();
    for (const accepted of ['', 'http://example.com/montre.jpg', 'https://example.com/montre.jpg']) {
      await address.fill(accepted);
      await expect(complaint).toBeHidden();
    }
    const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const product: Product = await (await created).json();
    expect(product.imageUrl).toBe('https://example.com/montre.jpg');
    await adminApi.delete(`${PATH}/${product.id}`);
  });

  test('sends an image chosen or dropped, which customers then see [ADM-PROD-016, VAL-046]', async ({
    page,
    adminApi,
  }) => {
    const name = newName();
    const dialog = await openCreate(page);
    await fill(dialog, name);
    await choose(mainImage(dialog), PNG);
    await expect(mainImage(dialog).locator('img')).toHaveAttribute('src', DATA_URL);
    await mainImage(dialog).getByRole('button', { name: "Retirer l'image" }).click();
    await expect(mainImage(dialog).locator('img')).toHaveCount(0);

    await drop(mainImage(dialog), PNG);
    await expect(mainImage(dialog).locator('img')).toHaveAttribute('src', DATA_URL);
    // Beside its place a file is ignored: the browser would open it instead of this page.
    const isIgnored = await field(dialog, 'Nom').evaluate(
      (element) => !element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true })),
    );
    expect(isIgnored).toBe(true);
    const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    expect((await created).request().postDataJSON()).toMatchObject({ imageUrl: DATA_URL });
    const product: Product = await (await created).json();
    await page.goto('/products');
    const image = page.getByTestId('product-card').filter({ hasText: name }).locator('img');
    await expect(image).toHaveAttribute('src', product.imageUrl ?? '');
    await expectPicture(image);
    await adminApi.delete(`${PATH}/${product.id}`);
  });

  test('shows how far a photo of 5 MB is on its way [VAL-048]', async ({ page, adminApi }) => {
    const name = newName();
    const dialog = await openCreate(page);
    await fill(dialog, name);
    await choose(mainImage(dialog), pictureOf(5 * 1024 * 1024));
    await expect(mainImage(dialog).locator('img')).toBeVisible();
    const network = await page.context().newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await speed(1024 * 1024);
    const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const progress = dialog.getByRole('progressbar', { name: /^Envoi/ });
    const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
    await expect.poll(percent).toBeGreaterThan(0);
    expect(await percent()).toBeLessThan(100);
    await speed(-1);
    const product: Product = await (await created).json();
    await expectToast(page, 'Succès', 'Produit créé avec succès');
    await expect(cardOf(page, { name }).locator('img')).toHaveAttribute('src', product.imageUrl ?? '');
    await adminApi.delete(`${PATH}/${product.id}`);
  });

  test('refuses a file that is no image, and one that the server would refuse', async ({ page }) => {
    const dialog = await openCreate(page);
    for (const [mimeType, bytes, sentence] of [
      ['application/pdf', 10, 'Veuillez sélectionner une image valide.'],
      ['image/png', PRODUCT_IMAGE_MAX_BYTES + 1, "L'image ne doit pas dépasser 10 Mo et 50 mégapixels."],
    ] as const) {
      const said = page.waitForEvent('dialog');
      const chosen = mainImage(dialog)
        .locator('input[type=file]')
        .setInputFiles({ name: 'fichier', mimeType, buffer: Buffer.alloc(bytes) });
      const alert = await said;
      expect(alert.message()).toBe(sentence);
      await alert.accept();
      await chosen;
      await expect(mainImage(dialog).locator('img')).toHaveCount(0);
    }
  });

  test('takes three further images in an order of one’s choice, and no fourth [ADM-PROD-007, VAL-047]', async ({
    page,
    adminApi,
  }) => {
    const name = newName();
    const dialog = await openCreate(page);
    await fill(dialog, name);
    const group = extraImages(dialog);
    const pictures = [1, 2, 3, 4].map((extra) => pictureOf(PNG.length + extra));
    const addresses = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
    await choose(group, ...pictures.slice(0, 2));
    await expect(group.locator('img')).toHaveCount(2);
    // Two more, of which there is room for one.
    await drop(group, ...pictures.slice(2).toReversed());
    await expect(group.locator('img')).toHaveCount(3);
    await expect(group.getByRole('button', { name: 'Importer une image' })).toHaveCount(0);

    await group.getByRole('button', { name: "Retirer l'image 1" }).click();
    await group.getByRole('button', { name: "Reculer l'image 1" }).click();
    await choose(group, pictures[0] ?? PNG);
    await expect(group.locator('img')).toHaveCount(3);
    await group.getByRole('button', { name: "Avancer l'image 3" }).click();
    const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const response = await created;
    expect(response.request().postDataJSON()).toMatchObject({
      imageUrls: [addresses[3], addresses[0], addresses[1]],
    });
    expect(response.status()).toBe(201);
    await adminApi.delete(`${PATH}/${(await response.json()).id}`);
  });

  test('stays open as typed when the server fails [ADM-PROD-020, ADM-PROD-023, ERR-059]', async ({ page }) => {
    const dialog = await openCreate(page);
    await fill(dialog, 'Montre connectée');
    await choose(mainImage(dialog), pictureOf(200_000));
    await fail(page, 'POST');
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expectToast(page, 'Erreur', 'Échec de la création du produit');
    await expect(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await expect(field(dialog, 'Nom')).toHaveValue('Montre connectée');
    await expect(mainImage(dialog).locator('img')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Ajouter', exact: true })).toBeEnabled();
  });

  test('says beside an image why the server refuses it', async ({ page }) => {
    const dialog = await openCreate(page);
    await fill(dialog, newName());
    const noImage = { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from('rien') };
    await extraImages(dialog).locator('input[type=file]').setInputFiles(noImage);
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(extraImages(dialog).getByText('Veuillez sélectionner une image valide.')).toBeVisible();
  });
});

test.describe('editing a product', () => {
  test('starts from what is stored, waits, says so and refreshes the list [ADM-PROD-010, ADM-PROD-014, ADM-PROD-018, ADM-NAV-033, ERR-063]', async ({
    page,
    adminApi,
  }) => {
    const product = await sell(adminApi, {
      imageUrl: DATA_URL,
      hasFreeshipping: false,
      features: ['Bluetooth 5.3', 'Écran tactile'],
      specifications: { Poids: '45 g', Heures: '08:00' },
    });
    const dialog = await openEdit(page, product);
    await expect(field(dialog, 'Nom')).toHaveValue(product.name);
    await expect(field(dialog, 'Caractéristiques')).toHaveValue('Bluetooth 5.3\nÉcran tactile');
    await expect(field(dialog, 'Spécifications')).toHaveValue('Poids: 45 g\nHeures: 08:00');
    await expect(dialog.getByRole('switch', { name: 'Livraison gratuite' })).not.toBeChecked();
    await field(dialog, 'Prix').fill('12 500 FCFA');
    const { release } = await hold(page, 'PATCH');
    const updated = page.waitForRequest(isCall('PATCH', `${PATH}/${product.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByRole('button', { name: 'Mise à jour...', exact: true })).toBeDisabled();
    release();
    const { id: _, ...fields } = product;
    expect((await updated).postDataJSON()).toEqual({ ...fields, price: '12 500 FCFA' });
    await expectToast(page, 'Succès', 'Produit mis à jour avec succès');
    await refreshed;
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, product)).toContainText('12 500 FCFA');
    await adminApi.delete(`${PATH}/${product.id}`);
  });

  test('stays open as typed when the server fails [ADM-PROD-021, ERR-060]', async ({ page, adminApi }) => {
    const product = await sell(adminApi);
    const dialog = await openEdit(page, product);
    await field(dialog, 'Description').fill('Presque neuve.');
    await fail(page, 'PATCH');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la mise à jour du produit');
    await expect(field(dialog, 'Description')).toHaveValue('Presque neuve.');
    await adminApi.delete(`${PATH}/${product.id}`);
  });
});

test.describe('deleting a product', () => {
  test('asks first, waits, says so and refreshes the list [ADM-PROD-008, ADM-PROD-011, ADM-PROD-019, ADM-NAV-033, ERR-064]', async ({
    page,
    adminApi,
  }) => {
    const product = await sell(adminApi);
    const dialog = await openDelete(page, product);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    expect((await adminApi.get(`${PATH}/${product.id}`)).status()).toBe(200);

    await cardOf(page, product).getByRole('button', { name: 'Supprimer' }).click();
    const { release } = await hold(page, 'DELETE');
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Suppression...' })).toBeDisabled();
    release();
    await expectToast(page, 'Succès', 'Produit supprimé avec succès');
    await refreshed;
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, product)).toHaveCount(0);
    expect((await adminApi.get(`${PATH}/${product.id}`)).status()).toBe(404);
  });

  test('says so when the server fails, and keeps it [ADM-PROD-022, ERR-061]', async ({ page, adminApi }) => {
    const product = await sell(adminApi);
    const dialog = await openDelete(page, product);
    await fail(page, 'DELETE');
    await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click();
    await expectToast(page, 'Erreur', 'Échec de la suppression du produit');
    await expect(dialog).toBeVisible();
    await adminApi.delete(`${PATH}/${product.id}`);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the products and their dialog keep within the width', async ({ page, adminApi }) => {
    const product = await sell(adminApi, { name: `${newName()}-${'x'.repeat(60)}`, imageUrls: [DATA_URL] });
    const dialog = await openEdit(page, product);
    await expect(extraImages(dialog).locator('img')).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
    await adminApi.delete(`${PATH}/${product.id}`);
  });
});
