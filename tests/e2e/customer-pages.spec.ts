/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { StaticPage } from '@fasocolis/contracts/content';
import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import type { Page } from '@playwright/test';
import { ADMIN, expect, newName, test } from './fixtures.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const NARROW = { width: 360, height: 740 };

const header = (page: Page) => page.getByRole('banner');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const answerPage = (page: Page, slug: string, content: string) =>
  page.route(`**/api/static-pages/${slug}`, (route) =>
    route.fulfill({ json: { id: 1, slug, title: 'Une page', content, lastUpdated: '2026-03-05T23:30:00.000Z' } }),
  );

test.describe('a page of text', () => {
  for (const slug of PAGE_SLUGS) {
    test(`is at /${slug}, for everybody [PAGE-001, PAGE-002, PAGE-003, PAGE-005, ROLE-003]`, async ({ page }) => {
      const answered = page.waitForResponse(`**/api/static-pages/${slug}`);
      await page.goto(`/${slug}`);
      const { title: text, lastUpdated }: StaticPage = await (await answered).json();
      await expect(title(page)).toHaveText(text);
      await expect(page).toHaveTitle(`${text} - FasoColis`);
      const [year, month, day] = lastUpdated.slice(0, 10).split('-');
      await expect(page.getByText(`Dernière mise à jour : ${day}/${month}/${year}`)).toBeVisible();
    });
  }

  test('shows its HTML, and the day it was changed in GMT [PAGE-004, PAGE-005]', async ({ page }) => {
    await answerPage(page, 'faq', '<h2>Délais</h2><p>Voyez <a href="/support">le support</a>.</p><ul><li>Un</li></ul>');
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 2, name: 'Délais' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'le support' })).toHaveAttribute('href', '/support');
    await expect(page.getByRole('article').getByRole('listitem')).toHaveText(['Un']);
    await expect(page.getByText('05/03/2026')).toBeVisible();
  });

  test('has the contact form below it at /contact, and nowhere else [PAGE-006]', async ({ page }) => {
    const form = page.getByRole('region', { name: 'Écrivez-nous' });
    for (const slug of PAGE_SLUGS) {
      await page.goto(`/${slug}`);
      await expect(title(page)).toBeVisible();
      await expect(form).toHaveCount(slug === 'contact' ? 1 : 0);
    }
  });

  test('leads on inside the site without loading it anew [PAGE-007]', async ({ page }) => {
    await answerPage(page, 'faq', '<p><a href="/support">Aide</a> <a href="/?tracking=DEMO0002">Colis</a></p>');
    await page.goto('/faq');
    await page.evaluate(() => Object.assign(window, { marker: true }));
    const isSameDocument = () => page.evaluate(() => 'marker' in window);
    await page.getByRole('link', { name: 'Aide' }).click();
    await expect(page).toHaveURL('/support');
    expect(await isSameDocument()).toBe(true);
    await page.goBack();
    await page.getByRole('link', { name: 'Colis' }).press('Enter');
    await expect(page).toHaveURL('/?tracking=DEMO0002');
    await expect(page.getByTestId('result-card')).toBeVisible();
    expect(await isSameDocument()).toBe(true);
  });

  test('leaves links to elsewhere to the browser [PAGE-007]', async ({ page, context, baseURL }) => {
    await context.route('https://ailleurs.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Ailleurs</h1>' }),
    );
    await answerPage(
      page,
      'faq',
      '<p><a href="https://ailleurs.example/faq">Ailleurs</a> <a href="/about">Ici</a></p>',
    );
    await page.goto('/faq');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Ici' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await expect(opened).toHaveURL(`${baseURL ?? ''}/about`);
    await expect(page).toHaveURL('/faq');
    await page.getByRole('link', { name: 'Ailleurs' }).click();
    await expect(page).toHaveURL('https://ailleurs.example/faq');
  });

  test('brings the heading that an anchor names into view, from here and from elsewhere', async ({ page }) => {
    const filler = '<p>Du texte.</p>'.repeat(60);
    const content = `<p><a href="#par-avion">Voir plus bas</a></p>${filler}<h2>Par avion ?</h2>${filler}`;
    await answerPage(page, 'faq', content);
    await answerPage(page, 'support', '<p><a href="/faq#par-avion">Les délais</a></p>');
    const heading = page.getByRole('heading', { name: 'Par avion ?' });
    await page.goto('/faq');
    for (let time = 0; time < 2; time++) {
      await page.getByRole('link', { name: 'Voir plus bas' }).click();
      await expect(heading).toBeInViewport();
      await expect(heading).toBeFocused();
    }
    await page.goto('/support');
    await page.getByRole('link', { name: 'Les délais' }).click();
    await expect(heading).toBeInViewport();
    await page.goto('/faq#par-avion');
    await expect(heading).toBeInViewport();
  });

  test('that does not exist is said to be missing, after one call [PAGE-008, PAGE-010, ERR-084]', async ({ page }) => {
    let calls = 0;
    await page.route('**/api/static-pages/faq', (route) => {
      calls += 1;
      return route.fulfill({ status: 404, json: { message: 'Page non trouvée' } });
    });
    await page.goto('/faq');
    await expect(title(page)).toHaveText('Page non trouvée');
    expect(calls).toBe(1);
    await page.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expect(page).toHaveURL('/');
  });

  test('that cannot be had is asked for three more times, then said to be missing [PAGE-008, PAGE-010, ERR-084]', async ({
    page,
  }) => {
    let calls = 0;
    await page.route('**/api/static-pages/faq', (route) => {
      calls += 1;
      return route.fulfill({ status: 500, json: { message: 'panne' } });
    });
    await page.goto('/faq');
    await expect.poll(() => calls).toBe(1);
    await expect(title(page)).toHaveCount(0);
    // Pauses of one, two and four seconds lie between the tries.
    await expect(title(page)).toHaveText('Page non trouvée', { timeout: 20_000 });
    expect(calls).toBe(4);
  });

  test('is not asked for again within a minute [PAGE-010]', async ({ page }) => {
    let calls = 0;
    await page.clock.install();
    page.on('request', (request) => {
      if (request.url().endsWith('/api/static-pages/about')) calls += 1;
    });
    const footer = page.getByRole('contentinfo');
    const visit = async (name: string, path: string) => {
      await footer.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(title(page)).toBeVisible();
    };
    await page.goto('/about');
    await expect(title(page)).toBeVisible();
    await visit('Support', '/support');
    await visit('À propos', '/about');
    expect(calls).toBe(1);
    await visit('Support', '/support');
    await page.clock.runFor(61_000);
    await visit('À propos', '/about');
    await expect.poll(() => calls).toBe(2);
  });

  test('can be changed by the administrator only [PAGE-009, ROLE-010]', async ({ page, signIn }) => {
    const edit = page.getByRole('link', { name: 'Modifier cette page' });
    await page.goto('/terms');
    await expect(title(page)).toBeVisible();
    await expect(header(page).getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(edit).toHaveCount(0);

    await signIn(page);
    await page.reload();
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mon compte' })).toBeVisible();
    await expect(edit).toHaveCount(0);

    await signIn(page, ADMIN);
    for (const slug of ['terms', 'contact']) {
      await page.goto(`/${slug}`);
      await expect(edit).toHaveAttribute('href', `/admin/static-pages/edit/${slug}`);
    }
  });
});

test.describe('the public layout', () => {
  test('has a way back in its header, signed in or not [PAGE-011]', async ({ page, signIn }) => {
    const leave = async () => {
      await page.goto('/privacy');
      await header(page).getByRole('link', { name: 'Retour' }).click();
      await expect(page).toHaveURL('/');
      await expect(header(page).getByRole('link', { name: 'Retour' })).toHaveCount(0);
    };
    await leave();
    await signIn(page);
    await leave();
  });

  test('has a side menu that leads to the other pages [PAGE-012, SHELL-032]', async ({ page, signIn }) => {
    await page.setViewportSize(NARROW);
    const links = [
      ['Accueil', '/'],
      ['À propos', '/about'],
      ['Support', '/support'],
      ['Contact', '/contact'],
      ['Confidentialité', '/privacy'],
      ["Conditions d'utilisation", '/terms'],
    ] as const;
    const menu = page.getByRole('dialog');
    const open = async () => {
      await page.goto('/faq');
      await expect(title(page)).toBeVisible();
      await page.getByRole('button', { name: 'Menu' }).click();
      for (const [name, path] of links) {
        await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
      }
    };
    await open();
    await expect(menu.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/auth');
    await menu.getByRole('link', { name: "Conditions d'utilisation" }).click();
    await expect(page).toHaveURL('/terms');
    await expect(menu).toHaveCount(0);

    await signIn(page);
    await open();
    await expect(menu.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Se connecter' })).toHaveCount(0);
  });
});

test.describe('what people write', () => {
  // What is never closed comes last: it takes the rest with it.
  const ATTACKS = [
    '<a href="javascript:alert(1)">lien</a>',
    '<img src=x onerror=alert(2)>',
    '<p onclick=alert(3) style="position:fixed;inset:0">texte</p>',
    '<script>alert(4)</script>',
    '<details open ontoggle=alert(5)>x</details>',
    '<form action="javascript:alert(6)"><button>bouton</button></form>',
    '<iframe srcdoc="<script>parent.alert(7)</script>"></iframe>',
    '"><svg onload=alert(8)>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(9)&gt;">',
  ];

  /** Whatever an attack that gets through would cause: what ran, and what only the security policy kept from it. */
  function watch(page: Page) {
    const ran: string[] = [];
    const refused: string[] = [];
    page.on('dialog', async (dialog) => {
      ran.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on('pageerror', (error) => ran.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    return { ran, refused };
  }

  test('runs nowhere: a page [ROLE-019, PAGE-004]', async ({ page, adminApi }) => {
    const { ran, refused } = watch(page);
    const harmless = async () => {
      await page.goto('/privacy');
      await expect(page.getByRole('heading', { name: 'Sans danger' })).toBeVisible();
      for (const link of await page.getByRole('article').getByText('lien', { exact: true }).all()) await link.click();
      await page.getByText('texte', { exact: true }).click();
      const dangerous = 'script, svg, iframe, form, style, math, details, [style], [onclick], [onerror], [href^=java]';
      await expect(page.getByRole('article').locator('.page-html').locator(dangerous)).toHaveCount(0);
      expect(ran).toEqual([]);
    };
    const content = `<h2>Sans danger</h2>${ATTACKS.join('\n')}`;

    const before: StaticPage = await (await adminApi.get('/api/static-pages/privacy')).json();
    try {
      const saved = await adminApi.patch('/api/static-pages/privacy', { data: { content } });
      expect(saved.ok()).toBe(true);
      await harmless();
      expect(refused).toEqual([]);
    } finally {
      await adminApi.patch('/api/static-pages/privacy', { data: { content: before.content } });
    }
  });

  test('runs nowhere: a product [ROLE-019]', async ({ page, adminApi }) => {
    const { ran, refused } = watch(page);
    const attack = ATTACKS.slice(0, 4).join(' ');
    const name = `${newName()} ${ATTACKS[1]}`;
    const data = {
      name,
      description: attack,
      price: ATTACKS[7],
      features: [attack],
      specifications: { [attack]: attack },
      imageUrl: 'http"onerror="alert(10)',
      imageUrls: ['data:text/html,<script>alert(11)</script>'],
    };
    // An image that is none is refused: the rest is what can be stored.
    expect((await adminApi.post('/api/products', { data })).status()).toBe(400);
    const created = await adminApi.post('/api/products', { data: { ...data, imageUrls: [] } });
    expect(created.status(), await created.text()).toBe(201);
    const { id } = await created.json();

    await page.goto('/products');
    await page.getByTestId('product-card').filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('region', { name: 'Caractéristiques' })).toContainText(attack);
    await page.goto(`/product/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Nos produits' })).toBeVisible();
    expect([...ran, ...refused]).toEqual([]);
    await adminApi.delete(`/api/products/${id}`);
  });

  test('runs nowhere: names, and what an address asks for [ROLE-019]', async ({ page, createUser, signIn }) => {
    const { ran, refused } = watch(page);
    const person = await createUser({ firstName: ATTACKS[1] ?? '', lastName: ATTACKS[3] ?? '' });
    await signIn(page, person);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ATTACKS[1]} ${ATTACKS[3]}`);
    await page.goto(`/?tracking=${encodeURIComponent('<img src=x onerror=alert(12)>')}`);
    await expect(page.getByTestId('toast')).toBeVisible();
    expect([...ran, ...refused]).toEqual([]);
  });

  test('could not run even if it got through: pages allow no script but their own files', async ({ request }) => {
    for (const path of ['/', '/products', '/product/1', '/faq', '/contact']) {
      const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
      const directives = new Map(policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
      const [own, ...hashes] = directives.get('script-src') ?? [];
      expect(own, path).toBe("'self'");
      // The inline script of rendered pages, and no other.
      expect(
        hashes.filter((source) => !source.startsWith("'sha256-")),
        path,
      ).toEqual([]);
      expect(directives.get('object-src'), path).toEqual(["'none'"]);
      expect(directives.get('base-uri'), path).toEqual(["'self'"]);
    }
  });
});

for (const viewport of [NARROW, { width: 1280, height: 800 }]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('pages of text pass the automatic accessibility checks and never scroll sideways', async ({ page }) => {
      test.slow();
      const cells = '<td>anticonstitutionnellement</td>'.repeat(6);
      await answerPage(
        page,
        'faq',
        `<h2>Un tableau</h2><table><tbody><tr>${cells}</tr></tbody></table><p><img src="/favicon.svg" alt=""></p>`,
      );
      for (const slug of PAGE_SLUGS) {
        await page.goto(`/${slug}`);
        await expect(title(page)).toBeVisible();
        if (slug === 'contact') await expect(page.getByRole('button', { name: 'Envoyer' })).toBeVisible();
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations, slug).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, slug).toBeLessThanOrEqual(0);
      }
    });
  });
}
