/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { CUSTOMER, expect, test } from './fixtures.ts';
import { resultCard, toast } from './tracking-screen.ts';

/** Makes the files with the code of a part missing, as after a new release. @returns what brings them back */
async function without(page: Page, part: string): Promise<() => Promise<void>> {
  const files = `**/assets/${part}-*.js`;
  await page.route(files, (route) => route.fulfill({ status: 404, body: '' }));
  return () => page.unroute(files);
}

test('a menu whose code is missing leaves the page as it is, says so, and opens later [OLD-003]', async ({
  page,
  createOrder,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const restore = await without(page, 'side-menu');
  const { reference } = await createOrder();
  await page.goto(`/c/${reference}`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(toast(page)).toContainText("Une partie de la page n'a pas pu être chargée.");
  await expect(resultCard(page)).toContainText(reference);
  await restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a button says that it opens a sheet whose code is still loading', async ({ page, createOrder }) => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/be-told-sheet-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  const { reference } = await createOrder();
  await page.goto(`/c/${reference}`);
  await resultCard(page).getByRole('button', { name: 'Être averti' }).click();
  await expect(resultCard(page).getByRole('button', { name: 'Ouverture…' })).toBeVisible();
  release();
  await expect(page.getByRole('dialog', { name: 'Être averti' })).toBeVisible();
});

for (const part of ['account-menu', 'unread-badge', 'footer-widgets', 'product-teaser', 'signed-in', 'offline']) {
  test(`a page without the code of ${part} shows everything else [OLD-003]`, async ({ page, createOrder, signIn }) => {
    await without(page, part);
    const { reference } = await createOrder();
    await signIn(page, CUSTOMER);
    await page.goto('/');
    await page.goto(`/c/${reference}`);
    await expect(toast(page)).toContainText("Une partie de la page n'a pas pu être chargée.");
    await expect(resultCard(page)).toContainText(reference);
    await expect(page.getByRole('link', { name: /^Notifications/ }).first()).toBeVisible();
  });
}

test.describe('a page that cannot be hydrated', () => {
  test.use({ rendered: 'page' });

  test('stays as the server sent it, its search works, and it reports itself [OLD-003]', async ({
    page,
    createOrder,
  }) => {
    const [first, second] = [await createOrder(), await createOrder()];
    await page.addInitScript(() => {
      const fail = () => {
        throw new TypeError('not in this browser');
      };
      for (const name of ['format', 'formatToParts'])
        Object.defineProperty(Intl.DateTimeFormat.prototype, name, { get: fail });
    });
    const reported = page.waitForResponse('/api/page-failures');
    await page.goto(`/c/${first.reference}`);
    expect((await reported).status()).toBe(200);
    expect((await reported).request().postDataJSON()).toMatchObject({
      page: `/c/${first.reference}`,
      message: expect.stringContaining('not in this browser'),
      browser: expect.stringContaining('Chrome'),
    });
    await expect(resultCard(page)).toContainText(first.reference);
    await expect(page.getByText("Cette page n'a pas pu s'afficher")).toBeHidden();
    await page.getByRole('textbox', { name: 'Numéro de suivi' }).fill(second.reference);
    await page.getByRole('button', { name: 'Suivre' }).click();
    await expect(resultCard(page)).toContainText(second.reference);
  });
});

test('the back office says that it is loading, and later what to do, while its code does not start', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
  });
  await page.goto('/admin/orders');
  await expect(page.getByText("Chargement de l'administration…")).toBeVisible();
  const advice = page.getByText('autorisez les cookies de ce site dans votre navigateur');
  await expect(advice).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(advice).toBeVisible();
});
