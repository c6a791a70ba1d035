import type { AppSetting } from '@fasocolis/contracts/content';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, newName, test } from './fixtures.ts';

const NUMBER = '/api/app-settings/whatsapp_number';
const PARAGRAPH = '/api/app-settings/product_detail_paragraph';

const read = async (api: APIRequestContext, path: string): Promise<AppSetting> => (await api.get(path)).json();
const restore = (api: APIRequestContext, path: string, { value, description }: AppSetting) =>
  api.post(path, { data: { value, description } });

const card = (page: Page, name = 'Numéro WhatsApp') => page.getByRole('region', { name });
const number = (page: Page) => card(page).getByRole('textbox', { name: 'Numéro WhatsApp' });
const save = (page: Page, name?: string) => card(page, name).getByRole('button', { name: 'Enregistrer' }).click();

// One after the other: there is one number for all of them.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the screen opens from the sidebar and by its address, and leads back [ADM-SET-001, ADM-SET-002, ADM-NAV-011, ADM-NAV-027]', async ({
  page,
  adminApi,
}) => {
  await page.goto('/admin/orders');
  const asked = page.waitForRequest(isCall('GET', NUMBER));
  await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Paramètres' }).click();
  await asked;
  await expect(page).toHaveURL('/admin/settings');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
  await expect(number(page)).toHaveValue((await read(adminApi, NUMBER)).value);
  await expectNoFaults(page);
  await expect(page.getByRole('link', { name: 'Retour' })).toHaveAttribute('href', /^\/admin\/?$/);
});

test('the number is sent with its description, and customers reach the new one at once [ADM-SET-003, ADM-SET-004, ADM-SET-007, ERR-088]', async ({
  page,
  adminApi,
}) => {
  const stored = await read(adminApi, NUMBER);
  await page.goto('/contact');
  await expect(page.getByRole('link', { name: /WhatsApp|service client/i }).first()).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me/${stored.value.replace(/\D/g, '')}`),
  );
  await page.goto('/admin/settings');
  await number(page).fill('+22676543210');
  const sent = page.waitForRequest(isCall('POST', NUMBER));
  const refreshed = page.waitForRequest(isCall('GET', NUMBER));
  await save(page);
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ value: '+22676543210', description: stored.description });
  expect(await request.headerValue('content-type')).toBe('application/json');
  expect(await request.headerValue('cookie')).toBeTruthy();
  await expectToast(page, 'Succès', 'Numéro WhatsApp mis à jour avec succès');
  await refreshed;
  await page.goto('/contact');
  await expect(page.getByRole('link', { name: /WhatsApp|service client/i }).first()).toHaveAttribute(
    'href',
    /wa\.me\/22676543210/,
  );
  await restore(adminApi, NUMBER, stored);
});

test('a number that is too short or has a wrong format is not sent [VAL-069, VAL-070]', async ({ page }) => {
  const calls: unknown[] = [];
  await page.route(`**${NUMBER}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    calls.push(route.request().postDataJSON().value);
    return route.fulfill({ status: 500, body: '' });
  });
  await page.goto('/admin/settings');
  const tooShort = card(page).getByText('Le numéro doit comporter au moins 9 chiffres', { exact: true });
  const wrong = card(page).getByText(
    'Format de numéro invalide. Utilisez uniquement des chiffres et éventuellement le préfixe +',
    { exact: true },
  );
  for (const [value, complaint] of [
    ['70123456', tooShort],
    ['', tooShort],
    ['70 12 34 56 78', wrong],
    ['7012a4567', wrong],
  ] as const) {
    await number(page).fill(value);
    await save(page);
    await expect(complaint).toBeVisible();
  }
  expect(calls).toEqual([]);
  for (const value of ['701234567', '+22670123456']) {
    await number(page).fill(value);
    await save(page);
    await expect(tooShort.or(wrong)).toHaveCount(0);
    await expect.poll(() => calls).toContain(value);
  }
});

test('a failure is said with what the server answered, and what was typed stays [ADM-SET-005, ADM-SET-006, ERR-087]', async ({
  page,
}) => {
  await page.goto('/admin/settings');
  await number(page).fill('+22676543210');
  for (const [body, reason] of [
    ['base de données indisponible', 'base de données indisponible'],
    ['{"message":"Erreur interne du serveur","code":"internal"}', 'Erreur interne du serveur'],
    ['', 'Raison inconnue'],
  ] as const) {
    await page.route(`**${NUMBER}`, (route) => route.fulfill({ status: 500, body }));
    await save(page);
    await expectToast(page, 'Erreur', `Impossible de mettre à jour le numéro WhatsApp: ${reason}`);
    await expect(number(page)).toHaveValue('+22676543210');
    await page.unroute(`**${NUMBER}`);
  }
});

test('a number that was never set can be set, one that does not load is asked for again', async ({ page }) => {
  await page.route(`**${NUMBER}`, (route) =>
    route.fulfill({ status: 404, json: { message: 'Paramètre non trouvé', code: 'not-found' } }),
  );
  await page.goto('/admin/settings');
  await expect(number(page)).toHaveValue('');
  await page.unroute(`**${NUMBER}`);
  await page.route(`**${NUMBER}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(card(page).getByText("Ce paramètre n'a pas pu être chargé.")).toBeVisible();
  await page.unroute(`**${NUMBER}`);
  await card(page).getByRole('button', { name: 'Réessayer' }).click();
  await expect(number(page)).not.toHaveValue('');
});

test('the paragraph of the products is changed and emptied here', async ({ page, adminApi }) => {
  const stored = await read(adminApi, PARAGRAPH);
  await page.goto('/admin/settings');
  const text = card(page, 'Paragraphe des produits').getByRole('textbox');
  await expect(text).toHaveValue(stored.value);
  for (const value of [`Livraison partout au Burkina Faso, ${newName()}.`, '']) {
    await text.fill(value);
    const saved = page.waitForResponse((response) => isCall('POST', PARAGRAPH)(response.request()));
    await save(page, 'Paragraphe des produits');
    expect((await saved).status()).toBe(200);
    await expectToast(page, 'Succès', 'Paragraphe des produits mis à jour avec succès');
    expect((await read(adminApi, PARAGRAPH)).value).toBe(value);
  }
  await restore(adminApi, PARAGRAPH, stored);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the settings keep within the width', async ({ page }) => {
    await page.goto('/admin/settings');
    await expect(number(page)).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
  });
});
