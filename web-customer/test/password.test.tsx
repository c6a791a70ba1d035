import type { User } from '@fasocolis/contracts/user';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectTexts, expectToast, FakeApi, main, openPage } from './customer-site.tsx';

const PASSWORD = `PATCH /api/users/${AWA.id}/password`;
const CHANGE = 'Changer le mot de passe';

const field = (label: string) => main.getByLabelText(label, { exact: true });
const alerts = main.getByRole('alert');
const button = (name: string) => main.getByRole('button', { name });

async function openPassword(user: User = AWA): Promise<FakeApi> {
  const api = new FakeApi(user);
  openPage('/profile', api);
  await page.getByRole('tab', { name: 'Mot de Passe' }).click();
  return api;
}

describe('the tab of the password', () => {
  const LABELS = ['Mot de passe actuel', 'Nouveau mot de passe', 'Confirmer le nouveau mot de passe'] as const;
  const fillIn = async (...values: [string, string, string]) => {
    for (const [index, label] of LABELS.entries()) await field(label).fill(values[index] ?? '');
  };

  it('gives tips [PROF-013]', async () => {
    await openPassword();
    const tips = main.getByRole('list', { name: 'Pour un compte bien protégé' });
    await expectTexts(tips.getByRole('listitem'), [
      'Utilisez au moins 8 caractères',
      'Mélangez majuscules, minuscules, chiffres et caractères spéciaux',
      "N'utilisez pas le même mot de passe sur plusieurs sites",
    ]);
    // Ticks would say that what is typed, or nothing yet, follows them.
    expect(tips.element().querySelector('svg')).toBeNull();
  });

  it('warns the administrator of a password that is weaker than staff’s, and stores it [SEC-029]', async () => {
    const api = await openPassword({ ...AWA, isAdmin: true });
    api.respond(PASSWORD, 200, { message: 'ok' });
    const warning = main.getByText(
      "Mot de passe faible pour un compte d'administrateur\u00a0: le mot de passe doit contenir au moins 10 caractères.",
    );
    await fillIn('Admin-1234', 'Solide-mot-2026', 'Solide-mot-2026');
    await expect.element(warning).not.toBeInTheDocument();
    await fillIn('Admin-1234', 'Colis-12', 'Colis-12');
    await expect.element(warning).toBeVisible();
    await button(CHANGE).click();
    await expectToast('Mot de passe mis à jour');
    expect(api.sent(PASSWORD)).toEqual([{ currentPassword: 'Admin-1234', newPassword: 'Colis-12' }]);
  });

  it('shows and hides each of its three passwords separately [PROF-014]', async () => {
    await openPassword();
    for (const [shown, label] of LABELS.entries()) {
      await page.getByRole('button', { name: 'Afficher le mot de passe' }).nth(shown).click();
      for (const other of LABELS) {
        await expect.element(field(other)).toHaveAttribute('type', other === label ? 'text' : 'password');
      }
      await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    }
  });

  it('sends the current and the new password, and is emptied [PROF-015, PROF-016, ERR-038]', async () => {
    const api = await openPassword();
    api.respond(PASSWORD, 200, { message: 'ok' });
    await fillIn('Secret-1234', 'Autre-5678', 'Autre-5678');
    await button(CHANGE).click();
    await expectToast('Mot de passe mis à jour');
    expect(api.sent(PASSWORD)).toEqual([{ currentPassword: 'Secret-1234', newPassword: 'Autre-5678' }]);
    for (const label of LABELS) await expect.element(field(label)).toHaveValue('');
  });

  const WRONG = 'Le mot de passe actuel est incorrect';
  it.each([
    ['with the message of the server', 400, { message: WRONG, code: 'bad-request' }, WRONG],
    ['with a general text without one', 500, '', 'Une erreur est survenue lors du changement de mot de passe'],
  ])('shows a failure %s [PROF-017, ERR-032]', async (_, status, body, text) => {
    const api = await openPassword();
    api.respond(PASSWORD, status, body);
    await fillIn('Faux-1234', 'Autre-5678', 'Autre-5678');
    await button(CHANGE).click();
    await expectToast('Erreur', text);
  });

  it('requires at least 6 characters in each field, and an equal confirmation [VAL-024, VAL-025, VAL-026, VAL-027]', async () => {
    await openPassword();
    await fillIn('12345', '12345', '12345');
    await button(CHANGE).click();
    await expectTexts(alerts, [
      'Le mot de passe actuel doit contenir au moins 6 caractères',
      'Le nouveau mot de passe doit contenir au moins 6 caractères',
      'Veuillez confirmer votre nouveau mot de passe',
    ]);
    await fillIn('123456', '123456', '1234567');
    await expectTexts(alerts, ['Les mots de passe ne correspondent pas']);
    await expect.element(field(LABELS[2])).toHaveAccessibleDescription('Les mots de passe ne correspondent pas');
    await field(LABELS[2]).fill('123456');
    await expect.element(alerts).not.toBeInTheDocument();
  });
});
