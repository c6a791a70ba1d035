import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectTexts, expectUrl, FAILURE, FakeApi, openPage } from './customer-site.tsx';

const FAQ = 'GET /api/static-pages/faq';
const ADMINISTRATOR = { ...AWA, id: 1, username: 'admin', isAdmin: true };

const header = page.getByRole('banner');
const title = page.getByRole('heading', { level: 1 });
const link = (name: string) => page.getByRole('link', { name, exact: true });

function apiWith(content: Partial<Record<string, string>> = {}, user: typeof AWA | null = null): FakeApi {
  const api = new FakeApi(user);
  for (const [index, slug] of PAGE_SLUGS.entries()) {
    api.respond(`GET /api/static-pages/${slug}`, 200, {
      id: index + 1,
      slug,
      title: `Page ${slug}`,
      content: content[slug] ?? '<p>Du texte.</p>',
      lastUpdated: '2026-03-05T23:30:00.000Z',
    });
  }
  return api;
}
const openFaq = (faq: string) => openPage('/faq', apiWith({ faq }));

describe('a static page', () => {
  it.each(PAGE_SLUGS)(
    'at /%s shows a visitor the title and the day of the last change in GMT [PAGE-001, PAGE-002, PAGE-003, PAGE-005, ROLE-003]',
    async (slug) => {
      openPage(`/${slug}`, apiWith());
      await expect.element(title).toHaveTextContent(`Page ${slug}`);
      expect(document.title).toBe(`Page ${slug} - FasoColis`);
      await expect.element(page.getByText('Dernière mise à jour : 05/03/2026')).toBeVisible();
    },
  );

  it('shows its HTML [PAGE-004]', async () => {
    openFaq('<h2>Délais</h2><p>Voyez <a href="/support">le support</a>.</p><ul><li>Un</li></ul>');
    await expect.element(page.getByRole('heading', { level: 2, name: 'Délais' })).toBeVisible();
    await expect.element(link('le support')).toHaveAttribute('href', '/support');
    await expectTexts(page.getByRole('article').getByRole('listitem'), ['Un']);
  });

  it.each(PAGE_SLUGS.map((slug) => [slug, slug === 'contact' ? 1 : 0] as const))(
    'at /%s has %s contact form below it [PAGE-006]',
    async (slug, forms) => {
      openPage(`/${slug}`, apiWith());
      await expect.element(title).toHaveTextContent(`Page ${slug}`);
      await expect.poll(() => page.getByRole('region', { name: 'Écrivez-nous' }).elements()).toHaveLength(forms);
    },
  );

  it('opens its links to the site without loading it again, by click and by keyboard [PAGE-007]', async () => {
    openFaq('<p><a href="/support">Aide</a> <a href="/?tracking=DEMO0002">Colis</a></p>');
    await link('Aide').click();
    await expectUrl('/support');
    await expect.element(title).toHaveTextContent('Page support');
    history.back();
    await expect.element(link('Colis')).toBeVisible();
    (link('Colis').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expectUrl('/?tracking=DEMO0002');
    await expect.element(page.getByRole('heading', { name: 'Suivre Votre Colis' })).toBeVisible();
  });

  it('scrolls to the heading that an anchor of the page names, each time', async () => {
    const filler = '<p>Du texte.</p>'.repeat(60);
    openFaq(`<p><a href="#par-avion">Voir plus bas</a></p>${filler}<h2>Par avion ?</h2>${filler}`);
    const heading = page.getByRole('heading', { name: 'Par avion ?' });
    for (let time = 0; time < 2; time += 1) {
      await link('Voir plus bas').click();
      await expect.element(heading).toBeInViewport();
      await expect.element(heading).toHaveFocus();
    }
  });

  it('scrolls to the heading that an anchor names when it is opened, from another page and directly', async () => {
    const filler = '<p>Du texte.</p>'.repeat(60);
    const api = apiWith({
      faq: `${filler}<h2>Par avion ?</h2>${filler}`,
      support: '<p><a href="/faq#par-avion">Les délais</a></p>',
    });
    const heading = page.getByRole('heading', { name: 'Par avion ?' });
    openPage('/support', api);
    await link('Les délais').click();
    await expect.element(heading).toBeInViewport();
    openPage('/faq#par-avion', api);
    await expect.element(heading).toBeInViewport();
  });

  it('that does not exist is shown as missing after one request, with a way home [PAGE-008, PAGE-010, ERR-084]', async () => {
    const api = new FakeApi();
    api.respond(FAQ, 404, { message: 'Page non trouvée', code: 'not-found' });
    openPage('/faq', api);
    await expect.element(title).toHaveTextContent('Page non trouvée');
    expect(api.sent(FAQ)).toHaveLength(1);
    await page.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expectUrl('/');
  });

  it('that cannot be loaded is requested three more times, then shown as missing [PAGE-008, PAGE-010, ERR-084]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const api = new FakeApi();
    api.respond(FAQ, 500, FAILURE);
    openPage('/faq', api);
    await expect.poll(() => api.sent(FAQ)).toHaveLength(1);
    await expect.element(title).not.toBeInTheDocument();
    for (const [index, pause] of [1000, 2000, 4000].entries()) {
      // The pause of the retry starts after the failure was handled.
      await expect.poll(() => vi.advanceTimersByTime(pause) && api.sent(FAQ).length).toBeGreaterThanOrEqual(index + 2);
    }
    await expect.element(title).toHaveTextContent('Page non trouvée');
    expect(api.sent(FAQ)).toHaveLength(4);
  });

  it('is requested again after a minute, not before [PAGE-010]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = apiWith();
    const visit = async (name: string, heading: string) => {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect.element(title).toHaveTextContent(heading);
    };
    const about = () => api.sent('GET /api/static-pages/about').length;
    openPage('/about', api);
    await expect.element(title).toHaveTextContent('Page about');
    await visit('Support', 'Page support');
    await visit('À propos', 'Page about');
    expect(about()).toBe(1);
    await visit('Support', 'Page support');
    vi.setSystemTime(Date.now() + 61_000);
    await visit('À propos', 'Page about');
    await expect.poll(about).toBe(2);
  });

  it.each([
    ['a visitor', null],
    ['a customer', AWA],
  ])('cannot be edited by %s [PAGE-009, ROLE-010]', async (_, user) => {
    openPage('/terms', apiWith({}, user));
    await expect.element(title).toHaveTextContent('Page terms');
    await expect
      .element(
        user ? page.getByRole('button', { name: 'Mon compte' }) : header.getByRole('link', { name: 'Se connecter' }),
      )
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Modifier cette page' })).not.toBeInTheDocument();
    await expect.element(page.getByText('Administration')).not.toBeInTheDocument();
  });

  it.each(PAGE_SLUGS)('at /%s can be edited by the administrator [PAGE-009, ROLE-010]', async (slug) => {
    openPage(`/${slug}`, apiWith({}, ADMINISTRATOR));
    await expect
      .element(page.getByRole('link', { name: 'Modifier cette page' }))
      .toHaveAttribute('href', `/admin/static-pages/edit/${slug}`);
  });
});

describe('the public layout', () => {
  it.each([
    ['a visitor', null],
    ['a customer', AWA],
  ])('has a way back in its header for %s [PAGE-011]', async (_, user) => {
    openPage('/privacy', apiWith({}, user));
    await header.getByRole('link', { name: 'Retour' }).click();
    await expectUrl('/');
    await expect.element(header.getByRole('link', { name: 'Retour' })).not.toBeInTheDocument();
  });

  const LINKS = [
    ['Accueil', '/'],
    ['À propos', '/about'],
    ['Support', '/support'],
    ['Contact', '/contact'],
    ['Nos délais', '/nos-delais'],
    ['Confidentialité', '/privacy'],
    ["Conditions d'utilisation", '/terms'],
  ] as const;
  const menu = page.getByRole('dialog');

  async function openMenu(user: typeof AWA | null) {
    await page.viewport(360, 740);
    openPage('/faq', apiWith({}, user));
    await expect.element(title).toHaveTextContent('Page faq');
    await page.getByRole('button', { name: 'Menu' }).click();
    for (const [name, path] of LINKS) {
      await expect.element(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
  }

  it('has a side menu with the other pages and sign-in for a visitor [PAGE-012, SHELL-032]', async () => {
    await openMenu(null);
    await expect.element(menu.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/auth');
    await menu.getByRole('link', { name: "Conditions d'utilisation" }).click();
    await expectUrl('/terms');
    await expect.element(menu).not.toBeInTheDocument();
  });

  it('has a side menu with the other pages and sign-out for a customer [PAGE-012, SHELL-032]', async () => {
    await openMenu(AWA);
    await expect.element(menu.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
    await expect.element(menu.getByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument();
  });
});
