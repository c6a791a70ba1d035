import type { Page } from '@playwright/test';
import { CUSTOMER, expect, test } from './fixtures.ts';

const login = (page: Page) => page.getByLabel("Email ou nom d'utilisateur");
const password = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const submit = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Se connecter|Connexion en cours)/ });
const toast = (page: Page) => page.getByTestId('toast');

async function fillIn(page: Page, who: string, secret: string) {
  await login(page).fill(who);
  await password(page).fill(secret);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/auth');
});

test('one field takes an e-mail or a username [AUTH-002]', async ({ page }) => {
  await expect(page.getByRole('main').locator('input')).toHaveCount(2);
  await expect(login(page)).not.toHaveAttribute('type', 'email');
  await expect(login(page)).toBeEditable();
});

test('the password is hidden at first and can be shown and hidden [AUTH-003]', async ({ page }) => {
  await password(page).fill('Client-1234');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('while it is pending the button says so and takes no second click [AUTH-004, AUTH-005]', async ({ page }) => {
  let calls = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/login', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await fillIn(page, CUSTOMER.login, CUSTOMER.password);
  await expect(submit(page)).toHaveText('Se connecter');
  await submit(page).click();
  await expect(submit(page)).toHaveText('Connexion en cours...');
  await expect(submit(page)).toBeDisabled();
  await submit(page).click({ force: true });
  await password(page).press('Enter');
  release();
  await expect(toast(page)).toContainText('Connexion réussie');
  expect(calls).toBe(1);
});

test('a link leads to those who forgot their password [AUTH-006]', async ({ page }) => {
  await expect(page.getByRole('link', { name: 'Mot de passe oublié ?' })).toHaveAttribute('href', '/forgot-password');
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

test('success is told, remembered, and leads home [AUTH-009, ERR-007]', async ({ page }) => {
  await fillIn(page, CUSTOMER.login, CUSTOMER.password);
  await submit(page).click();
  await expect(toast(page)).toContainText('Connexion réussie');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Mon compte, client' })).toBeVisible();
});

test('failure is told, and the typed values stay [AUTH-010, ERR-003]', async ({ page }) => {
  await fillIn(page, 'client', 'Faux-1234');
  await submit(page).click();
  await expect(toast(page)).toContainText('Erreur de connexion');
  await expect(toast(page)).toContainText("401: Email, nom d'utilisateur ou mot de passe incorrect");
  await expect(page).toHaveURL('/auth');
  await expect(login(page)).toHaveValue('client');
  await expect(password(page)).toHaveValue('Faux-1234');
});

test('the call carries email and password and nothing else [AUTH-023]', async ({ page }) => {
  const request = page.waitForRequest('**/api/auth/login');
  await fillIn(page, 'client', CUSTOMER.password);
  await submit(page).click();
  expect((await request).method()).toBe('POST');
  expect((await request).postDataJSON()).toEqual({ email: 'client', password: CUSTOMER.password });
});

test('a notice names terms and privacy policy [AUTH-024]', async ({ page }) => {
  const main = page.getByRole('main');
  await expect(main).toContainText(
    "En vous connectant, vous acceptez nos Conditions d'utilisation et notre Politique de confidentialité.",
  );
  await expect(main.getByRole('link', { name: "Conditions d'utilisation" })).toHaveAttribute('href', '/terms');
  await expect(main.getByRole('link', { name: 'Politique de confidentialité' })).toHaveAttribute('href', '/privacy');
});

test('somebody signed in is sent home [ROLE-008]', async ({ page, signIn }) => {
  await signIn(page);
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test.describe('the form', () => {
  const NO_LOGIN = "Veuillez saisir votre email ou nom d'utilisateur";
  const SHORT = 'Le mot de passe doit contenir au moins 6 caractères';

  test('says nothing before the first submit, and follows every change after it [VAL-002]', async ({ page }) => {
    await fillIn(page, 'client', '123');
    await login(page).fill('');
    await password(page).blur();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText([NO_LOGIN, SHORT]);
    await login(page).fill('c');
    await expect(page.getByRole('alert')).toHaveText([SHORT]);
    await login(page).fill('');
    await expect(page.getByRole('alert')).toHaveText([NO_LOGIN, SHORT]);
  });

  test('asks for an e-mail or username, blank being none [VAL-013]', async ({ page }) => {
    await fillIn(page, '   ', CUSTOMER.password);
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText([NO_LOGIN]);
  });

  test('refuses a password of 5 characters and takes one of 6 [VAL-014]', async ({ page }) => {
    await fillIn(page, 'client', '12345');
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText([SHORT]);
    await password(page).fill('123456');
    await submit(page).click();
    await expect(toast(page)).toContainText('Erreur de connexion');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
