import type { Notification } from '@fasocolis/contracts/notifications';
import type { APIRequestContext, Locator, Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';

const isSend = isCall('POST', '/api/notifications');
const isUserList = (request: Request) =>
  isCall('GET', '/api/users')(request) && new URL(request.url()).searchParams.has('range');
const IDS_INVALID = 'Les IDs utilisateurs doivent être des nombres séparés par des virgules';
const TARGET_REQUIRED = 'Veuillez spécifier des IDs utilisateurs ou sélectionner "Tous les utilisateurs".';

function sendsOf(page: Page): object[] {
  const bodies: object[] = [];
  page.on('request', (request) => {
    if (isSend(request)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

const everybody = (page: Page) => page.getByRole('switch', { name: 'Tous les utilisateurs' });
const picker = (page: Page) => page.getByRole('list', { name: 'Utilisateurs' });
const optionOf = (page: Page, { username }: { username: string }) =>
  picker(page).getByRole('listitem').filter({ hasText: username }).getByRole('checkbox');
const idsField = (page: Page) => page.getByRole('textbox', { name: 'IDs utilisateurs' });
const searchUsers = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill(text);
const press = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true }).click();

async function fill(page: Page, words: { title: string; body: string }) {
  await page.getByRole('textbox', { name: 'Titre' }).fill(words.title);
  await page.getByRole('textbox', { name: 'Message' }).fill(words.body);
}

const open = async (page: Page, { toEverybody = true } = {}) => {
  await page.goto('/admin/notifications');
  if (!toEverybody) await everybody(page).click();
};

const notificationsOf = async (api: APIRequestContext, { id }: { id: number }): Promise<Notification[]> =>
  (await api.get(`/api/notifications/user/${id}`)).json();

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the screen opens from the sidebar and by its address, with a form and advice [ADM-NTF-001, ADM-NTF-002, ADM-NTF-003, ADM-NTF-016, ADM-NAV-006, ADM-NAV-024, VAL-052]', async ({
  page,
}) => {
  await page.goto('/admin/orders');
  await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/admin/notifications');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Gestion des Notifications' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Titre' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(everybody(page)).toBeChecked();

  const advice = page.getByRole('complementary', { name: 'Bonnes pratiques' });
  await expect(advice.getByRole('listitem')).toHaveText([
    'Soyez concis',
    'Soyez pertinent',
    "Incluez un appel à l'action clair",
    "Testez avant d'envoyer",
  ]);
  await expect(advice).toContainText(
    "Dans cette démo, les notifications s'affichent sous forme de toasts. En production, de vraies notifications push seraient utilisées.",
  );
});

test.describe('a notification for everybody', () => {
  test('is one call; it is announced, the own list is refreshed and the form empty again [ADM-NTF-009, ADM-NTF-011, ERR-065]', async ({
    page,
  }) => {
    const title = newName();
    await open(page);
    await fill(page, { title, body: 'Le bureau de Bobo-Dioulasso ouvre lundi.' });
    await expect(page.getByRole('figure', { name: 'Ce que le client verra' })).toContainText(title);
    const sends = sendsOf(page);
    const refreshed = page.waitForRequest(isCall('GET', '/api/notifications/user/1'));
    await press(page);
    await expectToast(page, 'Succès', 'Notification(s) envoyée(s) avec succès');
    await refreshed;
    expect(sends).toEqual([{ title, body: 'Le bureau de Bobo-Dioulasso ouvre lundi.', isGlobal: true }]);
    await expect(page.getByRole('textbox', { name: 'Titre' })).toHaveValue('');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await expect(everybody(page)).toBeChecked();
  });

  test('reaches the list of a customer', async ({ page, createUser, adminApi }) => {
    const { user } = await createUser();
    const title = newName();
    await open(page);
    await fill(page, { title, body: 'Bonjour' });
    await press(page);
    await expect
      .poll(() => notificationsOf(adminApi, user))
      .toContainEqual(expect.objectContaining({ title, body: 'Bonjour', isGlobal: true, targetUserId: null }));
  });

  test('is mailed too only when that is asked for', async ({ page }) => {
    const title = newName();
    await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, json: { message: 'Non' } }));
    await open(page);
    await fill(page, { title, body: 'Bonjour' });
    const byEmail = page.getByRole('switch', { name: 'Envoyer aussi par email' });
    await expect(byEmail).not.toBeChecked();
    await byEmail.click();
    const sent = page.waitForRequest(isSend);
    await press(page);
    expect((await sent).postDataJSON()).toEqual({ title, body: 'Bonjour', isGlobal: true, byEmail: true });
  });

  test('needs a title and a message [VAL-050, VAL-051]', async ({ page }) => {
    await open(page);
    const sends = sendsOf(page);
    await fill(page, { title: '   ', body: '' });
    await press(page);
    const noTitle = page.getByText('Le titre est requis');
    const noBody = page.getByText('Le message est requis');
    await expect(noTitle).toBeVisible();
    await expect(noBody).toBeVisible();
    await fill(page, { title: 'Bonjour', body: 'à tous' });
    await expect(noTitle).toBeHidden();
    await expect(noBody).toBeHidden();
    expect(sends).toEqual([]);
  });

  test('that fails says why, or at least that it failed, and stays as typed [ADM-NTF-012, ERR-066]', async ({
    page,
  }) => {
    await open(page);
    await fill(page, { title: 'Bonjour', body: 'à tous' });
    for (const [answer, description] of [
      [{ status: 503, json: { message: 'Service temporairement indisponible', code: 'unavailable' } }, undefined],
      [{ status: 500, body: '' }, "Échec de l'envoi de la notification"],
    ] as const) {
      await page.route('**/api/notifications', (route) => route.fulfill(answer));
      await press(page);
      await expectToast(page, 'Erreur', description ?? 'Service temporairement indisponible');
      await expect(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
      await expect(page.getByRole('textbox', { name: 'Titre' })).toHaveValue('Bonjour');
      await page.unroute('**/api/notifications');
    }
  });
});

test.describe('a notification for chosen people', () => {
  test('offers them in a list of 15rem, empties the choice when it is for everybody after all [ADM-NTF-004, ADM-NTF-005]', async ({
    page,
    createUser,
  }) => {
    const { user } = await createUser();
    await open(page);
    await expect(page.getByRole('group', { name: 'Destinataires' })).toBeHidden();
    await everybody(page).click();
    await expect(picker(page)).toBeVisible();
    const height = (list: Locator) => list.locator('..').evaluate((box) => getComputedStyle(box).height);
    expect(await height(picker(page))).toBe('240px');

    await searchUsers(page, user.username);
    await optionOf(page, user).check();
    await expect(idsField(page)).toHaveValue(String(user.id));
    await everybody(page).click();
    await expect(page.getByRole('group', { name: 'Destinataires' })).toBeHidden();
    await everybody(page).click();
    await expect(idsField(page)).toHaveValue('');
    await expect(page.getByText('Aucun utilisateur sélectionné')).toBeVisible();
    await expect(picker(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  test('finds them by username, first name, last name and phone number, on the server [ADM-NTF-006]', async ({
    page,
    createUser,
  }) => {
    const letters = () =>
      newName()
        .slice(3)
        .replace(/[^a-z]/g, 'x');
    const digits = String(Date.now()).slice(-8);
    const { user } = await createUser({
      firstName: `Fatou${letters()}`,
      lastName: `Ilboudo${letters()}`,
      phone: `+226 ${digits}`,
    });
    await open(page, { toEverybody: false });
    for (const text of [user.username, user.firstName.toUpperCase(), user.lastName, digits]) {
      const asked = page.waitForRequest(
        (request) =>
          isUserList(request) && new URL(request.url()).searchParams.get('filter') === JSON.stringify({ q: text }),
      );
      await searchUsers(page, text);
      await asked;
      await expect(picker(page).getByRole('listitem')).toHaveCount(1);
      await expect(optionOf(page, user)).toBeVisible();
    }
    await searchUsers(page, 'personne-ne-porte-ce-nom');
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  test('keeps what is picked and what is typed in step, with the names [ADM-NTF-007, ADM-NTF-008]', async ({
    page,
    createUser,
  }) => {
    const [first, second] = [await createUser(), await createUser()].map(({ user }) => user);
    if (!first || !second) throw new Error('two people were created');
    await open(page, { toEverybody: false });
    for (const user of [first, second]) {
      await searchUsers(page, user.username);
      await optionOf(page, user).check();
    }
    await expect(idsField(page)).toHaveValue(`${first.id},${second.id}`);
    await expect(page.getByText('2 utilisateur(s) sélectionné(s)')).toBeVisible();

    await idsField(page).fill(`${second.id}`);
    await searchUsers(page, first.username);
    await expect(optionOf(page, first)).not.toBeChecked();
    await idsField(page).fill(`${second.id}, ${first.id}`);
    await expect(optionOf(page, first)).toBeChecked();
    await optionOf(page, first).uncheck();
    await expect(idsField(page)).toHaveValue(`${second.id}`);
  });

  test('takes numbers above 0 between commas and nothing else [VAL-053]', async ({ page }) => {
    await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page, { toEverybody: false });
    await fill(page, { title: 'Bonjour', body: 'à vous' });
    const sends = sendsOf(page);
    for (const wrong of ['a', '0', '1,,2', '-3', '1.5', '99999999999']) {
      await idsField(page).fill(wrong);
      await press(page);
      await expect(page.getByText(IDS_INVALID), wrong).toBeVisible();
    }
    expect(sends).toEqual([]);
    for (const right of ['1,2', '1, 2']) {
      await idsField(page).fill(right);
      await expect(page.getByText(IDS_INVALID), right).toBeHidden();
      const before = sends.length;
      await press(page);
      await expect.poll(() => sends.length).toBe(before + 2);
      await expect(page.getByRole('alert')).toBeVisible();
    }
  });

  test('is not sent to nobody [ADM-NTF-013, VAL-054]', async ({ page }) => {
    await open(page, { toEverybody: false });
    await fill(page, { title: 'Bonjour', body: 'à vous' });
    const sends = sendsOf(page);
    await press(page);
    await expect(page.getByText(TARGET_REQUIRED)).toBeVisible();
    await idsField(page).fill('2');
    await expect(page.getByText(TARGET_REQUIRED)).toBeHidden();
    expect(sends).toEqual([]);
  });

  test('is one call for each of them and reaches nobody else [ADM-NTF-010]', async ({ page, createUser, adminApi }) => {
    const people = [await createUser(), await createUser(), await createUser()].map(({ user }) => user);
    const { user: stranger } = await createUser();
    const words = { title: newName(), body: 'Votre colis vous attend.' };
    await open(page, { toEverybody: false });
    await fill(page, words);
    await idsField(page).fill(people.map(({ id }) => id).join(', '));
    const sends = sendsOf(page);
    await press(page);
    await expectToast(page, 'Succès', 'Notification(s) envoyée(s) avec succès');
    expect(sends).toHaveLength(3);
    for (const { id } of people) {
      expect(sends).toContainEqual({ ...words, isGlobal: false, targetUserId: id });
      await expect
        .poll(() => notificationsOf(adminApi, { id }))
        .toContainEqual(expect.objectContaining({ ...words, isGlobal: false, targetUserId: id }));
    }
    const strangers = await notificationsOf(adminApi, stranger);
    expect(strangers.filter(({ title }) => title === words.title)).toEqual([]);
    await expect(everybody(page)).toBeChecked();
  });

  test('that reached some says how many, and is sent again only to those it did not reach', async ({
    page,
    createUser,
    adminApi,
  }) => {
    const people = [await createUser(), await createUser()].map(({ user }) => user);
    const unknown = 2_147_483_646;
    const words = { title: newName(), body: 'Votre colis vous attend.' };
    await open(page, { toEverybody: false });
    await fill(page, words);
    await idsField(page).fill([people[0]?.id, unknown, people[1]?.id].join());
    await press(page);
    await expectToast(page, 'Erreur', 'Utilisateur non trouvé');
    await expect(page.getByRole('alert')).toContainText('2 notification(s) envoyée(s), 1 en échec.');
    await expect(idsField(page)).toHaveValue(String(unknown));
    await expect(page.getByRole('textbox', { name: 'Titre' })).toHaveValue(words.title);

    const sends = sendsOf(page);
    await press(page);
    await expect(page.getByRole('alert')).toContainText('0 notification(s) envoyée(s), 1 en échec.');
    expect(sends).toEqual([{ ...words, isGlobal: false, targetUserId: unknown }]);
    for (const user of people) {
      const told = await notificationsOf(adminApi, user);
      expect(told.filter(({ title }) => title === words.title)).toHaveLength(1);
    }
  });

  test('asks for the users once a minute at most [ADM-NTF-014, CONST-036]', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (isUserList(request)) calls += 1;
    });
    await open(page, { toEverybody: false });
    await expect(picker(page).getByRole('checkbox').first()).toBeVisible();
    expect(calls).toBe(1);
    const sidebar = page.getByTestId('admin-sidebar');
    await sidebar.getByRole('link', { name: 'Commandes', exact: true }).click();
    await expect(page.getByTestId('order-card').first()).toBeVisible();
    await sidebar.getByRole('link', { name: 'Notifications' }).click();
    await everybody(page).click();
    await expect(picker(page).getByRole('checkbox').first()).toBeVisible();
    expect(calls).toBe(1);
  });
});

for (const width of [360, 1280]) {
  test(`the screen fits ${width} px and has no accessibility faults that a machine can find`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, { toEverybody: false });
    await fill(page, { title: 'Bonjour', body: 'Le bureau de Bobo-Dioulasso ouvre lundi.' });
    await idsField(page).fill('1,2');
    await expect(picker(page).getByRole('checkbox').first()).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page);
  });
}
