import type { Page } from '@playwright/test';
import { codeAt } from '../../services/auth/test/authenticator-app.ts';
import { expect, newName, test } from './fixtures.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Validation en deux étapes' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Sets the second factor up in the profile. */
async function setUp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/profile?deux-etapes');
  await section(page).getByRole('button', { name: 'Activer' }).click();
  await expect(dialog(page).getByRole('img', { name: "Code QR pour l'application de validation" })).toBeVisible();
  const secret = (await dialog(page).getByTestId('secret').innerText()).replaceAll(' ', '');
  await dialog(page).getByLabel('Code à 6 chiffres').fill(codeAt(secret));
  await dialog(page).getByRole('button', { name: 'Activer' }).click();
  const codes = dialog(page).getByRole('list', { name: 'Vos codes de secours' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allInnerTexts();
  await dialog(page).getByRole('button', { name: "J'ai gardé mes codes" }).click();
  await expect(section(page)).toContainText('Il vous reste 10 codes de secours.');
  return { secret, recoveryCodes };
}

async function enterCode(page: Page, label: string, code: string) {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Valider' }).click();
}

/** The first code was used for the set-up: this one is of the next half minute. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);

const signOut = (page: Page) => page.request.post('/api/auth/logout');
const usernameIn = async (page: Page) => (await (await page.request.get('/api/user')).json()).username;

test('a customer sets the second factor up, and signs in with a code and with a recovery code [SEC-010]', async ({
  page,
  createUser,
  signIn,
  mailedLink,
}) => {
  const user = await createUser();
  await page.goto(await mailedLink(user.email, 'Vérification de votre adresse email'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(page, user);
  const { secret, recoveryCodes } = await setUp(page);

  for (const [label, code] of [
    ['Code à 6 chiffres', nextCode(secret)],
    ['Code de secours', recoveryCodes[0] ?? ''],
  ] as const) {
    await signOut(page);
    await page.goto('/auth');
    await page.getByLabel("Email ou nom d'utilisateur").fill(user.login);
    await page.getByLabel('Mot de passe', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    if (label === 'Code de secours') await page.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    expect((await page.request.get('/api/user')).status()).toBe(401);
    await enterCode(page, label, code);
    await expect(page).toHaveURL('/');
    expect(await usernameIn(page)).toBe(user.login);
  }
  await page.goto('/profile?deux-etapes');
  await expect(section(page)).toContainText('Il vous reste 9 codes de secours.');
});

test('the window of a provider asks for the code, and closes when it is right [SEC-010]', async ({ page }) => {
  const { url } = await (await page.request.get('/api/auth/google')).json();
  await page.goto(url);
  await page.getByPlaceholder('Enter any login').fill(`${newName()}@example.com`);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  const username = await usernameIn(page);
  const { secret } = await setUp(page);
  await signOut(page);

  await page.goto('/auth');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Google' }).click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await enterCode(popup, 'Code à 6 chiffres', nextCode(secret));
  await closed;
  await expect(page).toHaveURL('/');
  expect(await usernameIn(page)).toBe(username);
});
