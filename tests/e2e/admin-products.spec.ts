import type { Product } from '@fasocolis/contracts/catalog';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/products';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DATA_URL = `data:image/png;base64,${PNG.toString('base64')}`;
/** An image file of the given size: decoders ignore what follows its end. */
const pictureOf = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);

/** Waits until an image has loaded; fails with the browser's reason otherwise. */
async function expectPicture(image: Locator) {
  await image.scrollIntoViewIfNeeded();
  await image.evaluate((element: HTMLImageElement) => element.decode());
}

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
const mainImage = (dialog: Locator) => dialog.getByRole('group', { name: 'Image principale' });
const choose = (group: Locator, buffer: Buffer) =>
  group.locator('input[type=file]').setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer });
const save = async (page: Page, dialog: Locator, method: string, button: string): Promise<Product> => {
  const saved = page.waitForResponse((response) => response.request().method() === method);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  return (await saved).json();
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('a product is stored with the URL of an image, then with a file, which customers see [ADM-PROD-016]', async ({
  page,
  adminApi,
}) => {
  const name = newName();
  const dialog = await openCreate(page);
  await fill(dialog, name);
  await field(dialog, "Adresse de l'image").fill('https://example.com/montre.jpg');
  const created = await save(page, dialog, 'POST', 'Ajouter');
  expect(created.imageUrl).toBe('https://example.com/montre.jpg');

  const form = await openEdit(page, created);
  await choose(mainImage(form), PNG);
  await expect(mainImage(form).locator('img')).toHaveAttribute('src', DATA_URL);
  const { imageUrl } = await save(page, form, 'PATCH', 'Enregistrer');
  await page.goto('/products');
  const image = page.getByTestId('product-card').filter({ hasText: name }).locator('img');
  await expect(image).toHaveAttribute('src', imageUrl ?? '');
  await expectPicture(image);
  await adminApi.delete(`${PATH}/${created.id}`);
});

test('the upload of a photo of 5 MB shows its progress [VAL-048]', async ({ page, adminApi }) => {
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
