import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => main(page).getByRole('button', { name });
const link = (page: Page, name: string) => main(page).getByRole('link', { name });
const toast = (page: Page) => page.getByTestId('toast');
const alerts = (page: Page) => main(page).getByRole('alert');
const RESET_SUBJECT = 'Réinitialisation de votre mot de passe';

/** Lets calls under a path wait until the answer is released. */
async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test.describe('a forgotten password', () => {
  const SUBMIT = 'Envoyer le lien de réinitialisation';

  test.beforeEach(async ({ page }) => {
    await page.goto('/forgot-password');
  });

  test('takes one address, without a session, and says while it sends [SHELL-002, RECOV-001]', async ({ page }) => {
    const release = await hold(page, '**/api/auth/forgot-password');
    await expect(page).toHaveURL('/forgot-password');
    await expect(main(page).locator('input')).toHaveCount(1);
    await field(page, 'Email').fill(`${newName()}@example.com`);
    await button(page, SUBMIT).click();
    await expect(button(page, 'Envoi en cours...')).toBeDisabled();
    release();
    await expect(button(page, 'Envoi en cours...')).toHaveCount(0);
  });

  test('is told as sent whatever the server answers [RECOV-002]', async ({ page }) => {
    for (const status of [200, 429, 500]) {
      await page.route('**/api/auth/forgot-password', (route) =>
        route.fulfill({ status, json: { message: 'peu importe', code: 'internal' } }),
      );
      await page.goto('/forgot-password');
      const request = page.waitForRequest('**/api/auth/forgot-password');
      await field(page, 'Email').fill('awa@example.com');
      await button(page, SUBMIT).click();
      expect((await request).method()).toBe('POST');
      expect((await request).postDataJSON()).toEqual({ email: 'awa@example.com' });
      await expect(main(page)).toContainText('Vérifiez votre boîte de réception');
      await page.unroute('**/api/auth/forgot-password');
    }
  });

  test('ends with a panel, a message and the way back [RECOV-003, RECOV-004, ERR-018]', async ({ page }) => {
    await field(page, 'Email').fill(`${newName()}@example.com`);
    await button(page, SUBMIT).click();
    await expect(main(page)).toContainText(
      'Vérifiez votre boîte de réception ainsi que votre dossier de courrier indésirable (spam).',
    );
    await expect(toast(page)).toContainText('Email envoyé');
    await expect(toast(page)).toContainText(
      'Si un compte existe avec cet email, vous recevrez un lien de réinitialisation.',
    );
    await link(page, 'Retour à la connexion').click();
    await expect(page).toHaveURL('/auth');
  });

  test('fails only when the request cannot be made [RECOV-005, ERR-017]', async ({ page }) => {
    await page.route('**/api/auth/forgot-password', (route) => route.abort());
    await field(page, 'Email').fill('awa@example.com');
    await button(page, SUBMIT).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Une erreur est survenue lors de la demande de réinitialisation.');
    await expect(field(page, 'Email')).toHaveValue('awa@example.com');
  });

  test('needs an address that is one [VAL-004, VAL-005]', async ({ page }) => {
    await button(page, SUBMIT).click();
    await expect(alerts(page)).toHaveText(['Email requis']);
    await field(page, 'Email').fill('awa');
    await expect(alerts(page)).toHaveText(['Veuillez entrer un email valide']);
    await field(page, 'Email').fill('awa@example.com');
    await expect(alerts(page)).toHaveCount(0);
  });
});

test.describe('a reset link', () => {
  const SUBMIT = 'Réinitialiser le mot de passe';
  const PENDING = 'Réinitialisation en cours...';
  const NEW = 'Nouveau mot de passe';
  const CONFIRM = 'Confirmer le mot de passe';

  const stubCheck = (page: Page, valid = true) =>
    page.route('**/api/auth/verify-reset-token*', (route) => route.fulfill({ json: { valid } }));
  const stubReset = (page: Page, status: number, body: object | string) =>
    page.route('**/api/auth/reset-password', (route) =>
      typeof body === 'string' ? route.fulfill({ status, body }) : route.fulfill({ status, json: body }),
    );
  const choose = async (page: Page, password: string, confirmation = password) => {
    await field(page, NEW).fill(password);
    await field(page, CONFIRM).fill(confirmation);
    await button(page, SUBMIT).click();
  };

  test('out of the mail changes the password once, and the new one signs in [SHELL-003]', async ({
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

  test('is checked first, and says so meanwhile [RECOV-007]', async ({ page }) => {
    await stubCheck(page);
    const release = await hold(page, '**/api/auth/verify-reset-token*');
    const request = page.waitForRequest('**/api/auth/verify-reset-token*');
    await page.goto('/reset-password?token=a%2Fb');
    expect(new URL((await request).url()).searchParams.get('token')).toBe('a/b');
    await expect(main(page).getByRole('status')).toHaveText('Vérification du lien...');
    await expect(main(page).locator('input')).toHaveCount(0);
    release();
    await expect(field(page, NEW)).toBeVisible();
  });

  test('that is not valid leads to a new one [RECOV-008, ERR-021]', async ({ page }) => {
    await page.goto('/reset-password?token=inconnu');
    await expect(page.getByRole('heading', { name: 'Lien invalide' })).toBeVisible();
    await expect(main(page)).toContainText('Ce lien de réinitialisation est invalide ou a expiré.');
    await link(page, 'Demander un nouveau lien').click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('without a token, or one that cannot be checked, is not valid [RECOV-009]', async ({ page }) => {
    const invalid = page.getByRole('heading', { name: 'Lien invalide' });
    await page.goto('/reset-password');
    await expect(invalid).toBeVisible();
    for (const fail of [500, undefined]) {
      await page.route('**/api/auth/verify-reset-token*', (route) =>
        fail ? route.fulfill({ status: fail, json: { message: 'panne', code: 'internal' } }) : route.abort(),
      );
      await page.goto('/reset-password?token=quelconque');
      await expect(invalid).toBeVisible();
      await page.unroute('**/api/auth/verify-reset-token*');
    }
  });

  test('that is valid shows a form and four tips [RECOV-010, RECOV-011]', async ({ page }) => {
    await stubCheck(page);
    await page.goto('/reset-password?token=bon');
    await expect(field(page, NEW)).toBeVisible();
    await expect(field(page, CONFIRM)).toBeVisible();
    await expect(button(page, SUBMIT)).toBeEnabled();
    await expect(main(page).getByRole('listitem')).toHaveText([
      '8 caractères minimum',
      'Lettres majuscules et minuscules',
      'Au moins un chiffre',
      'Au moins un caractère spécial',
    ]);
  });

  test('is sent with the password alone, once, and ends with the way back [RECOV-012, RECOV-013, RECOV-014, ERR-020]', async ({
    page,
  }) => {
    await stubCheck(page);
    await stubReset(page, 200, { message: 'ok' });
    const release = await hold(page, '**/api/auth/reset-password');
    const request = page.waitForRequest('**/api/auth/reset-password');
    await page.goto('/reset-password?token=bon');
    await choose(page, 'Nouveau-1234');
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ token: 'bon', password: 'Nouveau-1234' });
    await expect(button(page, PENDING)).toBeDisabled();
    release();
    await expect(toast(page)).toContainText('Succès');
    await expect(main(page)).toContainText('Votre mot de passe a été réinitialisé avec succès.');
    await link(page, 'Retour à la connexion').click();
    await expect(page).toHaveURL('/auth');
  });

  test('that is refused in the end says why, as far as the server does [RECOV-015, ERR-019]', async ({ page }) => {
    await stubCheck(page);
    await stubReset(page, 400, { message: 'Ce lien a déjà servi' });
    await page.goto('/reset-password?token=bon');
    await choose(page, 'Nouveau-1234');
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Ce lien a déjà servi');
    await expect(toast(page)).not.toContainText('400');

    await page.unroute('**/api/auth/reset-password');
    await stubReset(page, 500, '');
    await button(page, SUBMIT).click();
    await expect(toast(page)).toContainText('Une erreur est survenue lors de la réinitialisation du mot de passe.');
    await expect(button(page, SUBMIT)).toBeEnabled();
  });

  test('takes only a password that is long and mixed, typed twice [VAL-006, VAL-007, VAL-008, VAL-009, VAL-010, VAL-011]', async ({
    page,
  }) => {
    await stubCheck(page);
    await stubReset(page, 200, { message: 'ok' });
    await page.goto('/reset-password?token=bon');
    await choose(page, 'Abc-567');
    for (const [password, message] of [
      ['Abc-567', 'Le mot de passe doit contenir au moins 8 caractères'],
      ['abc-5678', 'Le mot de passe doit contenir au moins une lettre majuscule'],
      ['ABC-5678', 'Le mot de passe doit contenir au moins une lettre minuscule'],
      ['Abc-defg', 'Le mot de passe doit contenir au moins un chiffre'],
      ['Abcd5678', 'Le mot de passe doit contenir au moins un caractère spécial'],
    ] as const) {
      await field(page, CONFIRM).fill(password);
      await field(page, NEW).fill(password);
      await expect(alerts(page)).toHaveText([message]);
    }
    await field(page, NEW).fill('Abc-5678');
    await expect(field(page, CONFIRM)).toHaveAccessibleDescription('Les mots de passe ne correspondent pas');
    await field(page, CONFIRM).fill('Abc-5678');
    await expect(alerts(page)).toHaveCount(0);
    await button(page, SUBMIT).click();
    await expect(toast(page)).toContainText('Succès');
  });
});

test.describe('a verification link', () => {
  const profileButton = (page: Page) => link(page, 'Aller à mon profil');
  const stub = (page: Page, status: number, body: object) =>
    page.route('**/api/email/verify*', (route) => route.fulfill({ status, json: body }));

  test('is opened without a session, waited for, and heard [SHELL-004, RECOV-018]', async ({ page }) => {
    await stub(page, 200, { message: 'Merci.', alreadyVerified: false });
    const release = await hold(page, '**/api/email/verify*');
    const request = page.waitForRequest('**/api/email/verify*');
    await page.goto('/verify-email?token=a%2Fb');
    expect(new URL((await request).url()).searchParams.get('token')).toBe('a/b');
    await expect(main(page).getByRole('status')).toBeVisible();
    release();
    await expect(main(page)).toContainText('Merci.');
    await expect(page).toHaveURL('/verify-email?token=a%2Fb');
  });

  test('out of the mail verifies, and can be opened twice [RECOV-019, RECOV-020, ERR-025, ERR-026]', async ({
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

  test('that is refused says why, as far as the server does [RECOV-021, ERR-022]', async ({ page }) => {
    await stub(page, 400, { message: 'Ce lien a expiré.' });
    await page.goto('/verify-email?token=vieux');
    await expect(main(page)).toContainText('Ce lien a expiré.');
    await page.unroute('**/api/email/verify*');
    await stub(page, 500, {});
    await page.goto('/verify-email?token=vieux');
    await expect(main(page)).toContainText("Échec de la vérification de l'email");
  });

  test('without a network says so [RECOV-022, ERR-023]', async ({ page }) => {
    await page.route('**/api/email/verify*', (route) => route.abort());
    await page.goto('/verify-email?token=quelconque');
    await expect(main(page)).toContainText("Une erreur est survenue lors de la vérification de l'email");
  });

  test('without a token is invalid, and nobody is asked [RECOV-023, ERR-024, VAL-012]', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/email/verify')) calls += 1;
    });
    await page.goto('/verify-email');
    await expect(page.getByRole('heading', { name: 'Lien invalide' })).toBeVisible();
    await expect(main(page)).toContainText('Jeton de vérification manquant ou invalide');
    expect(calls).toBe(0);
  });

  test('leads to the profile with its outcome [RECOV-024]', async ({ page }) => {
    await page.goto('/verify-email');
    await expect(profileButton(page)).toHaveAttribute('href', '/profile?verificationStatus=invalid');
    await page.goto('/verify-email?token=inconnu');
    await expect(profileButton(page)).toHaveAttribute('href', '/profile?verificationStatus=error');
    await stub(page, 200, { message: 'Merci.', alreadyVerified: true });
    await page.goto('/verify-email?token=bon');
    await expect(profileButton(page)).toHaveAttribute('href', '/profile?verificationStatus=success');
  });

  test('that succeeds has the current user asked for again, and the profile shows it [RECOV-025]', async ({
    page,
    createUser,
    mailedLink,
    signIn,
  }) => {
    const person = await createUser();
    await signIn(page, person);
    const address = await mailedLink(person.email, 'Vérification de votre adresse email');
    // The user as known before the link counts: what the profile shows must have been asked for afterwards.
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
