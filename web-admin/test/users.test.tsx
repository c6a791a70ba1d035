import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast, FakeApi, openScreen, pageLoads, sidebarEntry } from './back-office.tsx';
import { AWA } from './people.ts';
import { details, openUsers, rowOf } from './user-screens.ts';

const EXPORT = 'GET /api/users/export/excel';

const textsOf = (role: 'cell' | 'columnheader', scope: Pick<typeof page, 'getByRole'> = page) =>
  scope
    .getByRole(role)
    .elements()
    .map(({ textContent }) => textContent);

afterEach(() => vi.useRealTimers());

describe('the list of users', () => {
  it('has the title of every sidebar [ADM-NAV-019]', async () => {
    openUsers([AWA]);
    const sidebar = page.getByTestId('admin-sidebar');
    await expect.element(sidebar.getByRole('heading', { name: "Panneau d'Administration", exact: true })).toBeVisible();
  });

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

describe('the search for users', () => {
  const search = page.getByRole('searchbox', { name: "Nom d'utilisateur ou email" });
  const clear = page.getByRole('button', { name: 'Effacer', exact: true });
  const count = (found: number) => page.getByText(`${found} utilisateur(s) trouvé(s)`, { exact: true });

  function openSearch(): FakeApi {
    const users = ['fatou', 'fati', 'awa'].map((username, index) => ({ ...AWA, id: 12 + index, username }));
    const api = new FakeApi();
    api.compute('GET /api/users', ({ query }) => {
      const { login = '' } = JSON.parse(query.get('filter') ?? '{}') as { login?: string };
      const found = users.filter(({ username }) => username.includes(login));
      return Response.json(found, { headers: { 'content-range': `users 0-${found.length}/${found.length}` } });
    });
    openScreen('/users', api);
    return api;
  }

  it('asks for username or email, and shows the number of users found [ADM-USR-002, ADM-USR-004]', async () => {
    const api = openSearch();
    await expect.element(count(3)).toBeVisible();
    await search.fill('fatou');
    await expect.element(count(1)).toBeVisible();
    expect(api.lastFilter('users')).toEqual({ login: 'fatou' });
    await search.fill('personne');
    await expect.element(count(0)).toBeVisible();
    await expect.element(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  it('is cleared by a click [ADM-USR-003]', async () => {
    openSearch();
    await search.fill('fatou');
    await expect.element(count(1)).toBeVisible();
    await clear.click();
    await expect.element(search).toHaveValue('');
    await expect.element(count(3)).toBeVisible();
  });

  it('is cleared by a click before it was sent [ADM-USR-003]', async () => {
    const api = openSearch();
    await expect.element(count(3)).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await search.fill('fatou');
    // At once: a click of the mouse takes longer than the delay of the search on a busy machine.
    (clear.element() as HTMLElement).click();
    vi.advanceTimersByTime(5000);
    await expect.element(search).toHaveValue('');
    await expect.element(count(3)).toBeVisible();
    expect(api.lists('users').map(({ filter }) => filter)).not.toContainEqual({ login: 'fatou' });
  });
});

it('the list of users is requested again after a minute, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const api = openUsers([AWA]);
  const leaveAndComeBack = async () => {
    await sidebarEntry('Produits').click();
    await expect.element(rowOf(AWA)).not.toBeInTheDocument();
    await sidebarEntry('Utilisateurs').click();
    await expect.element(rowOf(AWA)).toBeVisible();
  };
  await expect.element(rowOf(AWA)).toBeVisible();
  await leaveAndComeBack();
  expect(api.lists('users')).toHaveLength(1);
  vi.setSystemTime(Date.now() + 61_000);
  await leaveAndComeBack();
  await expect.poll(() => api.lists('users')).toHaveLength(2);
});

it('an export after the end of the session leads to the sign-in page', async () => {
  const api = openUsers([AWA]);
  api.respond(EXPORT, 401, { message: 'Non authentifié', code: 'unauthenticated' });
  await page.getByRole('button', { name: 'Exporter en Excel' }).click();
  await expect.poll(() => pageLoads).toEqual(['/auth']);
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
