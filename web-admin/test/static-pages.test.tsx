import type { StaticPage } from '@fasocolis/contracts/content';
import { unmountAll } from '@fasocolis/web-kit/testing/mount';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAddress, expectNarrow, expectToast, FakeApi, openScreen, pageLoads } from './back-office.tsx';

const TERMS: StaticPage = {
  id: 2,
  slug: 'terms',
  title: "Conditions d'utilisation",
  content: [
    '<h2>Vos droits</h2><p>Lisez <a href="/privacy">la suite</a> <strong>avec soin</strong>.</p>',
    '<ul><li><p>Un</p></li><li><p>Deux</p></li></ul>',
    '<table><thead><tr><th><p>Jour</p></th><th><p>Heures</p></th></tr></thead>',
    '<tbody><tr><td><p>Lundi</p></td><td><p>8 h</p></td></tr></tbody></table>',
  ].join(''),
  lastUpdated: '2026-03-05T14:07:00.000Z',
};
const SUPPORT: StaticPage = {
  ...TERMS,
  id: 3,
  slug: 'support',
  title: 'Aide',
  lastUpdated: '2026-04-06T14:07:00.000Z',
};
const READ = 'GET /api/static-pages/terms';
const UPDATE = 'PATCH /api/static-pages/terms';

const title = page.getByRole('textbox', { name: 'Titre' });
const content = page.getByRole('textbox', { name: 'Contenu' });
const save = page.getByRole('button', { name: 'Enregistrer' });
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

async function openForm(): Promise<FakeApi> {
  const api = new FakeApi();
  api.respond(READ, 200, TERMS);
  api.compute(UPDATE, ({ body }) => ({ ...TERMS, ...(body as Partial<StaticPage>) }));
  openScreen('/static-pages/edit/terms', api);
  await expect.element(content).toBeVisible();
  return api;
}

/** Saves the page and waits for the navigation to it. */
async function saveAndLeave(): Promise<void> {
  await save.click();
  await expect.poll(() => pageLoads).toEqual(['/terms']);
}

/** Types into the empty paragraph below the table at the end of the page. */
async function writeBelow(text: string): Promise<void> {
  await content.getByRole('paragraph').last().click();
  await userEvent.keyboard(text);
}

describe('the table of pages', () => {
  const row = (slug: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: slug, exact: true }) });

  function openTable(): FakeApi {
    const api = new FakeApi({ 'static-pages': [TERMS, SUPPORT] });
    openScreen('/static-pages', api);
    return api;
  }

  it('shows title, slug, date and actions of the pages of the API [ADM-PAGE-001]', async () => {
    const api = openTable();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Pages Statiques' })).toBeVisible();
    for (const name of ['Titre', 'Slug', 'Dernière modification', 'Actions']) {
      await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
    }
    for (const [slug, cells] of [
      ['terms', ["Conditions d'utilisation", '05/03/2026']],
      ['support', ['Aide', '06/04/2026']],
    ] as const) {
      for (const name of cells) {
        await expect.element(row(slug).getByRole('cell', { name, exact: true })).toBeVisible();
      }
    }
    expect(api.lists('static-pages')).not.toEqual([]);
  });

  it('links to the page itself [ADM-PAGE-002]', async () => {
    openTable();
    await row('terms').getByRole('link', { name: 'Voir' }).click();
    await expect.poll(() => pageLoads).toEqual(['/terms']);
  });

  it('links to the form of a page [ADM-PAGE-003]', async () => {
    openTable();
    await row('terms').getByRole('link', { name: 'Modifier' }).click();
    await expectAddress('/admin/static-pages/edit/terms');
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    openTable();
    await expect.element(page.getByRole('cell', { name: 'support', exact: true })).toBeVisible();
    expectNarrow();
  });
});

describe('the form of a page', () => {
  it('starts with the stored title and content [ADM-PAGE-004, ADM-NAV-010]', async () => {
    await openForm();
    await expectAddress('/admin/static-pages/edit/terms');
    await expect.element(title).toHaveValue("Conditions d'utilisation");
    await expect.element(content.getByRole('heading', { level: 2, name: 'Vos droits' })).toBeVisible();
    await expect.element(content.getByRole('cell', { name: 'Lundi' })).toBeVisible();
  });

  it('returns to the page without a request when it is cancelled [ADM-PAGE-005]', async () => {
    const api = await openForm();
    await title.fill('Un autre titre');
    await page.getByRole('link', { name: 'Annuler' }).click();
    await expect.poll(() => pageLoads).toEqual(['/terms']);
    expect(api.writes).toEqual([]);
  });

  it('sends title and content [ADM-PAGE-006]', async () => {
    const api = await openForm();
    await title.fill('Conditions');
    await writeBelow('Ouvert le samedi.');
    await saveAndLeave();
    const text = expect.stringContaining('<p>Ouvert le samedi.</p>');
    expect(api.sent(UPDATE)).toEqual([{ title: 'Conditions', content: text }]);
  });

  it('does not replace what another administrator has saved meanwhile', async () => {
    const api = await openForm();
    await title.fill('Conditions');
    api.respond(READ, 200, { ...TERMS, lastUpdated: '2026-03-06T14:07:00.000Z' });
    await save.click();
    await expect.element(page.getByText(/quelqu'un a modifié cette page entre-temps/)).toBeVisible();
    await expect.element(title).toHaveValue('Conditions');
    expect(api.writes).toEqual([]);
  });

  it('changes only what is edited, and keeps tables', async () => {
    const textsOf = (html: string) => {
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string) => Array.from(body.querySelectorAll(selector), ({ textContent }) => textContent);
      return {
        heads: all('h2'),
        links: all('a[href="/privacy"]'),
        bold: all('strong'),
        items: all('li'),
        cells: all('tr > *'),
      };
    };
    const api = await openForm();
    await writeBelow('Ouvert le samedi.');
    await saveAndLeave();
    const [change] = api.sent(UPDATE) as StaticPage[];
    expect(change?.title).toBe(TERMS.title);
    expect(change?.content).toMatch(/<p>Ouvert le samedi\.<\/p>$/);
    expect(textsOf(change?.content ?? '')).toEqual(textsOf(TERMS.content));
  });

  it('shows a toast, then the page', async () => {
    await openForm();
    await title.fill('Conditions');
    await save.click();
    await expectToast('Page mise à jour');
    await expect.poll(() => pageLoads).toEqual(['/terms']);
  });

  it('offers the formats that pages may have', async () => {
    await openForm();
    const names = ['Titre', 'Sous-titre', 'Petit titre', 'Gras', 'Italique', 'Souligné', 'Barré', 'Code'];
    const more = ['Liste à puces', 'Liste numérotée', 'Lien', 'Image', 'Citation', 'Effacer la mise en forme'];
    for (const name of [...names, ...more]) await expect.element(button(name)).toBeVisible();
  });

  it('converts a paragraph to a heading', async () => {
    const api = await openForm();
    await writeBelow('Nos horaires');
    await button('Sous-titre').click();
    await expect.element(content.getByRole('heading', { level: 3, name: 'Nos horaires' })).toBeVisible();
    await expect.element(button('Sous-titre')).toHaveAttribute('aria-pressed', 'true');
    await saveAndLeave();
    expect(api.sent(UPDATE)).toMatchObject([
      { title: TERMS.title, content: expect.stringContaining('<h3>Nos horaires</h3>') },
    ]);
  });

  it('requires a title and a content', async () => {
    const api = await openForm();
    await title.fill('');
    await content.click();
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await save.click();
    await expect.element(page.getByText('Le titre est requis')).toBeVisible();
    await expect.element(page.getByText('Le contenu est requis')).toBeVisible();
    expect(api.writes).toEqual([]);
  });

  it('shows the reason of a failure, and stays as typed [ADM-PAGE-008, ERR-085]', async () => {
    const api = await openForm();
    await title.fill('Conditions');
    api.respond(UPDATE, 500, { message: 'Erreur interne du serveur', code: 'internal' });
    await save.click();
    await expectToast('Erreur', 'Une erreur est survenue: Erreur interne du serveur');
    await expectAddress('/admin/static-pages/edit/terms');
    await expect.element(title).toHaveValue('Conditions');
    await expect.element(save).toBeEnabled();
  });

  it('links back to the dashboard when the page is missing or fails to load [ADM-PAGE-009]', async () => {
    for (const status of [404, 500]) {
      unmountAll();
      const api = new FakeApi();
      api.respond(READ, status, { message: 'Page non trouvée', code: 'not-found' });
      openScreen('/static-pages/edit/terms', api);
      await expect.element(page.getByRole('heading', { level: 1, name: 'Page non trouvée' })).toBeVisible();
      await page.getByRole('link', { name: 'Retour au tableau de bord' }).click();
      await expectAddress('/admin');
    }
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    await openForm();
    expectNarrow();
  });
});
