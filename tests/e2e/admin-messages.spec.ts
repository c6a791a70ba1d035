import type { ContactMessage, CreateContactMessage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/contact-messages';
const SCREEN = '/admin/contact-messages';
/** The rows of one tab; the counts ask for a single row. */
const isListOf = (tab: 'all' | 'unread') => (request: Request) => {
  const { searchParams } = new URL(request.url());
  return (
    isCall('GET', PATH)(request) &&
    searchParams.get('range') === '[0,24]' &&
    (searchParams.get('filter') === '{"isRead":false}') === (tab === 'unread')
  );
};

async function write(api: APIRequestContext, fields: Partial<CreateContactMessage> = {}): Promise<ContactMessage> {
  const response = await api.post(PATH, {
    data: {
      firstName: 'Fatou',
      lastName: 'Ouédraogo',
      email: `${newName()}@example.com`,
      subject: `Colis ${newName()}`,
      message: 'Bonjour, où est mon colis ?',
      ...fields,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { id } = await response.json();
  const [message] = await (await api.get(`${PATH}?filter={"id":${id}}`)).json();
  return message;
}

const readState = async (api: APIRequestContext, { id }: ContactMessage) => {
  const [message]: ContactMessage[] = await (await api.get(`${PATH}?filter={"id":${id}}`)).json();
  return message?.isRead;
};

const rowOf = (page: Page, { subject }: ContactMessage) => page.getByRole('row').filter({ hasText: subject });
const dialogOf = (page: Page, { subject }: ContactMessage) => page.getByRole('dialog', { name: subject, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const countIn = async (page: Page, name: string) =>
  Number(/\((\d+)\)/.exec((await tab(page, name).textContent()) ?? '')?.[1]);
const patches = (page: Page) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') calls.push(new URL(request.url()).pathname);
  });
  return calls;
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the screen of contact messages', () => {
  test('opens from the sidebar, which counts the unread ones, and by its address [ADM-NAV-008, ADM-NAV-027, ADM-MSG-001, ADM-MSG-002, ADM-MSG-003]', async ({
    page,
    adminApi,
  }) => {
    const unread = await write(adminApi);
    const read = await write(adminApi);
    await adminApi.patch(`${PATH}/${read.id}/read`);
    await page.goto('/admin/orders');
    const entry = page.getByTestId('admin-sidebar').getByRole('link', { name: 'Messages de contact' });
    await expect(entry).toContainText(/\d+ non lu\(s\)/);
    await entry.click();
    await expect(page).toHaveURL(SCREEN);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Messages de contact' })).toBeVisible();
    for (const name of ['Expéditeur', 'Sujet', 'Date', 'Statut', 'Actions']) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }
    await expect(rowOf(page, unread)).toContainText('Fatou Ouédraogo');
    await expect(rowOf(page, unread)).toContainText(shortDate(unread.createdAt));
    await expect(rowOf(page, unread).getByText('Non lu', { exact: true })).toBeVisible();
    await expect(rowOf(page, read).getByText('Lu', { exact: true })).toBeVisible();

    for (const name of ['Tous les messages', 'Non lus']) await expect(tab(page, name)).toHaveText(/ \(\d+\)$/);
    expect(await countIn(page, 'Tous les messages')).toBeGreaterThan(await countIn(page, 'Non lus'));
    await tab(page, 'Non lus').click();
    await expect(rowOf(page, unread)).toBeVisible();
    await expect(rowOf(page, read)).toHaveCount(0);
    for (const { id } of [unread, read]) await adminApi.delete(`${PATH}/${id}`);
  });

  test('counts all there are, not only those of the page [ADM-MSG-001]', async ({ page, adminApi }) => {
    const message = await write(adminApi);
    await page.route(`**${PATH}?*`, async (route) => {
      const isUnread = route.request().url().includes('isRead');
      await route.fulfill({
        json: [message],
        headers: { 'content-range': `contact-messages 0-0/${isUnread ? 42 : 310}` },
      });
    });
    await page.goto(SCREEN);
    await expect(tab(page, 'Tous les messages')).toHaveText('Tous les messages (310)');
    await expect(tab(page, 'Non lus')).toHaveText('Non lus (42)');
    await expect(page.getByTestId('admin-sidebar').getByRole('link', { name: 'Messages de contact' })).toContainText(
      '42',
    );
    await adminApi.delete(`${PATH}/${message.id}`);
  });

  test('finds messages by subject, name or address, within the open tab', async ({ page, adminApi }) => {
    const read = await write(adminApi);
    const unread = await write(adminApi, { email: `${newName()}@example.com`, subject: `${read.subject} bis` });
    await adminApi.patch(`${PATH}/${read.id}/read`);
    await page.goto(SCREEN);
    const search = page.getByRole('searchbox', { name: 'Rechercher un message' });
    await search.fill(read.subject.toUpperCase());
    await expect(page.getByRole('row')).toHaveCount(3);
    await search.fill(unread.email);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(rowOf(page, unread)).toBeVisible();
    await tab(page, 'Non lus').click();
    await search.fill(read.subject);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(rowOf(page, unread)).toBeVisible();
    for (const { id } of [unread, read]) await adminApi.delete(`${PATH}/${id}`);
  });

  test('says that there is no message, on both tabs [ADM-MSG-015]', async ({ page }) => {
    await page.route(`**${PATH}?*`, (route) =>
      route.fulfill({ json: [], headers: { 'content-range': 'contact-messages */0' } }),
    );
    await page.goto(SCREEN);
    for (const name of ['Tous les messages', 'Non lus']) {
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveText(`${name} (0)`);
      await expect(page.getByRole('tabpanel').getByText('Aucun message', { exact: true })).toBeVisible();
      await expect(page.getByText("Il n'y a aucun message dans cette catégorie.", { exact: true })).toBeVisible();
    }
  });

  test('has no accessibility faults that a machine can find, its dialog neither', async ({ page, adminApi }) => {
    const message = await write(adminApi);
    await page.goto(SCREEN);
    await expect(rowOf(page, message)).toBeVisible();
    await expectNoFaults(page);
    await rowOf(page, message).getByText(message.message).click();
    await expect(dialogOf(page, message)).toBeVisible();
    await expectNoFaults(page);
    await adminApi.delete(`${PATH}/${message.id}`);
  });
});

test.describe('reading a message', () => {
  test('shows all of it as text, nothing of it run [ADM-MSG-005, ADM-MSG-018]', async ({ page, adminApi }) => {
    const attack = '<script>document.title = "pris"</script><img src=x onerror="document.title=\'pris\'"> Bonjour !';
    const message = await write(adminApi, { phone: '+226 70 12 34 56', message: attack });
    await page.goto(SCREEN);
    await rowOf(page, message)
      .getByRole('button', { name: `Ouvrir le message « ${message.subject} »` })
      .click();
    const dialog = dialogOf(page, message);
    for (const text of ['Fatou Ouédraogo', message.email, '+226 70 12 34 56', attack]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByText(/^\d\d \p{L}+ \d{4} à \d\d:\d\d$/u)).toBeVisible();
    await expect(page).toHaveTitle('Messages de contact - FasoColis');
    await adminApi.delete(`${PATH}/${message.id}`);
  });

  test('marks an unread one as read in silence, and makes no call for a read one [ADM-MSG-006, ADM-MSG-008]', async ({
    page,
    adminApi,
  }) => {
    const message = await write(adminApi);
    const calls = patches(page);
    await page.goto(SCREEN);
    const dialog = dialogOf(page, message);
    for (const listed of [page.waitForRequest(isListOf('all')), undefined]) {
      await rowOf(page, message).getByText(message.message).click();
      await expect(dialog.getByText('Lu', { exact: true })).toBeVisible();
      await listed;
      await dialog.getByRole('button', { name: 'Fermer' }).click();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, message).getByText('Lu', { exact: true })).toBeVisible();
      expect(calls).toEqual([`${PATH}/${message.id}/read`]);
    }
    await expect(page.getByTestId('toast')).toHaveCount(0);
    expect(await readState(adminApi, message)).toBe(true);
    await adminApi.delete(`${PATH}/${message.id}`);
  });

  test('says so when it cannot be marked as read, and shows it all the same [ADM-MSG-009]', async ({
    page,
    adminApi,
  }) => {
    const message = await write(adminApi);
    await page.route(`**${PATH}/${message.id}/read`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(SCREEN);
    await rowOf(page, message).getByText(message.message).click();
    await expectToast(page, 'Erreur', 'Impossible de marquer le message comme lu. Veuillez réessayer.');
    await expect(dialogOf(page, message)).toBeVisible();
    await adminApi.delete(`${PATH}/${message.id}`);
  });

  test('by its address begins with the unread ones and stays open; with all when it is read [ADM-MSG-013, ADM-MSG-014, ADM-NAV-008]', async ({
    page,
    adminApi,
  }) => {
    const message = await write(adminApi);
    await page.goto(`${SCREEN}?view=${message.id}`);
    const dialog = dialogOf(page, message);
    await expect(dialog.getByText('Lu', { exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Non lus', includeHidden: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect(page).toHaveURL(SCREEN);
    await expect(rowOf(page, message)).toHaveCount(0);

    await page.goto(`${SCREEN}?view=${message.id}`);
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Tous les messages', includeHidden: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await adminApi.delete(`${PATH}/${message.id}`);
    for (const unknown of [message.id, 'abc']) {
      await page.goto(`${SCREEN}?view=${unknown}`);
      await expect(page).toHaveURL(SCREEN);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});

test.describe('the action that marks a message as read', () => {
  test('does not open it, says so and refreshes both lists [ADM-MSG-007, ADM-MSG-008, ERR-081]', async ({
    page,
    adminApi,
  }) => {
    const [first, second] = [await write(adminApi), await write(adminApi)];
    await page.goto(SCREEN);
    const refreshed = page.waitForRequest(isListOf('all'));
    await rowOf(page, first).getByRole('button', { name: 'Marquer comme lu' }).click();
    await expectToast(page, 'Message marqué comme lu');
    await refreshed;
    await expect(rowOf(page, first).getByText('Lu', { exact: true })).toBeVisible();
    await expect(rowOf(page, first).getByRole('button', { name: 'Marquer comme lu' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await tab(page, 'Non lus').click();
    await expect(rowOf(page, first)).toHaveCount(0);
    const unreadRefreshed = page.waitForRequest(isListOf('unread'));
    await rowOf(page, second).getByRole('button', { name: 'Marquer comme lu' }).click();
    await unreadRefreshed;
    await expect(rowOf(page, second)).toHaveCount(0);
    await tab(page, 'Tous les messages').click();
    await expect(rowOf(page, second).getByText('Lu', { exact: true })).toBeVisible();
    for (const { id } of [first, second]) await adminApi.delete(`${PATH}/${id}`);
  });

  test('says so when the server fails [ADM-MSG-009, ERR-080]', async ({ page, adminApi }) => {
    const message = await write(adminApi);
    await page.route(`**${PATH}/${message.id}/read`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(SCREEN);
    await rowOf(page, message).getByRole('button', { name: 'Marquer comme lu' }).click();
    await expectToast(page, 'Erreur', 'Impossible de marquer le message comme lu. Veuillez réessayer.');
    await expect(rowOf(page, message).getByText('Non lu', { exact: true })).toBeVisible();
    await adminApi.delete(`${PATH}/${message.id}`);
  });
});

test.describe('deleting a message', () => {
  const QUESTION = 'Êtes-vous sûr de vouloir supprimer ce message ? Cette action est irréversible.';

  test('asks first, then removes it for good and says so [ADM-MSG-010, ADM-MSG-011, ERR-083]', async ({
    page,
    adminApi,
  }) => {
    const message = await write(adminApi);
    await page.goto(SCREEN);
    const dialog = page.getByRole('dialog', { name: `Supprimer « ${message.subject} » ?` });
    await rowOf(page, message).getByRole('button', { name: 'Supprimer' }).click();
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    expect(await readState(adminApi, message)).toBe(false);

    await rowOf(page, message).getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(page, 'Message supprimé');
    await expect(rowOf(page, message)).toHaveCount(0);
    expect(await readState(adminApi, message)).toBeUndefined();
  });

  test('closes the message that it was asked from', async ({ page, adminApi }) => {
    const message = await write(adminApi);
    await page.goto(`${SCREEN}?view=${message.id}`);
    await dialogOf(page, message).getByRole('button', { name: 'Supprimer' }).click();
    const question = page.getByRole('dialog', { name: `Supprimer « ${message.subject} » ?` });
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(page, 'Message supprimé');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(SCREEN);
  });

  test('says so when the server fails, and keeps it [ADM-MSG-012, ERR-082]', async ({ page, adminApi }) => {
    const message = await write(adminApi);
    await page.route(`**${PATH}/${message.id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(SCREEN);
    await rowOf(page, message).getByRole('button', { name: 'Supprimer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(page, 'Erreur', 'Impossible de supprimer le message. Veuillez réessayer.');
    await expect(dialog).toBeVisible();
    await adminApi.delete(`${PATH}/${message.id}`);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the messages keep within the width', async ({ page, adminApi }) => {
    const message = await write(adminApi, { message: `Voyez https://example.com/${'x'.repeat(200)}` });
    await page.goto(SCREEN);
    await expect(rowOf(page, message).getByRole('button', { name: 'Marquer comme lu' })).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
    await adminApi.delete(`${PATH}/${message.id}`);
  });
});
