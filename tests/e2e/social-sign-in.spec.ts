import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const toast = (page: Page) => page.getByTestId('toast');
const button = (page: Page, provider: string) => page.getByRole('button', { name: provider, exact: true });
const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.com`;

/** Signs in on the provider's page and agrees to what it asks. */
async function agree(provider: Page, email: string) {
  await provider.getByPlaceholder('Enter any login').fill(email);
  await provider.getByPlaceholder('and password').fill('any');
  await provider.getByRole('button', { name: 'Sign-in' }).click();
  await provider.getByRole('button', { name: 'Continue' }).click();
}

const currentUser = async (page: Page) => (await page.request.get('/api/user')).json();

test('where windows are blocked the whole page goes to the provider and returns signed in [SOC-022]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/auth');
  page.once('dialog', (dialog) => dialog.accept());
  await button(page, 'Google').click();
  const email = newAddress();
  const returned = page.waitForRequest((request) => request.url().endsWith('/auth?login_success=true&provider=google'));
  await agree(page, email);
  await returned;
  await expect(toast(page).filter({ hasText: 'Connexion réussie' })).toContainText('Vous êtes connecté avec Google');
  await expect(page).toHaveURL('/');
  expect(await currentUser(page)).toMatchObject({ email, emailVerified: true, provider: 'google', providerId: email });
});

test('a window of its own signs the page behind it in, and closes', async ({ page }) => {
  await page.goto('/auth');
  const opened = page.waitForEvent('popup');
  await button(page, 'Google').click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  const email = newAddress();
  await agree(popup, email);
  await expect(toast(page).filter({ hasText: 'Bienvenue' })).toHaveText(/Bienvenue, Awa!/);
  await expect(page).toHaveURL('/');
  await closed;
  expect(await currentUser(page)).toMatchObject({ email, firstName: 'Awa' });
});

test('a user who returns gets the existing account', async ({ page, browser, baseURL }) => {
  const email = newAddress();
  const signIn = async (on: Page) => {
    const { url } = await (await on.request.get('/api/auth/google')).json();
    await on.goto(url);
    await agree(on, email);
    await expect(on).toHaveURL('/');
    return currentUser(on);
  };
  const first = await signIn(page);
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const second = await signIn(await context.newPage());
  expect(second.id).toBe(first.id);
  await context.close();
});

test('refusing on the provider’s page leads back with a message, without a session', async ({ page }) => {
  const { url } = await (await page.request.get('/api/auth/google')).json();
  await page.goto(url);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(toast(page)).toContainText('Impossible de se connecter avec Google');
  expect((await page.request.get('/api/user')).status()).toBe(401);
});

test('a provider that is not configured leaves the page unchanged, with a message [SOC-021]', async ({ page }) => {
  for (const provider of ['Facebook', 'Apple']) {
    await page.goto(`/api/auth/${provider.toLowerCase()}`);
    await expect(toast(page)).toContainText(`Impossible de se connecter avec ${provider}`);
    await expect(page).toHaveURL('/auth');
  }
  // Stubbed: here the provider is configured, and this is the response of a server where it is not.
  await page.route('**/api/auth/google', (route) =>
    route.fulfill({
      status: 503,
      json: { message: "Ce fournisseur de connexion n'est pas configuré", code: 'unavailable' },
    }),
  );
  await button(page, 'Google').click();
  await expect(toast(page).filter({ hasText: 'Google' })).toContainText('Impossible de se connecter avec Google');
  await expect(page.getByLabel("Email ou nom d'utilisateur")).toBeVisible();
});
