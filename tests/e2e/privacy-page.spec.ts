import type { BrowserContext } from '@playwright/test';
import { CUSTOMER, expect, test } from './fixtures.ts';

test.use({ splash: true, rendered: 'page' });

/** Records the names of the cookies and the keys of the storage that pages set. */
async function recordStored(context: BrowserContext): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  await context.exposeFunction('recordStored', (key: string) => stored.add(key));
  await context.addInitScript(`{
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function record(key, value) {
      recordStored(key);
      store.call(this, key, value);
    };
  }`);
  context.on('response', async (response) => {
    const headers = await response.headersArray().catch(() => []);
    for (const { name, value } of headers) {
      if (name.toLowerCase() === 'set-cookie') stored.add(value.split('=', 1)[0] ?? '');
    }
  });
  return stored;
}

test('what a visit, a sign-in and a sign-in at a provider store is listed on the privacy page [CARD-007]', async ({
  page,
  context,
  createOrder,
}) => {
  const { reference } = await createOrder({}, { status: 'IN_TRANSIT' });
  const stored = await recordStored(context);
  await page.goto('/privacy');
  const listed = await page.locator('main table td:first-child code').allTextContents();
  await page.goto('/');
  await expect.poll(() => [...stored]).toContain('fasocolis:splash');
  await page.goto(`/c/${reference}`);
  await expect.poll(() => [...stored]).toContain('fasocolis:parcels');
  await page.goto('/auth');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Google', exact: true }).click();
  await (await opened).close();
  await page.getByLabel("Email ou nom d'utilisateur").fill(CUSTOMER.login);
  await page.getByLabel('Mot de passe', { exact: true }).fill(CUSTOMER.password);
  await page.locator('main form').getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/');
  await page.reload();
  const cookies = ['fasocolis', 'fasocolis-browser', 'fasocolis-known-users', 'fasocolis-social'];
  const keys = ['fasocolis:user', 'fasocolis:popups', 'fasocolis:social-popup'];
  await expect.poll(() => [...stored]).toEqual(expect.arrayContaining([...cookies, ...keys]));
  expect([...stored].filter((name) => !listed.includes(name))).toEqual([]);
});
