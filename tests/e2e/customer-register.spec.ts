import { DIALLING_CODES } from '@fasocolis/contracts/phone';
import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const phone = (page: Page) => field(page, 'Téléphone (optionnel)');
const country = (page: Page) => main(page).getByLabel('Indicatif du pays');
const submit = (page: Page) => main(page).getByRole('button', { name: /^(S'inscrire|Inscription en cours)/ });
const toast = (page: Page) => page.getByTestId('toast');
const alerts = (page: Page) => main(page).getByRole('alert');

async function fillIn(page: Page, overrides: Record<string, string> = {}) {
  const username = newName();
  const values = {
    Prénom: 'Awa',
    Nom: 'Traoré',
    "Nom d'utilisateur": username,
    Email: `${username}@example.com`,
    'Mot de passe': 'Colis-1234',
    'Confirmer le mot de passe': 'Colis-1234',
    ...overrides,
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  return { username, email: values.Email };
}

test.beforeEach(async ({ page }) => {
  await page.goto('/auth');
});

test('two tabs, sign-in open at first, for visitors; somebody signed in goes home [AUTH-001, SHELL-001]', async ({
  page,
  createUser,
  signIn,
}) => {
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('tab')).toHaveText(['Connexion', 'Inscription']);
  await expect(page.getByRole('tab', { name: 'Connexion' })).toHaveAttribute('aria-selected', 'true');
  await expect(main(page).getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await signIn(page, await createUser());
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test.describe('registration', () => {
  test.beforeEach(async ({ page }) => {
    await page.getByRole('tab', { name: 'Inscription' }).click();
  });

  test('asks for seven things [AUTH-011]', async ({ page }) => {
    await expect(main(page).locator('input')).toHaveCount(7);
    for (const label of ['Prénom', 'Nom', "Nom d'utilisateur", 'Email', 'Mot de passe', 'Confirmer le mot de passe']) {
      await expect(field(page, label)).toBeEditable();
    }
    await expect(phone(page)).toBeEditable();
  });

  test('offers 23 dialling codes in their order, Burkina Faso chosen [AUTH-012, AUTH-013]', async ({ page }) => {
    await expect(country(page)).toHaveValue('+226');
    await expect(country(page).getByRole('option')).toHaveCount(23);
    await expect(country(page).getByRole('option')).toHaveText(DIALLING_CODES.map((each) => each.join(' ')));
  });

  test('puts the chosen code in front of a number that has none [AUTH-014]', async ({ page }) => {
    await phone(page).fill('70123456');
    await phone(page).blur();
    await expect(phone(page)).toHaveValue('+226 70123456');
  });

  test('changes the code of the number with the country [AUTH-015]', async ({ page }) => {
    await phone(page).fill('+226 70123456');
    await country(page).selectOption('+225');
    await expect(phone(page)).toHaveValue('+225 70123456');
  });

  test('shows and hides each password on its own [AUTH-017]', async ({ page }) => {
    const password = field(page, 'Mot de passe');
    const confirmation = field(page, 'Confirmer le mot de passe');
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(confirmation).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).last().click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(confirmation).toHaveAttribute('type', 'text');
  });

  test('says that it is pending, and takes no second click [AUTH-018, AUTH-019]', async ({ page }) => {
    let calls = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/auth/register', async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await fillIn(page);
    await expect(submit(page)).toHaveText("S'inscrire");
    await submit(page).click();
    await expect(submit(page)).toHaveText('Inscription en cours...');
    await expect(submit(page)).toBeDisabled();
    await submit(page).click({ force: true });
    release();
    await expect(toast(page)).toContainText('Inscription réussie');
    expect(calls).toBe(1);
  });

  test('sends neither the confirmation nor an empty number, and takes none [AUTH-020, VAL-019]', async ({ page }) => {
    const sent = () => page.waitForRequest('**/api/auth/register').then((request) => request.postDataJSON());
    const first = sent();
    const { username, email } = await fillIn(page);
    const person = { firstName: 'Awa', lastName: 'Traoré', username, email, password: 'Colis-1234' };
    await submit(page).click();
    expect(await first).toEqual(person);
    await expect(page).toHaveURL('/');

    await page.context().clearCookies();
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Inscription' }).click();
    const second = sent();
    const other = await fillIn(page);
    await phone(page).fill('70123456');
    await phone(page).press('Enter');
    expect(await second).toEqual({ ...person, ...other, phone: '+226 70123456' });
  });

  test('signs in, welcomes and leads home [AUTH-021, ERR-008]', async ({ page }) => {
    const { username } = await fillIn(page);
    await submit(page).click();
    await expect(toast(page)).toContainText('Inscription réussie');
    await expect(toast(page)).toContainText("Bienvenue sur l'application de suivi de commandes.");
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: `Mon compte, ${username}` })).toBeVisible();
  });

  test('says what is in the way when a name is taken, and keeps what was typed [AUTH-022, ERR-004]', async ({
    page,
    createUser,
  }) => {
    const { login } = await createUser();
    await fillIn(page, { "Nom d'utilisateur": login });
    await submit(page).click();
    await expect(toast(page)).toContainText("Erreur d'inscription");
    await expect(toast(page)).toContainText("409: Ce nom d'utilisateur est déjà utilisé");
    await expect(page).toHaveURL('/auth');
    await expect(field(page, "Nom d'utilisateur")).toHaveValue(login);
  });

  for (const [label, short, enough, message, row] of [
    ['Prénom', 'A', 'Aw', 'Le prénom doit contenir au moins 2 caractères', '[VAL-015]'],
    ['Nom', 'T', 'Tr', 'Le nom doit contenir au moins 2 caractères', '[VAL-016]'],
    ["Nom d'utilisateur", 'aw', 'awa', "Le nom d'utilisateur doit contenir au moins 3 caractères", '[VAL-017]'],
    ['Email', 'awa@', 'awa@example.com', 'Email invalide', '[VAL-018]'],
  ] as const) {
    test(`refuses "${short}" for ${label} and takes "${enough}" ${row}`, async ({ page }) => {
      await fillIn(page, { [label]: short });
      await expect(alerts(page)).toHaveCount(0);
      await submit(page).click();
      await expect(alerts(page)).toHaveText([message]);
      await field(page, label).fill(enough);
      await expect(alerts(page)).toHaveCount(0);
    });
  }

  test('refuses a password of 5 characters and takes one of 6 [VAL-020]', async ({ page }) => {
    await fillIn(page, { 'Mot de passe': '12345', 'Confirmer le mot de passe': '12345' });
    await submit(page).click();
    await expect(alerts(page)).toHaveText(['Le mot de passe doit contenir au moins 6 caractères']);
    await field(page, 'Confirmer le mot de passe').fill('123456');
    await field(page, 'Mot de passe').fill('123456');
    await expect(alerts(page)).toHaveCount(0);
  });

  test('shows on the confirmation that it differs [VAL-021]', async ({ page }) => {
    await fillIn(page, { 'Confirmer le mot de passe': 'secrets' });
    await submit(page).click();
    await expect(alerts(page)).toHaveText(['Les mots de passe ne correspondent pas']);
    await expect(field(page, 'Confirmer le mot de passe')).toHaveAccessibleDescription(
      'Les mots de passe ne correspondent pas',
    );
  });
});
