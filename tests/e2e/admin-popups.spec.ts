import type { Popup } from '@fasocolis/contracts/popups';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/popup-notifications';
/** An image of one green pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const cardOf = (page: Page, title: string) =>
  page.getByTestId('popup-card').filter({ has: page.getByRole('heading', { name: title }) });
const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
const openTab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name }).click();

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('a popup is created with an image file, which the server stores, then edited and deleted', async ({ page }) => {
  const title = newName();
  await page.goto('/admin/popup-notifications');
  await page.getByRole('button', { name: 'Créer une notification popup' }).click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Titre').fill(title);
  await field(dialog, 'Contenu').fill('à tous');
  const file = { name: 'image.png', mimeType: 'image/png', buffer: PNG };
  await dialog.locator('input[type=file]').setInputFiles(file);
  // Inactive, so that it does not appear in other tests.
  await openTab(dialog, 'Paramètres');
  await dialog.getByRole('switch', { name: 'Actif' }).click();
  const created = page.waitForResponse((response) => isCall('POST', PATH)(response.request()));
  await dialog.getByRole('button', { name: 'Créer' }).click();
  const popup: Popup = await (await created).json();
  expect(popup.imageUrl).toMatch(/^https?:/);
  const image = cardOf(page, title).locator('img');
  await expect(image).toHaveAttribute('src', popup.imageUrl ?? '');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

  await cardOf(page, title).getByRole('button', { name: 'Modifier' }).click();
  await field(dialog, 'Contenu').fill('à toutes');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, title)).toContainText('à toutes');
  await expect(image).toHaveAttribute('src', popup.imageUrl ?? '');

  await cardOf(page, title).getByRole('button', { name: 'Supprimer' }).click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(cardOf(page, title)).toBeHidden();
});
