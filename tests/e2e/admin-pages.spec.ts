import type { StaticPage } from '@fasocolis/contracts/content';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ADMIN, expect, isCall, newName, test } from './fixtures.ts';

const PATH = '/api/static-pages';

const read = async (api: APIRequestContext, slug: string): Promise<StaticPage> =>
  (await api.get(`${PATH}/${slug}`)).json();
const restore = (api: APIRequestContext, { slug, title, content }: StaticPage) =>
  api.patch(`${PATH}/${slug}`, { data: { title, content } });

const title = (page: Page) => page.getByRole('textbox', { name: 'Titre' });
const content = (page: Page) => page.getByRole('textbox', { name: 'Contenu' });
const typeAtEnd = async (editor: Locator, text: string) => {
  await editor.click();
  const lastBlock = editor.locator(':scope > :last-child');
  // The editor sets the caret some time after the click, possibly after the key that moves it.
  for (;;) {
    await editor.press('Control+End');
    await editor.press('Enter');
    if ((await lastBlock.textContent()) === '') break;
    await editor.press('Control+z');
  }
  await editor.pressSequentially(text);
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('a page is saved with title and content, confirmed by a toast and shown with the changes [ADM-PAGE-006, ADM-PAGE-007, ERR-086]', async ({
  page,
  adminApi,
}) => {
  const stored = await read(adminApi, 'about');
  const sentence = `Ouvert le samedi, ${newName()}.`;
  await page.goto('/admin/static-pages/edit/about');
  await expect(content(page)).toBeVisible();
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
