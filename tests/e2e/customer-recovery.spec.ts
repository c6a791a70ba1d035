import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => main(page).getByRole('button', { name });
const link = (page: Page, name: string) => main(page).getByRole('link', { name });
const RESET_SUBJECT = 'Réinitialisation de votre mot de passe';

async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test.describe('a reset link', () => {
  const SUBMIT = 'Réinitialiser le mot de passe';
  const NEW = 'Nouveau mot de passe';
  const CONFIRM = 'Confirmer le mot de passe';

  const choose = async (page: Page, password: string, confirmation = password) => {
    await field(page, NEW).fill(password);
    await field(page, CONFIRM).fill(confirmation);
    await button(page, SUBMIT).click();
  };

  test('from the email changes the password once, and the new one signs in [SHELL-003]', async ({
    page,
    createUser,
    mailedLink,
    signIn,
  }) => {
    const { login, email } = await createUser();
    await page.goto('/forgot-password');
    await field(page, 'Email').fill(email);
    await button(page, 'Envoyer le lien de réinitialisation').click();
    const address = await mailedLink(email, RESET_SUBJECT);
    await page.goto(address);
    await choose(page, 'Nouveau-1234');
    await expect(main(page)).toContainText('Votre mot de passe a été réinitialisé avec succès.');
    await signIn(page, { login, password: 'Nouveau-1234' });
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Lien invalide' })).toBeVisible();
  });
});

test.describe('a verification link', () => {
  const profileButton = (page: Page) => link(page, 'Aller à mon profil');

  test('from the email verifies the address, and can be opened twice [RECOV-019, RECOV-020, ERR-025, ERR-026]', async ({
    page,
    createUser,
    mailedLink,
  }) => {
    const { email } = await createUser();
    const address = await mailedLink(email, 'Vérification de votre adresse email');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Email vérifié' })).toBeVisible();
    await expect(main(page)).toContainText('Votre adresse email a été vérifiée avec succès.');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Déjà vérifié' })).toBeVisible();
    await expect(main(page)).toContainText('Votre adresse email est déjà vérifiée.');
  });

  test('that succeeds has the current user requested again, and the profile shows it [RECOV-025]', async ({
    page,
    createUser,
    mailedLink,
    signIn,
  }) => {
    const person = await createUser();
    await signIn(page, person);
    const address = await mailedLink(person.email, 'Vérification de votre adresse email');
    // Only a response after the link counts: the profile must not show the user from before.
    const first = page.waitForResponse('**/api/user');
    const release = await hold(page, '**/api/email/verify*');
    await page.goto(address);
    expect((await (await first).json()).emailVerified).toBe(false);
    const second = page.waitForResponse('**/api/user');
    release();
    expect((await (await second).json()).emailVerified).toBe(true);
    await profileButton(page).click();
    await expect(main(page).getByText('Vérifié', { exact: true })).toBeVisible();
  });
});
