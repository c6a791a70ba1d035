import type { User } from '@fasocolis/contracts/user';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectToast, type FakeApi } from './back-office.tsx';
import { order } from './orders.ts';
import { AWA } from './people.ts';
import { details, openUsers, PRINCIPAL, rowOf } from './user-screens.ts';

const STORED = '/api/users/12';
const TAKEN = 'Ce numéro appartient à un autre compte.';

const dialog = page.getByRole('dialog');
const confirmation = page.getByRole('dialog', { name: 'Supprimer « awa » ?' });

/** The facts in the details, by name. */
const facts = () =>
  Object.fromEntries(
    details
      .getByRole('term')
      .elements()
      .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent]),
  );

async function openDelete(): Promise<FakeApi> {
  const api = openUsers([AWA, PRINCIPAL]);
  await page.getByRole('button', { name: 'Supprimer awa' }).click();
  return api;
}

afterEach(() => vi.useRealTimers());

describe('the details of a user', () => {
  it('open by their address and clear it when closed [ADM-NAV-005, ADM-USR-007, ADM-USR-008]', async () => {
    openUsers([AWA], '/users?view=12');
    await expect.element(details.getByText('awa@example.com')).toBeVisible();
    await details.getByRole('button', { name: 'Fermer' }).click();
    await expect.element(details).not.toBeInTheDocument();
    await expectAddress('/admin/users');
  });

  it('have a switch that gives the user credit', async () => {
    const api = openUsers([AWA], '/users?view=12');
    api.respond('PATCH /api/credits/12', 200, { hasCredit: true });
    const credit = details.getByRole('switch', { name: 'Crédit' });
    await expect.element(credit).not.toBeChecked();
    await credit.click();
    await expectToast('Crédit mis à jour');
    await expect.element(credit).toBeChecked();
    expect(api.sent('PATCH /api/credits/12')).toEqual([{ hasCredit: true }]);
  });

  it('show the client code [INT-001]', async () => {
    const prefix = { key: 'client_code_prefix', value: 'FASO', description: null };
    openUsers([AWA], '/users?view=12').respond('GET /api/app-settings/client_code_prefix', 200, prefix);
    await expect.element(details.getByText('FASO1012')).toBeVisible();
  });

  it.each(['2147483646', '99999999999', '0', 'abc'])('do not open for an unknown user: %s', async (unknown) => {
    openUsers([AWA], `/users?view=${unknown}`);
    await expectAddress('/admin/users');
    await expect.element(rowOf(AWA)).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByTestId('toast')).not.toBeInTheDocument();
  });

  it('are in the address while they are open, by the button and by a click on the row [ADM-USR-008]', async () => {
    openUsers([AWA]);
    await page.getByRole('button', { name: 'Voir les détails de awa' }).click();
    await expectAddress('/admin/users?view=12');
    await details.getByRole('button', { name: 'Fermer' }).click();
    await expectAddress('/admin/users');
    await rowOf(AWA).getByText('+226').click();
    await expectAddress('/admin/users?view=12');
    await expect.element(details).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expectAddress('/admin/users');
  });

  it('show identity, registration, last connection and a placeholder for activity [ADM-USR-009, ADM-USR-010, ADM-USR-012]', async () => {
    openUsers([AWA], '/users?view=12');
    await expect.element(details.getByText("L'activité récente apparaîtra ici.", { exact: true })).toBeVisible();
    expect(facts()).toMatchObject({
      ID: '12',
      "Nom d'utilisateur": 'awa',
      Email: 'awa@example.comNon vérifié',
      Téléphone: '+226 70123456Non vérifié',
      "Date d'inscription": '05/03/2026',
      'Dernière connexion': '03/02/2031, 23:05 GMT+0',
    });
  });

  it('show the password as the sign-in method, without an external id [ADM-USR-011]', async () => {
    openUsers([AWA], '/users?view=12');
    await expect.element(details.getByText('Email/Mot de passe')).toBeVisible();
    expect(facts()).toMatchObject({ 'Méthode de connexion': 'Email/Mot de passe' });
    expect(facts()).not.toHaveProperty('Identifiant externe');
  });

  it('show the provider as the sign-in method, with the external id [ADM-USR-011]', async () => {
    const social: User = { ...AWA, provider: 'google', providerId: '1082349823', email: null, phone: null };
    openUsers([social], '/users?view=12');
    await expect.element(details.getByText('1082349823')).toBeVisible();
    expect(facts()).toMatchObject({
      'Méthode de connexion': 'Google',
      'Identifiant externe': '1082349823',
      Email: 'N/A',
      Téléphone: 'N/A',
    });
  });
});

it('the number and the names of a user are corrected from the details [TEL-001]', async () => {
  const api = openUsers([AWA, PRINCIPAL], '/users?view=12');
  await details.getByRole('button', { name: 'Modifier' }).click();
  const form = page.getByRole('dialog', { name: "Modifier l'utilisateur" });
  await form.getByRole('textbox', { name: 'Téléphone' }).fill('70 99 88 77');
  await form.getByRole('textbox', { name: 'Nom', exact: true }).fill('Sawadogo');
  api.respond('PATCH /api/users/12', 409, { message: TAKEN, code: 'conflict', errors: { phone: TAKEN } });
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(form.getByText(TAKEN)).toBeVisible();
  api.respond('PATCH /api/users/12', 200, { ...AWA, lastName: 'Sawadogo', phone: '+226 70998877' });
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Succès', 'Utilisateur mis à jour');
  await expectAddress('/admin/users?view=12');
  const corrected = { firstName: 'Awa', lastName: 'Sawadogo', phone: '70 99 88 77' };
  expect(api.sent('PATCH /api/users/12')).toEqual([corrected, corrected]);
});

describe('deleting a user', () => {
  it('is not offered for the principal administrator in the list [ADM-USR-016]', async () => {
    openUsers([AWA, PRINCIPAL]);
    await expect.element(rowOf(PRINCIPAL).getByRole('button', { name: /^Voir/ })).toBeVisible();
    await expect.element(rowOf(PRINCIPAL).getByRole('button', { name: /^Supprimer/ })).not.toBeInTheDocument();
  });

  it('is not offered for the principal administrator in the details [ADM-USR-016]', async () => {
    openUsers([AWA, PRINCIPAL], '/users?view=1');
    await expect.element(details.getByRole('heading', { name: 'Activité récente' })).toBeVisible();
    await expect.element(details.getByRole('button', { name: 'Fermer' })).toBeVisible();
    await expect.element(details.getByRole('button', { name: 'Supprimer' })).not.toBeInTheDocument();
  });

  it('lists what is lost and sends nothing when it is cancelled [ADM-USR-018]', async () => {
    const api = await openDelete();
    const warning =
      'Cette action est irréversible. Les notifications et les préférences de cet utilisateur seront définitivement supprimées. Ses commandes restent, sans son nom, son téléphone, les photos ni les messages.';
    await expect.element(confirmation.getByText(warning)).toBeVisible();
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rowOf(AWA)).toBeVisible();
    expect(api.sent(`DELETE ${STORED}`)).toEqual([]);
  });

  it('names the parcels that are still on the way [HIST-010]', async () => {
    const api = openUsers([AWA]);
    const parcels = Array.from({ length: 22 }, (_, index) => ({
      ...{ ...order, id: index + 1, reference: `FC-${index}`, userId: AWA.id },
    }));
    api.set('orders', parcels);
    await rowOf(AWA)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
    const named = parcels.slice(0, 20).map(({ reference }) => reference);
    await expect
      .element(confirmation.getByRole('status'))
      .toHaveTextContent(
        `Encore en route : ${named.join(', ')} et 2 autres. Plus personne ne sera prévenu de leur arrivée.`,
      );
    expect(api.lists('orders').filter(({ filter }) => 'userId' in filter)).toMatchObject([
      { filter: { userId: AWA.id, ended: false }, range: [0, 19] },
    ]);
  });

  it('is not cancelled by a click outside [ADM-USR-017]', async () => {
    await openDelete();
    await expect.element(confirmation).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const backdrop = confirmation.element().closest('.MuiDialog-container');
    await userEvent.click(backdrop as Element, { position: { x: 5, y: 5 } });
    // A dialog that is closing would still be visible for a moment.
    vi.advanceTimersByTime(2000);
    await expect.element(confirmation).toBeVisible();
  });

  it('sends one request, shows a toast and refreshes the list [ADM-USR-019, ADM-USR-021, ERR-075]', async () => {
    const api = await openDelete();
    const before = api.lists('users').length;
    await confirmation.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast('Utilisateur supprimé', "L'utilisateur et toutes ses données associées ont été supprimés.");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rowOf(AWA)).not.toBeInTheDocument();
    expect(api.writes).toEqual([`DELETE ${STORED}`]);
    expect(api.lists('users').length).toBeGreaterThan(before);
  });

  it('from the details closes these too and clears the address [ADM-USR-020]', async () => {
    openUsers([AWA, PRINCIPAL], '/users?view=12');
    await details.getByRole('button', { name: 'Supprimer' }).click();
    await confirmation.getByRole('button', { name: 'Supprimer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expectAddress('/admin/users');
    await expect.element(rowOf(AWA)).not.toBeInTheDocument();
  });

  it.each([
    ['fails', 500, { message: 'Erreur interne du serveur', code: 'internal' }],
    ['does not confirm it', 200, {}],
  ])('shows a toast and keeps the user when the server %s [ADM-USR-022, ERR-076]', async (_, status, body) => {
    const api = await openDelete();
    api.respond(`DELETE ${STORED}`, status, body);
    await confirmation.getByRole('button', { name: 'Supprimer' }).click();
    const failure = "Une erreur s'est produite lors de la suppression de l'utilisateur.";
    await expectToast('Échec de la suppression', failure);
    await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(rowOf(AWA)).toBeVisible();
  });
});
