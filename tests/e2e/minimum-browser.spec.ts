/// <reference lib="dom" />
import { ADMIN, test as base, CUSTOMER, expect } from './fixtures.ts';
import { MINIMUM_CHROMIUM_ARGS, minimumChromium, supportPlaywright } from './minimum-browser.ts';
import { cameraArgs, filmLabel } from './scanner.ts';
import { resultCard, track } from './tracking-screen.ts';

const test = base.extend({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: minimumChromium(),
      args: [...(launchOptions.args ?? []), ...MINIMUM_CHROMIUM_ARGS],
    }),
  page: async ({ page, context }, use) => {
    await supportPlaywright(context, page);
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    await use(page);
    // The empty page that is filled with a label has no storage.
    expect(failures.filter(({ message }) => !message.includes('sessionStorage'))).toEqual([]);
  },
});
/** Properties without which a page is complete, only less fine; no element has the class "filter". */
const REFINEMENTS = [
  'accent-color',
  'container-type',
  'field-sizing',
  'filter',
  'font-variant-numeric',
  'min-height',
  'scrollbar-width',
  'text-wrap',
];

test.use({
  viewport: { width: 360, height: 740 },
  userAgent: 'Mozilla/5.0 (Linux; Android 6.0; M5) AppleWebKit/537.36 Chrome/90.0.4427.0 Mobile Safari/537.36',
  // Playwright's own socket needs a newer browser.
  live: true,
});

test('a parcel link shows the card with its history in Chromium 90 [OLD-001]', async ({ page, createOrder }) => {
  const { reference } = await createOrder({}, { status: 'IN_TRANSIT', latestUpdate: 'Parti de Guangzhou' });
  await page.goto(`/c/${reference}`);
  await expect(resultCard(page)).toContainText(reference);
  await page.getByText('Historique', { exact: true }).click();
  await expect(resultCard(page).getByRole('listitem').filter({ hasText: 'Parti de Guangzhou' })).toBeVisible();
});

test('a search finds a parcel, and the menu opens, in Chromium 90 [OLD-001]', async ({ page, createOrder }) => {
  const { reference } = await createOrder();
  await page.goto('/');
  await track(page, reference);
  await expect(resultCard(page)).toContainText(reference);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a customer signs in and sees the profile in Chromium 90 [OLD-001]', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel("Email ou nom d'utilisateur").fill(CUSTOMER.login);
  await page.getByLabel('Mot de passe', { exact: true }).fill(CUSTOMER.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page).not.toHaveURL(/auth/);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Awa Ouédraogo' })).toBeVisible();
});

test('the back office lists orders, opens one, and edits a page in Chromium 90 [OLD-001]', async ({
  page,
  createOrder,
  signIn,
}) => {
  test.slow();
  const { reference } = await createOrder();
  await signIn(page, ADMIN);
  await page.goto('/admin/orders');
  await page.getByLabel('Rechercher une référence').fill(reference);
  await page.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('heading', { name: reference })).toBeVisible();
  await page.goto('/admin/static-pages/edit/about');
  await expect(page.getByRole('textbox', { name: 'Contenu' })).toBeVisible();
});

test('a printed label is received with the camera in Chromium 90 [OLD-001]', async ({
  page: office,
  playwright,
  baseURL,
  userAgent,
  createOrder,
  signIn,
}, testInfo) => {
  test.slow();
  const { id, reference } = await createOrder();
  await signIn(office, ADMIN);
  const film = testInfo.outputPath('label.mjpeg');
  await filmLabel(office, id, film);

  const phone = await playwright.chromium.launch({
    ...testInfo.project.use.launchOptions,
    executablePath: minimumChromium(),
    args: ['--no-sandbox', ...MINIMUM_CHROMIUM_ARGS, ...cameraArgs(film)],
  });
  const context = await phone.newContext({
    ...(baseURL && { baseURL }),
    ...(userAgent && { userAgent }),
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await supportPlaywright(context, page);
  await signIn(page, ADMIN);
  await page.goto('/admin/scan');
  await expect(page.getByTestId('last-hit')).toContainText(reference, { timeout: 30_000 });
  await expect(page.getByTestId('last-hit').getByText('Reçu', { exact: true })).toBeVisible();
  await phone.close();
});

test('the style sheets use nothing that Chromium 90 does not know, besides refinements [OLD-001, OLD-002]', async ({
  page,
}) => {
  await page.goto('/');
  const ignored = await page.evaluate(async () => {
    const links = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'), ({ href }) => href);
    const texts = await Promise.all(links.map(async (href) => (await fetch(href)).text()));
    const css = texts.join('\n').replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\}|@property[^{]*\{[^}]*\}/g, '');
    const declarations = css.match(/[\w-]+:[^;{}]+(?=[;}])/g) ?? [];
    const unknown = declarations.flatMap((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      const isPrefixed = /^--|^-(?:webkit|moz|ms)-/.test(name);
      return isPrefixed || CSS.supports(name, value.join(':').replace('!important', '')) ? [] : [name];
    });
    // A mixed colour falls back to an opaque one, so that a backdrop would hide the page and a hairline become a frame.
    const mixed = texts.join('\n').match(/[^{}]+\{[^{}]*color-mix[^{}]*/g) ?? [];
    return { layers: css.match(/@layer/g) ?? [], mixed, unknown: Array.from(new Set(unknown)).sort() };
  });
  expect(ignored).toEqual({ layers: [], mixed: [expect.stringContaining('::placeholder')], unknown: REFINEMENTS });
});

test.describe('a browser below the minimum', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 7.0) AppleWebKit/537.36 Chrome/80.0.3987.99 Mobile Safari/537.36',
    rendered: 'page',
  });

  test('shows a parcel in style and loads no script [OLD-002]', async ({ page, createOrder }) => {
    const { reference } = await createOrder();
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(`/c/${reference}`);
    await expect(resultCard(page)).toContainText(reference);
    expect(await resultCard(page).evaluate((card) => getComputedStyle(card).borderRadius)).not.toBe('0px');
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
    expect(scripts).toEqual([]);
  });

  test('finds a parcel by the form, and is told what it needs for the back office [OLD-002]', async ({
    page,
    createOrder,
  }) => {
    const { reference } = await createOrder();
    await page.goto('/');
    await track(page, reference);
    await expect(resultCard(page)).toContainText(reference);
    await page.goto('/admin');
    await expect(page.getByRole('heading')).toHaveText('Votre navigateur est trop ancien pour cette page');
  });
});
