import type { User } from '@fasocolis/contracts/user';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast, FakeApi, openScreen } from './back-office.tsx';

const AWA: User = {
  id: 12,
  username: 'awa',
  email: 'awa@example.com',
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  phone: '+226 70123456',
  provider: null,
  providerId: null,
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2031-02-03T23:05:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};
const PRINCIPAL: User = { ...AWA, id: 1, username: 'admin', email: null, isAdmin: true };
const STORED = '/api/users/12';
const EXPORT = 'GET /api/users/export/excel';

function openUsers(users: User[], path = '/users'): FakeApi {
  const api = new FakeApi({ users });
  openScreen(path, api);
  return api;
}

const dialog = page.getByRole('dialog');
const details = page.getByRole('dialog', { name: "Détails de l'utilisateur" });
const confirmation = page.getByRole('dialog', { name: 'Supprimer « awa » ?' });
const rowOf = ({ username }: User) => page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });
const textsOf = (role: 'cell' | 'columnheader', scope: Pick<typeof page, 'getByRole'> = page) =>
  scope
    .getByRole(role)
    .elements()
    .map(({ textContent }) => textContent);

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

describe('the list of users', () => {
  it('shows the users of the API [ADM-USR-001]', async () => {
    openUsers([AWA]);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Utilisateurs' })).toBeVisible();
    await expect.element(rowOf(AWA)).toBeVisible();
  });

  it('treats a response that is not an array as empty [ADM-USR-001]', async () => {
    const api = new FakeApi();
    api.respond('GET /api/users', 200, {});
    openScreen('/users', api);
    await expect.element(page.getByText('Aucun utilisateur pour le moment.')).toBeVisible();
    await expect.element(page.getByText('0 utilisateur(s) trouvé(s)')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('has seven columns in order and one row per user [ADM-USR-005]', async () => {
    openUsers([AWA]);
    await expect.element(rowOf(AWA)).toBeVisible();
    expect(textsOf('columnheader')).toEqual([
      'ID',
      "Nom d'utilisateur",
      'Email',
      'Téléphone',
      "Date d'inscription",
      'Méthode de connexion',
      'Actions',
    ]);
    expect(textsOf('cell', rowOf(AWA))).toEqual([
      '12',
      'awa',
      'awa@example.com',
      '+226 70123456',
      '05/03/2026',
      'Email/Mot de passe',
      '',
    ]);
  });

  it('fits a narrow screen, with its details', async () => {
    await page.viewport(360, 740);
    openUsers([AWA]);
    for (const text of ['awa', 'awa@example.com']) {
      await expect.element(rowOf(AWA).getByText(text, { exact: true })).toBeInViewport();
    }
    await expect.element(rowOf(AWA).getByRole('button', { name: /^Supprimer/ })).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBe(360);
    await rowOf(AWA).getByRole('button', { name: /^Voir/ }).click();
    await expect.element(details.getByRole('button', { name: 'Fermer' })).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBe(360);
  });
});

describe('the details of a user', () => {
  it('show identity, registration, last connection and a placeholder for activity [ADM-USR-009, ADM-USR-010, ADM-USR-012]', async () => {
    openUsers([AWA], '/users?view=12');
    await expect.element(details.getByText("L'activité récente apparaîtra ici.", { exact: true })).toBeVisible();
    expect(facts()).toMatchObject({
      ID: '12',
      "Nom d'utilisateur": 'awa',
      Email: 'awa@example.comNon vérifié',
      Téléphone: '+226 70123456',
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

it('a failed export shows a toast and can be retried [ERR-078]', async () => {
  const api = openUsers([AWA]);
  api.respond(EXPORT, 500);
  const button = page.getByRole('button', { name: 'Exporter en Excel' });
  await button.click();
  await expectToast("Échec de l'exportation", "Une erreur s'est produite lors de l'exportation des données");
  await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
  await expect.element(button).toBeEnabled();
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
      'Cette action est irréversible. Les commandes, les notifications et les préférences de cet utilisateur seront définitivement supprimées.';
    await expect.element(confirmation.getByText(warning, { exact: true })).toBeVisible();
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rowOf(AWA)).toBeVisible();
    expect(api.sent(`DELETE ${STORED}`)).toEqual([]);
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
