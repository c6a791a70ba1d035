import type { Page } from '@playwright/test';
import { CUSTOMER, expect, test } from './fixtures.ts';

const login = (page: Page) => page.getByLabel("Email ou nom d'utilisateur");
const password = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const submit = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Se connecter|Connexion en cours)/ });

async function fillIn(page: Page, who: string, secret: string) {
  await login(page).fill(who);
  await password(page).fill(secret);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/auth');
});

for (const [kind, who] of [
  ['an e-mail [AUTH-007]', 'client@example.com'],
  ['a username [AUTH-008]', 'client'],
] as const) {
  test(`signing in works with ${kind}`, async ({ page }) => {
    await fillIn(page, who, CUSTOMER.password);
    await submit(page).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Mon compte, client' })).toBeVisible();
  });
}
