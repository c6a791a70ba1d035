import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import type { Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { expect, newName, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const toast = (page: Page) => page.getByTestId('toast');
const newAddress = () => `${newName()}@example.com`;

/** Moves the sign-in of the page's session eleven minutes into the past. */
async function ageSession(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'fasocolis');
  const record = `session:${SessionStore.keyOf(cookie?.value ?? '')}`;
  const redis = new Redis(process.env.E2E_REDIS_URL ?? '');
  const session = JSON.parse((await redis.get(record)) ?? '{}');
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await redis.set(record, JSON.stringify({ ...session, createdAt }), 'KEEPTTL');
  redis.disconnect();
}

/** Signs in on the provider's page and agrees to what it asks. */
async function agree(provider: Page, email: string) {
  await provider.getByPlaceholder('Enter any login').fill(email);
  await provider.getByPlaceholder('and password').fill('any');
  await provider.getByRole('button', { name: 'Sign-in' }).click();
  await provider.getByRole('button', { name: 'Continue' }).click();
}

async function signInWithGoogle(page: Page, email: string) {
  const { url } = await (await page.request.get('/api/auth/google')).json();
  await page.goto(url);
  await agree(page, email);
  await expect(page).toHaveURL('/');
}

async function changeEmail(page: Page, email: string) {
  await page.goto('/profile');
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Mettre à jour le profil' }).click();
}

test.describe('a new email after an old sign-in', () => {
  test('is saved after the password was confirmed, and not before [SEC-004]', async ({ page, createUser, signIn }) => {
    await signIn(page, await createUser());
    await ageSession(page);
    const email = newAddress();
    await changeEmail(page, email);
    await expect(dialog(page).getByRole('heading')).toHaveText('Confirmez votre mot de passe');
    const password = dialog(page).getByLabel('Mot de passe actuel', { exact: true });
    await password.fill('Secret-9999');
    await dialog(page).getByRole('button', { name: 'Confirmer' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Le mot de passe actuel est incorrect');
    await password.fill('Secret-1234');
    await dialog(page).getByRole('button', { name: 'Confirmer' }).click();
    await expect(toast(page)).toContainText('Profil mis à jour');
    await expect(dialog(page)).toBeHidden();
    await expect.poll(async () => (await (await page.request.get('/api/user')).json()).email).toBe(email);
  });

  test('is not saved when the user cancels', async ({ page, createUser, signIn }) => {
    const user = await createUser();
    await signIn(page, user);
    await ageSession(page);
    await changeEmail(page, newAddress());
    await dialog(page).getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog(page)).toBeHidden();
    expect((await (await page.request.get('/api/user')).json()).email).toBe(user.email);
  });

  test('is saved after a sign-in with the provider of an account without a password [SEC-004]', async ({ page }) => {
    await signInWithGoogle(page, newAddress());
    await ageSession(page);
    const email = newAddress();
    await changeEmail(page, email);
    await expect(dialog(page)).toContainText('Reconnectez-vous');
    // The provider's window closes itself: the user still has a session at the provider.
    await dialog(page).getByRole('button', { name: 'Continuer avec Google' }).click();
    await expect(dialog(page)).toBeHidden();
    // Waits: a late response to the former session would restore its cookie after the sign-in.
    await expect.poll(async () => (await (await page.request.get('/api/user')).json()).email).toBe(email);
  });
});

test('the previous address gets a link that restores it and leads to a new password [SEC-005]', async ({
  page,
  browser,
  baseURL,
  createUser,
  signIn,
  mailedLink,
}) => {
  const user = await createUser();
  const verification = new URL(await mailedLink(user.email, 'Vérification de votre adresse email'));
  expect((await page.request.get(`/api/email/verify${verification.search}`)).ok()).toBe(true);
  await signIn(page, user);
  await changeEmail(page, newAddress());
  await expect(toast(page)).toContainText('Profil mis à jour');

  const owner = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await owner.goto(await mailedLink(user.email, "L'adresse email de votre compte a changé"));
  await owner.getByRole('button', { name: 'Annuler le changement' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Votre adresse est rétablie');
  expect((await page.request.get('/api/user')).status()).toBe(401);
  expect(await mailedLink(user.email, 'Réinitialisation de votre mot de passe')).toContain('/reset-password?token=');
  await owner.context().close();
});

test('a used or incomplete link to restore an address leads to a message', async ({ page }) => {
  await page.goto('/annuler-changement');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annulation impossible');
  await page.goto('/annuler-changement?token=unknown');
  await page.getByRole('button', { name: 'Annuler le changement' }).click();
  await expect(page.getByRole('main')).toContainText('Ce lien est invalide ou a expiré.');
});

test('the profile lists linked providers and unlinks them, except the last way to sign in [SEC-006]', async ({
  page,
  createUser,
  mailedLink,
}) => {
  const user = await createUser();
  await page.goto(await mailedLink(user.email, 'Vérification de votre adresse email'));
  await expect(page.getByRole('main')).toContainText('vérifiée');
  await signInWithGoogle(page, user.email);
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Mot de Passe' }).click();
  const methods = page.getByRole('region', { name: 'Moyens de connexion' });
  await expect(methods.getByRole('listitem')).toHaveCount(2);
  await methods.getByRole('button', { name: 'Retirer Google' }).click();
  await expect(toast(page)).toContainText("C'est votre seul moyen de connexion.");

  await page.request.post('/api/auth/forgot-password', { data: { email: user.email } });
  const link = new URL(await mailedLink(user.email, 'Réinitialisation de votre mot de passe'));
  const reset = { token: link.searchParams.get('token'), password: 'Nouveau-1' };
  expect((await page.request.post('/api/auth/reset-password', { data: reset })).ok()).toBe(true);
  await page.request.post('/api/auth/login', { data: { email: user.email, password: 'Nouveau-1' } });
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'Mot de Passe' }).click();
  await methods.getByRole('button', { name: 'Retirer Google' }).click();
  await expect(methods.getByRole('listitem')).toHaveCount(1);
  await expect(methods.getByRole('listitem')).toContainText('Mot de passe');
});
