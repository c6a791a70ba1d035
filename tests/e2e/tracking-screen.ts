import type { Page } from '@playwright/test';

const trackingField = (page: Page) => page.getByRole('textbox', { name: 'Numéro de suivi' });
export const resultCard = (page: Page) => page.getByTestId('result-card');
export const toast = (page: Page) => page.getByTestId('toast');
export async function track(page: Page, reference: string) {
  await trackingField(page).fill(reference);
  await page.getByRole('button', { name: 'Suivre' }).click();
}
