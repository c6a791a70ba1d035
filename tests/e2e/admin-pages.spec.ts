import type { StaticPage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/static-pages';

const read = async (api: APIRequestContext, slug: string): Promise<StaticPage> =>
  (await api.get(`${PATH}/${slug}`)).json();
const restore = (api: APIRequestContext, { slug, title, content }: StaticPage) =>
  api.patch(`${PATH}/${slug}`, { data: { title, content } });

const rowOf = (page: Page, slug: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: slug, exact: true }) });
const title = (page: Page) => page.getByRole('textbox', { name: 'Titre' });
const content = (page: Page) => page.getByRole('textbox', { name: 'Contenu' });
const openEdit = async (page: Page, slug: string) => {
  await page.goto(`/admin/static-pages/edit/${slug}`);
  await expect(content(page)).toBeVisible();
};
const typeAtEnd = async (editor: Locator, text: string) => {
  await editor.click();
  const lastBlock = editor.locator(':scope > :last-child');
  // The caret is put where it was clicked a moment later, maybe after the key that moves it.
  for (;;) {
    await editor.press('Control+End');
    await editor.press('Enter');
    if ((await lastBlock.textContent()) === '') break;
    await editor.press('Control+z');
  }
  await editor.pressSequentially(text);
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the table of pages', () => {
  test('lists title, slug and date, and leads to the page and to its form [ADM-PAGE-001, ADM-PAGE-002, ADM-PAGE-003, ADM-NAV-009, ADM-NAV-026]', async ({
    page,
    adminApi,
  }) => {
    await page.goto('/admin/orders');
    const listed = page.waitForRequest(isCall('GET', PATH));
    await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Pages Statiques' }).click();
    await listed;
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Pages Statiques' })).toBeVisible();
    for (const name of ['Titre', 'Slug', 'Dernière modification', 'Actions']) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }
    const pages: StaticPage[] = await (await adminApi.get(PATH)).json();
    expect(pages.length).toBeGreaterThan(0);
    for (const { slug, lastUpdated } of pages) {
      await expect(rowOf(page, slug)).toContainText(shortDate(lastUpdated));
    }
    const terms = await read(adminApi, 'terms');
    await expect(rowOf(page, 'terms')).toContainText(terms.title);
    await expect(rowOf(page, 'terms').getByRole('link')).toHaveText(['Voir', 'Modifier']);

    await rowOf(page, 'terms').getByRole('link', { name: 'Voir' }).click();
    await expect(page).toHaveURL('/terms');
    await expect(page.getByRole('heading', { level: 1, name: terms.title })).toBeVisible();
    await page.goto('/admin/static-pages');
    await rowOf(page, 'terms').getByRole('link', { name: 'Modifier' }).click();
    await expect(page).toHaveURL('/admin/static-pages/edit/terms');
    await expect(title(page)).toHaveValue(terms.title);
  });

  test('has no accessibility faults that a machine can find', async ({ page }) => {
    await page.goto('/admin/static-pages');
    await expect(rowOf(page, 'terms')).toBeVisible();
    await expectNoFaults(page);
  });
});

test.describe('the form of a page', () => {
  test('is filled in with what is stored, and leaves without a call when cancelled [ADM-PAGE-004, ADM-PAGE-005, ADM-NAV-010]', async ({
    page,
    adminApi,
  }) => {
    const stored = await read(adminApi, 'terms');
    await openEdit(page, 'terms');
    await page.reload();
    await expect(title(page)).toHaveValue(stored.title);
    const [heading] = /<h2>(.*?)<\/h2>/.exec(stored.content)?.slice(1) ?? [];
    await expect(content(page).getByRole('heading', { level: 2 }).first()).toHaveText(heading ?? '');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    await title(page).fill('Un autre titre');
    await page.getByRole('link', { name: 'Annuler' }).click();
    await expect(page).toHaveURL('/terms');
    await expect(page.getByRole('heading', { level: 1, name: stored.title })).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('sends title and content, says so and shows the new page [ADM-PAGE-006, ADM-PAGE-007, ERR-086]', async ({
    page,
    adminApi,
  }) => {
    const stored = await read(adminApi, 'about');
    const sentence = `Ouvert le samedi, ${newName()}.`;
    await openEdit(page, 'about');
    await title(page).fill(`${stored.title} !`);
    await typeAtEnd(content(page), sentence);
    const saved = page.waitForRequest(isCall('PATCH', `${PATH}/about`));
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const sent = (await saved).postDataJSON();
    expect(Object.keys(sent)).toEqual(['title', 'content']);
    expect(sent.title).toBe(`${stored.title} !`);
    expect(sent.content).toContain(sentence);
    const toast = page.getByTestId('toast');
    await expect(toast.getByText('Page mise à jour', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1, name: `${stored.title} !` })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await restore(adminApi, stored);
  });

  test('changes nothing of a page beside what is edited, its table included', async ({ page, adminApi }) => {
    const stored = await read(adminApi, 'support');
    const sentence = `Écrivez-nous, ${newName()}.`;
    await openEdit(page, 'support');
    await typeAtEnd(content(page), sentence);
    const saved = page.waitForResponse((response) => isCall('PATCH', `${PATH}/support`)(response.request()));
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const after: StaticPage = await (await saved).json();
    await expect(page).toHaveURL('/support');
    const texts = (html: string) =>
      page.evaluate((source) => {
        const { body } = new DOMParser().parseFromString(source, 'text/html');
        const all = (selector: string) =>
          [...body.querySelectorAll(selector)].map((element) => element.textContent?.trim());
        return {
          cells: all('tr > *'),
          links: all('a'),
          headings: all('h2, h3, h4'),
          items: all('li'),
          bold: all('strong'),
        };
      }, html);
    const before = await texts(stored.content);
    expect(before.cells.length).toBeGreaterThan(0);
    expect(await texts(after.content)).toEqual(before);
    expect(after.content).toContain(sentence);
    await restore(adminApi, stored);
  });

  test('offers what pages may hold and nothing else', async ({ page, adminApi }) => {
    const stored = await read(adminApi, 'terms');
    await openEdit(page, 'terms');
    const names = ['Titre', 'Sous-titre', 'Petit titre', 'Gras', 'Italique', 'Souligné', 'Barré', 'Code'];
    const more = ['Liste à puces', 'Liste numérotée', 'Lien', 'Image', 'Citation', 'Effacer la mise en forme'];
    for (const name of [...names, ...more]) {
      await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible();
    }
    await typeAtEnd(content(page), 'Nos horaires');
    await page.getByRole('button', { name: 'Sous-titre', exact: true }).click();
    await expect(content(page).getByRole('heading', { level: 3, name: 'Nos horaires' })).toBeVisible();
    const heading = page.getByRole('button', { name: 'Sous-titre', exact: true });
    await expect(heading).toHaveAttribute('aria-pressed', 'true');
    const saved = page.waitForResponse((response) => isCall('PATCH', `${PATH}/terms`)(response.request()));
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const response = await saved;
    const after: StaticPage = await response.json();
    expect(after.content).toContain('<h3>Nos horaires</h3>');
    await restore(adminApi, stored);
  });

  test('says what is missing', async ({ page }) => {
    await openEdit(page, 'faq');
    await title(page).fill('');
    await content(page).click();
    await content(page).press('Control+a');
    await content(page).press('Delete');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Le titre est requis')).toBeVisible();
    await expect(page.getByText('Le contenu est requis')).toBeVisible();
  });

  test('stays as typed when the server fails, and says why [ADM-PAGE-008, ERR-085]', async ({ page }) => {
    await openEdit(page, 'faq');
    await title(page).fill('Vos questions');
    await page.route(`**${PATH}/faq`, (route) =>
      route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    );
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const toast = page.getByTestId('toast');
    await expect(toast.getByText('Erreur', { exact: true })).toBeVisible();
    await expect(toast.getByText('Une erreur est survenue: Erreur interne du serveur', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/admin/static-pages/edit/faq');
    await expect(title(page)).toHaveValue('Vos questions');
    await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeEnabled();
  });

  test('of a page that does not exist, or does not come, leads back to the dashboard [ADM-PAGE-009]', async ({
    page,
  }) => {
    await page.route(`**${PATH}/faq`, (route) => route.fulfill({ status: 500, body: '' }));
    for (const slug of ['xyz', 'faq']) {
      await page.goto(`/admin/static-pages/edit/${slug}`);
      await expect(page.getByText('Page non trouvée', { exact: true })).toBeVisible();
      const back = page.getByRole('link', { name: 'Retour au tableau de bord' });
      await expect(back).toHaveAttribute('href', /^\/admin\/?$/);
    }
  });

  test('has no accessibility faults that a machine can find', async ({ page }) => {
    await openEdit(page, 'support');
    await expectNoFaults(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the table and the form keep within the width', async ({ page }) => {
    await page.goto('/admin/static-pages');
    await expect(page.getByRole('cell', { name: 'support', exact: true })).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
    await openEdit(page, 'support');
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
  });
});
