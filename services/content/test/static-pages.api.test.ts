import type { StaticPage } from '@fasocolis/contracts/content';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Content, startContent } from './helpers.ts';

let content: Content;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const get = (slug: string) => call(content.app, { url: `/api/static-pages/${slug}` });
const pageAt = async (slug: string) => (await get(slug)).json<StaticPage>();
const update = (slug: string, payload: object) =>
  call(content.app, { method: 'PATCH', url: `/api/static-pages/${slug}`, payload }, asAdmin());
const list = (query: Record<string, string> = {}) => call(content.app, { url: '/api/static-pages', query }, asAdmin());

describe('GET /api/static-pages/{slug}', () => {
  it('responds to a visitor with title, HTML and last change [API-047, ENT-020]', async () => {
    const response = await get('about');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: expect.any(Number),
      slug: 'about',
      title: 'À propos',
      content: expect.stringContaining('<h2>'),
      lastUpdated: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  });

  it('responds with 404 to an unknown slug [API-047]', async () => {
    for (const slug of ['xyz', 'ABOUT', 'about%20', '%00', 'a%2Fb', '1', `${'x'.repeat(5000)}`]) {
      const response = await get(slug);
      expect([response.statusCode, response.json().message], slug).toEqual([404, 'Page non trouvée']);
    }
  });
});

describe('GET /api/static-pages', () => {
  it('lists the pages without their content [API-048]', async () => {
    const response = await list();
    expect(response.headers['content-range']).toBe('static-pages 0-5/6');
    const pages = response.json<StaticPage[]>();
    expect(pages.map(({ slug }) => slug)).toEqual([...PAGE_SLUGS]);
    for (const page of pages) expect(Object.keys(page).toSorted()).toEqual(['id', 'lastUpdated', 'slug', 'title']);
  });

  it.each(['confidentialite', 'POLITIQUE', 'Confidentialité  politique'])(
    'finds a page by the words of its title: %j [READ-012]',
    async (q) => {
      const found = (await list({ filter: JSON.stringify({ q }) })).json<StaticPage[]>();
      expect(found.map(({ slug }) => slug)).toEqual(['privacy']);
      expect((await list({ filter: JSON.stringify({ q, slug: 'faq' }) })).json()).toEqual([]);
    },
  );

  it('accepts page, order and filters as every list does', async () => {
    const slugs = async (query: Record<string, string>) =>
      (await list(query)).json<StaticPage[]>().map(({ slug }) => slug);
    expect(await slugs({ sort: '["slug","DESC"]', range: '[0,1]' })).toEqual(['terms', 'support']);
    expect(await slugs({ filter: '{"slug":"faq"}' })).toEqual(['faq']);
    expect(await slugs({ filter: '{"q":"POLITIQUE"}' })).toEqual(['privacy']);
    expect(await slugs({ filter: '{"id":[99999999999]}' })).toEqual([]);
    for (const query of [{ sort: '["content","ASC"]' }, { filter: '{"content":"x"}' }, { range: '[1]' }]) {
      expect((await list(query)).statusCode).toBe(400);
    }
  });
});

describe('PATCH /api/static-pages/{slug}', () => {
  it('changes title and content, and sets the date of the change [API-049]', async () => {
    const before = await pageAt('terms');
    const change = { title: 'Nos conditions', content: '<p>Nouveau texte</p>', lastUpdated: '2001-01-01', slug: 'x' };
    const response = await update('terms', change);
    expect(response.statusCode).toBe(200);
    const page = response.json<StaticPage>();
    expect(page).toEqual({
      id: before.id,
      slug: 'terms',
      title: 'Nos conditions',
      content: '<p>Nouveau texte</p>',
      lastUpdated: expect.any(String),
    });
    expect(Date.parse(page.lastUpdated)).toBeGreaterThan(Date.parse(before.lastUpdated));
    expect(await pageAt('terms')).toEqual(page);
  });

  it('keeps absent fields', async () => {
    const before = await pageAt('support');
    expect((await update('support', { title: 'Aide' })).json()).toMatchObject({
      title: 'Aide',
      content: before.content,
    });
    expect((await update('support', { content: '<p>Aide</p>' })).json()).toMatchObject({
      title: 'Aide',
      content: '<p>Aide</p>',
    });
  });

  it('keeps the date of the last change when nothing changes [API-049]', async () => {
    const before = await pageAt('about');
    const { title, content: text } = before;
    const outbox = () => content.database.outboxEvent.count();
    const events = await outbox();
    for (const body of [{}, { title }, { content: text }, { title: ` ${title} `, content: text }]) {
      const response = await update('about', body);
      expect([response.statusCode, response.json()]).toEqual([200, before]);
    }
    expect(await pageAt('about')).toEqual(before);
    expect(await outbox()).toBe(events);
  });

  it('responds with 404 to an unknown slug [API-049]', async () => {
    for (const slug of ['xyz', '%00']) {
      const response = await update(slug, { title: 'Titre', content: '<p>Texte</p>' });
      expect([response.statusCode, response.json().message]).toEqual([404, 'Page non trouvée']);
    }
  });

  it('requires a title [VAL-067, API-049]', async () => {
    for (const title of ['', '   ', null, 5]) {
      const response = await update('faq', { title, content: '<p>Texte</p>' });
      expect([response.statusCode, response.json().message]).toEqual([400, 'Le titre est requis']);
    }
    expect((await update('faq', { title: 'x'.repeat(201) })).json().message).toBe(
      'Ce champ ne doit pas dépasser 200 caractères',
    );
  });

  it('requires a content that is not blank after sanitizing [VAL-068, API-049]', async () => {
    const before = await pageAt('faq');
    for (const text of ['', '  ', null, '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>alert(1)</script>']) {
      const response = await update('faq', { title: 'FAQ', content: text });
      expect([response.statusCode, response.json().message, response.json().errors], String(text)).toEqual([
        400,
        'Le contenu est requis',
        { content: 'Le contenu est requis' },
      ]);
    }
    expect(await pageAt('faq')).toEqual(before);
    expect((await update('faq', { content: 'x'.repeat(200_001) })).json().message).toBe(
      'Ce champ ne doit pas dépasser 200000 caractères',
    );
  });

  it('stores nothing that could run in a browser', async () => {
    const text =
      '<h2 onclick="alert(1)">Titre</h2><script>alert(2)</script><a href="javascript:alert(3)">lien</a><iframe src="//evil.example"></iframe><img src=x onerror=alert(4)>';
    expect((await update('contact', { title: '<b>Contact</b>', content: text })).json()).toMatchObject({
      title: '<b>Contact</b>',
      content: '<h2>Titre</h2><a>lien</a><img src="/x" alt="" />',
    });
  });

  it('returns nothing that could run, even when the database contains it [ROLE-019, PAGE-004]', async () => {
    await content.database.staticPage.update({
      where: { slug: 'terms' },
      data: { content: '<h2>Titre</h2><script>alert(1)</script><p onclick="alert(2)">texte</p>' },
    });
    expect((await pageAt('terms')).content).toBe('<h2>Titre</h2><p>texte</p>');
  });

  it('stores no character that nobody sees, written as an entity either [READ-001]', async () => {
    for (const character of ['\u0000', '\ud800']) {
      const body = { title: `a${character}b`, content: `<p>a${character}b</p>` };
      expect((await update('faq', body)).json()).toMatchObject({ title: 'ab', content: '<p>ab</p>' });
    }
    const written = await update('faq', { content: '<p>a&#0;&#xD800;b<a href="/&#0;&#xD800;">c</a></p>' });
    expect(written.statusCode).toBe(200);
  });
});
