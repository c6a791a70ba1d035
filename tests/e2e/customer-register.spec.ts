import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const submit = (page: Page) => main(page).getByRole('button', { name: /^(S'inscrire|Inscription en cours)/ });
const toast = (page: Page) => page.getByTestId('toast');

test('registration signs in, shows a welcome and leads home [AUTH-021, ERR-008]', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Inscription' }).click();
  const username = newName();
  for (const [label, value] of [
    ['Prénom', 'Awa'],
    ['Nom', 'Traoré'],
    ["Nom d'utilisateur", username],
    ['Email', `${username}@example.com`],
    ['Mot de passe', 'Colis-1234'],
    ['Confirmer le mot de passe', 'Colis-1234'],
  ] as const) {
    await field(page, label).fill(value);
  }
  await submit(page).click();
  await expect(toast(page)).toContainText('Inscription réussie');
  await expect(toast(page)).toContainText("Bienvenue sur l'application de suivi de commandes.");
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: `Mon compte, ${username}` })).toBeVisible();
});
