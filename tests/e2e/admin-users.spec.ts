import { randomUUID } from 'node:crypto';
import type { User } from '@fasocolis/contracts/auth';
import type { Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, test as base, expect, expectToast, isCall } from './fixtures.ts';

interface Registration {
  username: string;
  email: string;
  phone?: string;
}

interface Fixtures {
  /** Registers a user of this test through the site. */
  register: (registration: Registration) => Promise<User>;
  /** The prefix of all names of this test. */
  prefix: string;
  /** A user registered under that prefix. */
  person: User;
}

const test = base.extend<Fixtures>({
  register: async ({ playwright, baseURL }, use) => {
    await use(async (registration) => {
      // Registering signs in: a separate context keeps the administrator's session.
      const visitor = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
      const response = await visitor.post('/api/auth/register', {
        data: { firstName: 'Awa', lastName: 'Ouédraogo', password: 'Secret-123', ...registration },
      });
      expect(response.status(), await response.text()).toBe(201);
      const user: User = await response.json();
      await visitor.dispose();
      return user;
    });
  },
  prefix: async ({ playwright: _ }, use) => use(`u${randomUUID().slice(0, 8)}`),
  person: async ({ register, prefix }, use) =>
    use(await register({ username: prefix, email: `${prefix}@example.com`, phone: '+226 70123456' })),
});

const isList = (request: Request) =>
  isCall('GET', '/api/users')(request) && new URL(request.url()).searchParams.has('range');

const openUsers = (page: Page, login: string) =>
  page.goto(`/admin/users?filter=${encodeURIComponent(JSON.stringify({ login }))}`);
const search = (page: Page) => page.getByRole('searchbox', { name: "Nom d'utilisateur ou email" });
const rowOf = (page: Page, { username }: { username: string }) =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });
const detailsOf = (page: Page) => page.getByRole('dialog', { name: "Détails de l'utilisateur" });

const openDelete = async (page: Page, { username }: User) => {
  await openUsers(page, username);
  await rowOf(page, { username })
    .getByRole('button', { name: `Supprimer ${username}` })
    .click();
  return page.getByRole('dialog', { name: `Supprimer « ${username} » ?` });
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the list of users', () => {
  test('is reached from the sidebar, which is the same as on every screen [ADM-NAV-019, ADM-NAV-023, ADM-NAV-029]', async ({
    page,
  }) => {
    const sidebar = page.getByTestId('admin-sidebar');
    await page.goto('/admin/orders');
    await expect(sidebar.getByRole('link', { name: 'Utilisateurs' })).toBeVisible();
    const texts = await sidebar.getByRole('listitem').allTextContents();
    // Other tests may write messages meanwhile.
    const entries = texts.map((text) => text.replace(/\d+ non lu\(s\)$/, ''));
    await sidebar.getByRole('link', { name: 'Utilisateurs' }).click();
    await expect(page).toHaveURL('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Gestion des Utilisateurs' })).toBeVisible();
    await expect(page).toHaveTitle('Gestion des Utilisateurs - FasoColis');
    await expect(sidebar.getByRole('heading', { name: "Panneau d'Administration" })).toBeVisible();
    await expect(sidebar.getByRole('listitem')).toContainText(entries);
  });

  test('finds users by a part of username or email in any case, not by phone or name [ADM-USR-002]', async ({
    page,
    register,
    prefix,
  }) => {
    const digits = String(Date.now()).slice(-9);
    const user = await register({
      username: `${prefix}-Fatou`,
      email: `Courrier.${prefix}@Example.com`,
      phone: `+226 ${digits}`,
    });
    await page.goto('/admin/users');
    for (const text of [`${prefix}-FAT`, `courrier.${prefix}@EX`]) {
      await search(page).fill(text);
      await expect(page.getByText('1 utilisateur(s) trouvé(s)')).toBeVisible();
      await expect(rowOf(page, user)).toBeVisible();
    }
    for (const text of [digits, 'Ouédraogo', `${prefix}%`, `${prefix}_Fatou`]) {
      await search(page).fill(text);
      await expect(page.getByText('Aucun résultat pour cette recherche.'), text).toBeVisible();
    }
  });

  test('shows the number of users that match the search [ADM-USR-004]', async ({ page, register, prefix }) => {
    for (const name of ['un', 'deux', 'trois']) {
      await register({ username: `${prefix}-${name}`, email: `${name}-${prefix}@example.com` });
    }
    await page.goto('/admin/users');
    for (const [text, count] of [
      [prefix, 3],
      [`${prefix}-deux`, 1],
      [`${prefix}-quatre`, 0],
    ] as const) {
      await search(page).fill(text);
      await expect(page.getByText(`${count} utilisateur(s) trouvé(s)`, { exact: true })).toBeVisible();
    }
  });

  test('clears the search by a click, even before it was sent [ADM-USR-003]', async ({ page, person }) => {
    await openUsers(page, person.username);
    await expect(page.getByText('1 utilisateur(s) trouvé(s)')).toBeVisible();
    const clear = page.getByRole('button', { name: 'Effacer', exact: true });
    await clear.click();
    await expect(search(page)).toHaveValue('');
    await expect(page.getByRole('row').nth(2)).toBeVisible();

    await search(page).fill(`${person.username}-inconnu`);
    await clear.click();
    await expect(search(page)).toHaveValue('');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
  });

  test('is requested again only after a minute', async ({ page }) => {
    await page.clock.install();
    let lists = 0;
    page.on('request', (request) => {
      if (isList(request)) lists += 1;
    });
    const sidebar = page.getByTestId('admin-sidebar');
    const leaveAndComeBack = async () => {
      await sidebar.getByRole('link', { name: 'Commandes', exact: true }).click();
      await expect(page.getByTestId('order-card').first()).toBeVisible();
      await sidebar.getByRole('link', { name: 'Utilisateurs' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    };
    await page.goto('/admin/users');
    await expect(page.getByRole('table')).toBeVisible();
    await leaveAndComeBack();
    expect(lists).toBe(1);

    await page.clock.fastForward('01:01');
    const again = page.waitForRequest(isList);
    await leaveAndComeBack();
    await again;
  });
});

test.describe('the details of a user', () => {
  test('open by their address and clear it when closed; an unknown user opens nothing [ADM-NAV-005, ADM-USR-007]', async ({
    page,
    person,
  }) => {
    await page.goto(`/admin/users?view=${person.id}`);
    await expect(detailsOf(page)).toContainText(person.username);
    await detailsOf(page).getByRole('button', { name: 'Fermer' }).click();
    await expect(detailsOf(page)).toBeHidden();
    await expect(page).toHaveURL('/admin/users');

    for (const unknown of ['2147483646', '99999999999', '0', 'abc']) {
      await page.goto(`/admin/users?view=${unknown}`);
      await expect(page).toHaveURL('/admin/users');
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByTestId('toast')).toBeHidden();
    }
  });

  test('are in the address while they are open [ADM-USR-008]', async ({ page, person }) => {
    await openUsers(page, person.username);
    await rowOf(page, person)
      .getByRole('button', { name: `Voir les détails de ${person.username}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`[?&]view=${person.id}(&|$)`));
    await detailsOf(page).getByRole('button', { name: 'Fermer' }).click();
    await expect(page).not.toHaveURL(/view=/);

    await rowOf(page, person).getByText('+226').click();
    await expect(page).toHaveURL(new RegExp(`[?&]view=${person.id}(&|$)`));
    await expect(detailsOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detailsOf(page)).toBeHidden();
    await expect(page).not.toHaveURL(/view=/);
  });
});

test.describe('the export', () => {
  test('saves utilisateurs.xlsx with the cookie of the session and shows a toast [ADM-USR-013, ADM-USR-014, ERR-077, CONST-064]', async ({
    page,
  }) => {
    await page.goto('/admin/users');
    const answered = page.waitForResponse('**/api/users/export/excel');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exporter en Excel' }).click();
    const response = await answered;
    expect(response.headers()['content-disposition']).toContain('filename="utilisateurs.xlsx"');
    expect((await response.request().allHeaders()).cookie).toBeTruthy();
    expect((await downloaded).suggestedFilename()).toBe('utilisateurs.xlsx');
    await expectToast(page, 'Export réussi', 'La liste des utilisateurs a été exportée avec succès.');
  });

  test('leads to the sign-in page when the session has ended', async ({ page }) => {
    await page.goto('/admin/users');
    await expect(page.getByRole('table')).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Exporter en Excel' }).click();
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('deleting a user', () => {
  test('is refused by the server for the principal administrator [ADM-USR-023, VAL-071]', async ({ adminApi }) => {
    const response = await adminApi.delete('/api/users/1');
    expect(response.status()).toBe(403);
    expect((await response.json()).message).toBe("L'administrateur principal ne peut pas être supprimé");
    expect(await (await adminApi.get('/api/user')).json()).toMatchObject({ id: 1 });
  });

  test('asks for confirmation, which a click outside does not close [ADM-USR-017]', async ({ page, person }) => {
    await page.clock.install();
    const dialog = await openDelete(page, person);
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    // A dialog that is closing would still be visible for a moment.
    await page.clock.runFor(2000);
    await expect(dialog).toBeVisible();
  });

  test('sends one request, shows a toast and refreshes the list [ADM-USR-019, ADM-USR-021, ERR-075]', async ({
    page,
    adminApi,
    person,
  }) => {
    const dialog = await openDelete(page, person);
    const deleted = page.waitForResponse((response) => isCall('DELETE', `/api/users/${person.id}`)(response.request()));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    expect(await (await deleted).json()).toEqual({ message: 'Utilisateur supprimé' });
    await refreshed;
    await expectToast(page, 'Utilisateur supprimé', "L'utilisateur et toutes ses données associées ont été supprimés.");
    await expect(dialog).toBeHidden();
    await expect(page.getByText('0 utilisateur(s) trouvé(s)')).toBeVisible();
    const filter = JSON.stringify({ id: [person.id] });
    expect(await (await adminApi.get('/api/users', { params: { filter } })).json()).toEqual([]);
  });

  test('from the details closes these too and clears the address [ADM-USR-020]', async ({ page, person }) => {
    await page.goto(`/admin/users?view=${person.id}`);
    await detailsOf(page).getByRole('button', { name: 'Supprimer' }).click();
    const dialog = page.getByRole('dialog', { name: `Supprimer « ${person.username} » ?` });
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByTestId('toast')).toContainText('Utilisateur supprimé');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL('/admin/users');
    await expect(rowOf(page, person)).toBeHidden();
  });
});

test('the screen of users and its dialogs have no automatically detectable accessibility faults', async ({
  page,
  person,
}) => {
  await openUsers(page, person.username);
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoFaults(page);
  await rowOf(page, person).getByRole('button', { name: /^Voir/ }).click();
  await expect(detailsOf(page)).toBeVisible();
  await expectNoFaults(page);
  await detailsOf(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Cette action est irréversible.', { exact: false })).toBeVisible();
  await expectNoFaults(page);
});
