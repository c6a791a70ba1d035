import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => main(page).getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const toast = (page: Page) => page.getByTestId('toast');

test.describe('the profile', () => {
  let person: { user: { id: number; createdAt: string }; login: string; email: string; password: string };

  test.beforeEach(async ({ page, createUser, signIn }) => {
    person = await createUser({ firstName: 'Aminata', lastName: 'Ouédraogo' });
    await signIn(page, person);
  });

  test.describe('under "Vérification Email"', () => {
    const SEND = 'Envoyer un email de vérification';

    test('sends another email whose link works [PROF-011, ERR-039]', async ({ page, mailedLink }) => {
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

    test('sends the current and the new password, empties the form, and the new one signs in [PROF-015, PROF-016, ERR-038]', async ({
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

    test('lists the open sessions, and ends others', async ({ page, browser, signIn }) => {
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

test.describe('the unsubscribe page', () => {
  const END = "Ne plus recevoir d'emails";

  test('requires one click after the link of an email, without a sign-in', async ({
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
});
