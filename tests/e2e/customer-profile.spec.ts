import { longDate } from '@fasocolis/web-kit/dates';
import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => main(page).getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const toast = (page: Page) => page.getByTestId('toast');
const alerts = (page: Page) => main(page).getByRole('alert');

test.describe('the way to the profile', () => {
  test('shows a spinner while the session loads, and leads visitors to sign-in', async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/user', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/profile');
    await expect(main(page).getByRole('status')).toBeVisible();
    await expect(page).toHaveURL('/profile');
    release();
    await expect(page).toHaveURL('/auth');
  });

  test('leads a customer from the account menu to the three tabs, and from there home at sign-out [SHELL-009]', async ({
    page,
    createUser,
    signIn,
  }) => {
    await signIn(page, await createUser());
    await page.goto('/');
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByRole('menuitem', { name: 'Mon Profil' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('tab')).toHaveText(['Information Personnelle', 'Vérification Email', 'Mot de Passe']);

    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expect(toast(page)).toContainText('Déconnexion réussie');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/profile');
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('the profile', () => {
  let person: { user: { id: number; createdAt: string }; login: string; email: string; password: string };

  test.beforeEach(async ({ page, createUser, signIn }) => {
    person = await createUser({ firstName: 'Aminata', lastName: 'Ouédraogo' });
    await signIn(page, person);
  });

  test('is headed by name, username and date of registration [PROF-001, PROF-002, PROF-003]', async ({ page }) => {
    await page.goto('/profile');
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Aminata Ouédraogo');
    await expect(main(page).getByText(`@${person.login}`, { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`Membre depuis ${longDate(person.user.createdAt)}`);
    expect(longDate('2025-03-12T23:30:00Z')).toBe('12 mars 2025');
  });

  test('asks for the orders and shows nothing of them, even of their failure [PROF-019]', async ({ page }) => {
    const path = `**/api/orders/user/${person.user.id}`;
    await page.route(path, (route) => route.fulfill({ status: 500, json: { message: 'panne', code: 'internal' } }));
    const failed = page.waitForResponse(path);
    await page.goto('/profile');
    expect((await failed).status()).toBe(500);
    await expect(button(page, 'Mettre à jour le profil')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    await expect(main(page)).not.toContainText('panne');

    await page.unroute(path);
    const asked = page.waitForResponse(path);
    await page.reload();
    expect((await asked).status()).toBe(200);
  });

  test.describe('under "Information Personnelle"', () => {
    const SUBMIT = 'Mettre à jour le profil';

    test('holds username and e-mail as they are [PROF-004]', async ({ page }) => {
      await page.goto('/profile');
      await expect(tab(page, 'Information Personnelle')).toHaveAttribute('aria-selected', 'true');
      await expect(field(page, "Nom d'utilisateur")).toHaveValue(person.login);
      await expect(field(page, 'Email')).toHaveValue(person.email);
      await expect(field(page, 'Email')).toBeEditable();
    });

    test('sends both, and shows what the server knows then [PROF-005, PROF-006, ERR-037]', async ({ page }) => {
      await page.goto('/profile');
      const username = newName();
      const email = `${username}@example.com`;
      await field(page, "Nom d'utilisateur").fill(username);
      await field(page, 'Email').fill(email);
      const sent = page.waitForRequest(`**/api/users/${person.user.id}`);
      const refreshed = page.waitForResponse('**/api/user');
      await button(page, SUBMIT).click();
      expect((await sent).method()).toBe('PATCH');
      expect((await sent).postDataJSON()).toEqual({ username, email });
      await expect(toast(page)).toContainText('Profil mis à jour');
      expect((await (await refreshed).json()).username).toBe(username);
      await expect(main(page).getByText(`@${username}`, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: `Mon compte, ${username}` })).toBeVisible();
    });

    test('has a switch for mails about the parcels, sent only when it was moved', async ({ page }) => {
      const mails = main(page).getByRole('checkbox', { name: "M'avertir par email des changements de statut" });
      await page.goto('/profile');
      await expect(mails).toBeChecked();
      await mails.uncheck();
      const sent = page.waitForRequest(`**/api/users/${person.user.id}`);
      await button(page, SUBMIT).click();
      expect((await sent).postDataJSON()).toEqual({
        username: person.login,
        email: person.email,
        notifyByEmail: false,
      });
      await expect(toast(page)).toContainText('Profil mis à jour');
      await page.reload();
      await expect(mails).not.toBeChecked();
    });

    test('says why it failed, as far as the server does [PROF-007, ERR-031]', async ({ page, createUser }) => {
      const other = await createUser();
      await page.goto('/profile');
      await field(page, "Nom d'utilisateur").fill(other.login);
      await button(page, SUBMIT).click();
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText("Ce nom d'utilisateur est déjà utilisé");
      await expect(toast(page)).not.toContainText('409');
      await expect(field(page, "Nom d'utilisateur")).toHaveValue(other.login);

      await page.route(`**/api/users/${person.user.id}`, (route) => route.fulfill({ status: 500, body: '' }));
      await button(page, SUBMIT).click();
      await expect(toast(page)).toContainText('Une erreur est survenue lors de la mise à jour du profil');
    });

    test('leads to sign-in when the session is over', async ({ page }) => {
      await page.goto('/profile');
      await expect(button(page, SUBMIT)).toBeVisible();
      await page.context().clearCookies();
      await button(page, SUBMIT).click();
      await expect(toast(page)).toContainText('Vous devez être connecté pour effectuer cette action');
      await expect(page).toHaveURL('/auth');
    });

    test('refuses a short username and what is no address [VAL-022, VAL-023]', async ({ page }) => {
      await page.goto('/profile');
      await field(page, "Nom d'utilisateur").fill('aw');
      await field(page, 'Email').fill('awa@');
      await expect(alerts(page)).toHaveCount(0);
      await button(page, SUBMIT).click();
      await expect(alerts(page)).toHaveText([
        "Le nom d'utilisateur doit contenir au moins 3 caractères",
        'Veuillez saisir une adresse email valide',
      ]);
      await field(page, "Nom d'utilisateur").fill('awa');
      await field(page, 'Email').fill('awa@example.com');
      await expect(alerts(page)).toHaveCount(0);
    });
  });

  test.describe('under "Vérification Email"', () => {
    const SEND = 'Envoyer un email de vérification';

    test('opens there after a verification [PROF-020]', async ({ page }) => {
      for (const status of ['success', 'error', 'invalid']) {
        await page.goto(`/profile?verificationStatus=${status}`);
        await expect(tab(page, 'Vérification Email')).toHaveAttribute('aria-selected', 'true');
      }
    });

    test('gives reasons and a button only until the address is verified [PROF-008, PROF-009, PROF-010]', async ({
      page,
      mailedLink,
    }) => {
      const reasons = main(page).getByRole('listitem');
      await page.goto('/profile');
      await tab(page, 'Vérification Email').click();
      await expect(main(page).getByText('Non vérifié', { exact: true })).toBeVisible();
      await expect(reasons).toHaveText([
        'Sécuriser votre compte',
        "Récupérer votre mot de passe en cas d'oubli",
        'Recevoir les informations importantes sur vos commandes',
      ]);
      await expect(button(page, SEND)).toBeVisible();

      await page.goto(await mailedLink(person.email, 'Vérification de votre adresse email'));
      await page.getByRole('link', { name: 'Aller à mon profil' }).click();
      await expect(main(page).getByText('Vérifié', { exact: true })).toBeVisible();
      await expect(main(page).getByText('Non vérifié')).toHaveCount(0);
      await expect(reasons).toHaveCount(0);
      await expect(button(page, SEND)).toHaveCount(0);
    });

    test('sends another mail whose link works [PROF-011, ERR-039]', async ({ page, mailedLink }) => {
      const subject = 'Vérification de votre adresse email';
      const first = await mailedLink(person.email, subject);
      await page.goto('/profile?verificationStatus=error');
      const sent = page.waitForRequest('**/api/email/send-verification');
      await button(page, SEND).click();
      expect((await sent).method()).toBe('POST');
      await expect(toast(page)).toContainText('Email envoyé');
      await expect.poll(() => mailedLink(person.email, subject)).not.toBe(first);
      await page.goto(await mailedLink(person.email, subject));
      await expect(page.getByRole('heading', { name: 'Email vérifié' })).toBeVisible();
    });

    test('says when the mail cannot be sent [PROF-012, ERR-033]', async ({ page }) => {
      await page.route('**/api/email/send-verification', (route) =>
        route.fulfill({ status: 500, json: { message: 'panne', code: 'internal' } }),
      );
      await page.goto('/profile?verificationStatus=error');
      await button(page, SEND).click();
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText("Une erreur est survenue lors de l'envoi de l'email de vérification");
    });
  });

  test.describe('under "Mot de Passe"', () => {
    const SUBMIT = 'Changer le mot de passe';
    const LABELS = ['Mot de passe actuel', 'Nouveau mot de passe', 'Confirmer le nouveau mot de passe'] as const;

    const fillIn = async (page: Page, values: readonly [string, string, string]) => {
      for (const [index, label] of LABELS.entries()) await field(page, label).fill(values[index] ?? '');
    };

    test.beforeEach(async ({ page }) => {
      await page.goto('/profile');
      await tab(page, 'Mot de Passe').click();
    });

    test('gives tips [PROF-013]', async ({ page }) => {
      const tips = main(page).getByRole('list', { name: 'Pour un compte bien protégé' });
      await expect(tips.getByRole('listitem')).toHaveText([
        'Utilisez au moins 8 caractères',
        'Mélangez majuscules, minuscules, chiffres et caractères spéciaux',
        "N'utilisez pas le même mot de passe sur plusieurs sites",
      ]);
    });

    test('shows and hides each of three passwords on its own [PROF-014]', async ({ page }) => {
      for (const [shown, label] of LABELS.entries()) {
        await page.getByRole('button', { name: 'Afficher le mot de passe' }).nth(shown).click();
        for (const other of LABELS) {
          await expect(field(page, other)).toHaveAttribute('type', other === label ? 'text' : 'password');
        }
        await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
      }
    });

    test('sends old and new, empties the form, and the new one signs in [PROF-015, PROF-016, ERR-038]', async ({
      page,
      signIn,
    }) => {
      const sent = page.waitForRequest(`**/api/users/${person.user.id}/password`);
      await fillIn(page, [person.password, 'Autre-5678', 'Autre-5678']);
      await button(page, SUBMIT).click();
      expect((await sent).method()).toBe('PATCH');
      expect((await sent).postDataJSON()).toEqual({ currentPassword: person.password, newPassword: 'Autre-5678' });
      await expect(toast(page)).toContainText('Mot de passe mis à jour');
      for (const label of LABELS) await expect(field(page, label)).toHaveValue('');
      await signIn(page, { login: person.login, password: 'Autre-5678' });
    });

    test('says why it failed, as far as the server does [PROF-017, ERR-032]', async ({ page }) => {
      await fillIn(page, ['Faux-1234', 'Autre-5678', 'Autre-5678']);
      await button(page, SUBMIT).click();
      await expect(toast(page)).toContainText('Erreur');
      await expect(toast(page)).toContainText('Le mot de passe actuel est incorrect');
      await page.route(`**/api/users/${person.user.id}/password`, (route) => route.fulfill({ status: 500, body: '' }));
      await button(page, SUBMIT).click();
      await expect(toast(page)).toContainText('Une erreur est survenue lors du changement de mot de passe');
    });

    test('wants all three at least 6 characters long, and the last two alike [VAL-024, VAL-025, VAL-026, VAL-027]', async ({
      page,
    }) => {
      await fillIn(page, ['12345', '12345', '12345']);
      await expect(alerts(page)).toHaveCount(0);
      await button(page, SUBMIT).click();
      await expect(alerts(page)).toHaveText([
        'Le mot de passe actuel doit contenir au moins 6 caractères',
        'Le nouveau mot de passe doit contenir au moins 6 caractères',
        'Veuillez confirmer votre nouveau mot de passe',
      ]);
      await fillIn(page, ['123456', '123456', '1234567']);
      await expect(alerts(page)).toHaveText(['Les mots de passe ne correspondent pas']);
      await expect(field(page, 'Confirmer le nouveau mot de passe')).toHaveAccessibleDescription(
        'Les mots de passe ne correspondent pas',
      );
      await field(page, 'Confirmer le nouveau mot de passe').fill('123456');
      await expect(alerts(page)).toHaveCount(0);
    });

    test('lists where one is signed in, and signs out elsewhere', async ({ page, browser, signIn }) => {
      const devices = main(page).getByRole('list', { name: 'Appareils connectés' }).getByRole('listitem');
      const phone = await browser.newContext({
        userAgent:
          'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      });
      const phonePage = await phone.newPage();
      await signIn(phonePage, person);
      await page.reload();
      await tab(page, 'Mot de Passe').click();
      const other = devices.filter({ hasText: 'Chrome sur Android' });
      const own = devices.filter({ hasText: 'Cet appareil' });
      await expect(other).toHaveCount(1);
      await expect(own).toHaveCount(1);
      await expect(other).not.toContainText('Cet appareil');

      await other.getByRole('button', { name: 'Déconnecter' }).click();
      await expect(toast(page)).toContainText('Appareil déconnecté');
      await expect(other).toHaveCount(0);
      expect((await phonePage.request.get('/api/user')).status()).toBe(401);
      await phone.close();

      await own.getByRole('button', { name: 'Déconnecter' }).click();
      await expect(page).toHaveURL('/auth');
    });
  });
});

test.describe('the end of mails', () => {
  const END = "Ne plus recevoir d'emails";

  test('takes one button behind the link of a mail, without a sign-in', async ({
    page,
    createUser,
    createOrder,
    mailedLink,
    adminApi,
    signIn,
  }) => {
    const person = await createUser();
    await page.goto(await mailedLink(person.email, 'Vérification de votre adresse email'));
    await expect(page.getByRole('heading', { name: 'Email vérifié' })).toBeVisible();
    const order = await createOrder({ userId: person.user.id });
    await adminApi.patch(`/api/orders/${order.id}`, { data: { status: 'IN_TRANSIT' } });
    await page.goto(await mailedLink(person.email, `En Transit : ${order.reference}`));
    await expect(page).toHaveURL(/\/desabonnement\?token=/);
    await button(page, END).click();
    await expect(main(page).getByText('Vous ne recevrez plus nos emails.')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Aller à mon profil' })).toHaveAttribute('href', '/profile');
    await signIn(page, person);
    expect((await (await page.request.get('/api/user')).json()).notifyByEmail).toBe(false);
  });

  test('says when a link is not one of ours', async ({ page }) => {
    await page.goto('/desabonnement?token=inconnu');
    await button(page, END).click();
    await expect(page.getByRole('heading', { name: 'Désabonnement impossible' })).toBeVisible();
    await page.goto('/desabonnement');
    await expect(page.getByRole('heading', { name: 'Désabonnement impossible' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Aller à mon profil' })).toBeVisible();
  });
});
