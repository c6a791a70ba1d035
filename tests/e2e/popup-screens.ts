import type { Popup } from '@fasocolis/contracts/popups';
import type { APIRequestContext, Locator, Page, Request } from '@playwright/test';
import { expect, isCall, newName } from './fixtures.ts';

export const POPUPS_PATH = '/api/popup-notifications';
export const isList = (request: Request) =>
  isCall('GET', POPUPS_PATH)(request) && new URL(request.url()).searchParams.has('range');
/** A picture of one green point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const FUTURE = { startDate: '2099-01-05', endDate: '2099-02-28' };
export const NO_IMAGE = 'data:image/png;base64,AAAA';

/** A popup that no customer sees: inactive, unless it says otherwise. */
export async function createPopup(api: APIRequestContext, fields: Partial<Popup> = {}): Promise<Popup> {
  const response = await api.post(POPUPS_PATH, {
    data: { title: newName(), content: 'Nous ouvrons lundi.', isActive: false, ...fields },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export const cardOf = (page: Page, { title }: { title: string }) =>
  page.getByTestId('popup-card').filter({ has: page.getByRole('heading', { name: title }) });
export const createButton = (page: Page) => page.getByRole('button', { name: 'Créer une notification popup' });
export const openCreate = async (page: Page) => {
  await page.goto('/admin/popup-notifications');
  await createButton(page).click();
  return page.getByRole('dialog', { name: 'Nouvelle notification popup' });
};
export const openEdit = async (page: Page, popup: Popup) => {
  await page.goto('/admin/popup-notifications');
  await cardOf(page, popup).getByRole('button', { name: 'Modifier' }).click();
  return page.getByRole('dialog', { name: 'Modifier la notification popup' });
};
export const openDelete = async (page: Page, popup: Popup) => {
  await page.goto('/admin/popup-notifications');
  await cardOf(page, popup).getByRole('button', { name: 'Supprimer' }).click();
  return page.getByRole('dialog', { name: `Supprimer « ${popup.title} » ?` });
};
export const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });
export const openTab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name }).click();
export const choose = async (dialog: Locator, name: string, option: string) => {
  await dialog.getByRole('combobox', { name }).click();
  await dialog.page().getByRole('option', { name: option, exact: true }).click();
};
export const optionsOf = async (dialog: Locator, name: string) => {
  await dialog.getByRole('combobox', { name }).click();
  const options = dialog.page().getByRole('option');
  await expect(options.first()).toBeVisible();
  const values = await options.evaluateAll((all) => all.map((option) => option.getAttribute('data-value')));
  await dialog.page().keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  return values;
};
export const upload = (dialog: Locator, buffer: Buffer, mimeType = 'image/png') =>
  dialog.locator('input[type=file]').setInputFiles({ name: 'image', mimeType, buffer });
