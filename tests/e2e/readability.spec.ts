import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

const PAGES = [
  '/',
  '/products',
  '/product/1',
  '/auth',
  '/support',
  '/privacy',
  '/contact',
  '/nos-delais',
  '/nulle-part',
];

/** What leaves the screen to the side: the page itself, or a control. Wide tables scroll by themselves. */
const lostOn = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(header, main, footer, [role=dialog]) :is(h1, h2, h3, a, button, input, select, textarea, summary):not([tabindex="-1"])',
      ),
    ];
    const outside = controls.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return (
        control.checkVisibility() && !control.closest('table') && width > 1 && (left < -1 || right > clientWidth + 1)
      );
    });
    const names = outside.map((control) => control.textContent || control.outerHTML.slice(0, 80));
    return scrollWidth > clientWidth ? [`${scrollWidth} pixels of ${clientWidth}`, ...names] : names;
  });

/** Doubles the font size, as the browser's setting does. @returns the texts that do not follow */
const double = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    const texts = [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, time)')];
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const usual = texts.map(sizeOf);
    document.documentElement.style.fontSize = '32px';
    return texts
      .filter((element, index) => sizeOf(element) !== 2 * (usual[index] ?? 0))
      .map(({ outerHTML }) => outerHTML);
  });

test('type follows the font size of the browser, and nothing leaves the screen when it is doubled [CARD-010]', async ({
  page,
  createOrder,
}) => {
  const { reference } = await createOrder({ recipientName: 'Aminata Ouédraogo' }, { status: 'IN_TRANSIT' });
  for (const path of [`/c/${reference}`, '/c/INCONNU-1', ...PAGES]) {
    await page.goto(path);
    expect([path, await double(page)]).toEqual([path, []]);
    expect([path, await lostOn(page)]).toEqual([path, []]);
  }
  // The parcel was seen on this device.
  await page.goto('/mes-colis');
  await expect(page.getByRole('button', { name: 'Oublier' })).toBeVisible();
  expect(await double(page)).toEqual([]);
  expect(await lostOn(page)).toEqual([]);
});

/** The pages of a signed-in customer, with a text of what loads last. */
const PERSONAL_PAGES: [path: string, text: string | RegExp][] = [
  ['/', 'Mes colis'],
  ['/mes-colis', 'Annoncer un colis'],
  ['/saved-orders', 'Voir détails'],
  ['/notifications', 'Voir le colis'],
  ['/profile', 'Code client'],
  ['/annoncer', 'Nature'],
  ['/adresse-en-chine', /FASO\d+/],
  ['/contact', 'Écrivez-nous'],
];

test('nothing of what a customer has leaves the screen when the font size of the browser is doubled [CARD-010]', async ({
  page,
  createUser,
  createOrder,
  signIn,
  adminApi,
}) => {
  test.setTimeout(120_000);
  const customer = await createUser({ firstName: 'Aminata', lastName: 'Ouédraogo-Zoungrana' });
  await signIn(page, customer);
  await page.goto('/saved-orders');
  await expect(page.getByText('Aucune commande sauvegardée')).toBeVisible();
  expect(await double(page)).toEqual([]);
  expect(await lostOn(page)).toEqual([]);

  const own = await createOrder({ userId: customer.user.id }, { status: 'IN_TRANSIT' });
  const charge = { kind: 'freight', amount: 180_000 };
  expect((await adminApi.post(`/api/ledgers/${own.id}/charges`, { data: charge })).status()).toBe(201);
  expect((await page.request.post('/api/orders/save', { data: { orderId: own.id } })).ok()).toBe(true);
  for (const [path, text] of PERSONAL_PAGES) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    // One row at the usual size.
    const header = await page.getByRole('banner').boundingBox();
    expect([path, header?.height]).toEqual([path, 57]);
    expect([path, await double(page)]).toEqual([path, []]);
    expect([path, await lostOn(page)]).toEqual([path, []]);
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => lostOn(page)).toEqual([]);

  await page.goto(`/c/${own.reference}`);
  await expect(page.getByRole('button', { name: 'Payer' })).toBeVisible();
  expect(await double(page)).toEqual([]);
  expect(await lostOn(page)).toEqual([]);
  const { width = 0 } = (await page.locator('#reference').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Payer' }).click();
  await expect(page.getByRole('button', { name: "J'ai payé" })).toBeVisible();
  expect(await lostOn(page)).toEqual([]);

  await page.goto('/profile');
  for (const tab of ['Vérification Email', 'Mot de Passe']) {
    await page.getByRole('tab', { name: tab }).click();
    expect([tab, await double(page), await lostOn(page)]).toEqual([tab, [], []]);
  }
});

test('nothing leaves the screen at a zoom of 200 % [CARD-010]', async ({ page, createOrder }) => {
  const { reference } = await createOrder({}, { status: 'IN_TRANSIT' });
  await page.setViewportSize({ width: 180, height: 370 });
  for (const path of [`/c/${reference}`, ...PAGES]) {
    await page.goto(path);
    expect([path, await lostOn(page)]).toEqual([path, []]);
  }
  await page.goto('/');
  const field = await page.getByRole('textbox', { name: 'Numéro de suivi' }).boundingBox();
  expect(field?.width).toBeGreaterThan(100);
});

test('with the colours of the system the steps, fields, buttons and tabs differ by lines [CARD-010]', async ({
  page,
  createOrder,
}) => {
  const { reference } = await createOrder({}, { status: 'IN_TRANSIT' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/c/${reference}`);
  const looks = await page.locator('.fc-tracker-icon').evaluateAll((icons) =>
    icons.map((icon) => {
      const { borderTopStyle, backgroundColor } = getComputedStyle(icon);
      return `${borderTopStyle} ${backgroundColor}`;
    }),
  );
  const [confirmed, processing, active, arrived, delivered] = looks;
  expect(processing).toBe(confirmed);
  expect(delivered).toBe(arrived);
  expect(new Set([confirmed, active, arrived]).size).toBe(3);

  const borderOf = (role: 'button' | 'textbox' | 'tab', name: string) =>
    page
      .getByRole(role, { name, exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(await borderOf('textbox', 'Numéro de suivi')).toBe('1px');
  expect(await borderOf('button', 'Suivre')).toBe('1px');
  await page.goto('/auth');
  expect(await borderOf('tab', 'Connexion')).toBe('3px');
  expect(await borderOf('tab', 'Inscription')).toBe('1px');
});
