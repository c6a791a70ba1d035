import type { Page } from '@playwright/test';

/** Where a visitor types a reference. */
const trackingField = (page: Page) => page.getByRole('textbox', { name: 'Numéro de suivi' });
export const resultCard = (page: Page) => page.getByTestId('result-card');
export const toast = (page: Page) => page.getByTestId('toast');
/** Searches as a visitor does. */
export async function track(page: Page, reference: string) {
  await trackingField(page).fill(reference);
  await page.getByRole('button', { name: 'Suivre' }).click();
}
