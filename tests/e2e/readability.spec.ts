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
        'main :is(a, button, input, select, textarea, summary):not([tabindex="-1"])',
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

test('type follows the font size of the browser, and nothing leaves the screen when it is doubled [CARD-010]', async ({
  page,
  createOrder,
}) => {
  const { reference } = await createOrder({ recipientName: 'Aminata Ouédraogo' }, { status: 'IN_TRANSIT' });
  /** Doubles the font size, as the browser's setting does. @returns the texts that do not follow */
  const double = () =>
    page.evaluate(() => {
      const texts = [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, time)')];
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      const usual = texts.map(sizeOf);
      document.documentElement.style.fontSize = '32px';
      return texts
        .filter((element, index) => sizeOf(element) !== 2 * (usual[index] ?? 0))
        .map(({ outerHTML }) => outerHTML);
    });
  for (const path of [`/c/${reference}`, '/c/INCONNU-1', ...PAGES]) {
    await page.goto(path);
    expect([path, await double()]).toEqual([path, []]);
    expect([path, await lostOn(page)]).toEqual([path, []]);
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
