/// <reference lib="dom" />
import type { StaticPage } from '@fasocolis/contracts/content';
import type { Page } from '@playwright/test';
import { expect, newName, test } from './fixtures.ts';

// Most tests stub the API of public pages.
test.use({ rendered: false });

const servePage = (page: Page, slug: string, content: string) =>
  page.route(`**/api/static-pages/${slug}`, (route) =>
    route.fulfill({ json: { id: 1, slug, title: 'Une page', content, lastUpdated: '2026-03-05T23:30:00.000Z' } }),
  );

test.describe('a static page', () => {
  test('leaves external links to the browser [PAGE-007]', async ({ page, context, baseURL }) => {
    await context.route('https://ailleurs.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Ailleurs</h1>' }),
    );
    await servePage(page, 'faq', '<p><a href="https://ailleurs.example/faq">Ailleurs</a> <a href="/about">Ici</a></p>');
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
});

test.describe('user input', () => {
  // Unclosed elements are last, because they contain everything after them.
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

  /** The effects of a successful attack: what ran, and what only the security policy blocked. */
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

  test('is not executed: a page [ROLE-019, PAGE-004]', async ({ page, adminApi }) => {
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

  test('is not executed: a product [ROLE-019]', async ({ page, adminApi }) => {
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
    // An invalid image is refused: the rest is what can be stored.
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

  test('is not executed: names, and parameters of addresses [ROLE-019]', async ({ page, createUser, signIn }) => {
    const { ran, refused } = watch(page);
    const person = await createUser({ firstName: ATTACKS[1] ?? '', lastName: ATTACKS[3] ?? '' });
    await signIn(page, person);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ATTACKS[1]} ${ATTACKS[3]}`);
    await page.goto(`/?tracking=${encodeURIComponent('<img src=x onerror=alert(12)>')}`);
    await expect(page.getByTestId('toast')).toBeVisible();
    expect([...ran, ...refused]).toEqual([]);
  });
});
