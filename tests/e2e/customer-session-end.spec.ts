import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 }, live: true });

type Person = { login: string; password: string };

/** Ends the sessions of a user from another browser. */
async function endSessions(other: APIRequestContext, { login, password }: Person) {
  expect((await other.post('/api/auth/login', { data: { email: login, password } })).ok()).toBe(true);
  const sessions: { id: string; isCurrent: boolean }[] = await (await other.get('/api/user/sessions')).json();
  for (const { id } of sessions.filter(({ isCurrent }) => !isCurrent)) {
    expect((await other.delete(`/api/user/sessions/${id}`)).ok()).toBe(true);
  }
}

async function signInAgain(page: Page, { login, password }: Person) {
  await expect(page).toHaveURL('/auth');
  await page.getByLabel("Email ou nom d'utilisateur").fill(login);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
}

test('what a customer has typed is there again after the session was ended from another device [OFF-002]', async ({
  page,
  request,
  createUser,
  createOrder,
  signIn,
  adminApi,
}) => {
  test.setTimeout(90_000);
  const customer = await createUser();
  const order = await createOrder({ userId: customer.user.id });
  const charge = { kind: 'freight', amount: 180_000 };
  expect((await adminApi.post(`/api/ledgers/${order.id}/charges`, { data: charge })).status()).toBe(201);
  await signIn(page, customer);

  const form = page.getByRole('form', { name: 'Annoncer un colis' });
  // On a slow connection the background features of a session load after the form.
  const typed = Promise.withResolvers<void>();
  await page.route('**/assets/signed-in-*.js', async (route) => {
    await typed.promise;
    await route.continue();
  });
  const loaded = page.waitForResponse(/\/assets\/signed-in-/);
  await page.goto('/annoncer');
  await form.getByLabel('Numéros, un par ligne (20 au plus)').fill('YT7512345678901');
  await form.getByLabel('Contenu').fill('Téléphones');
  await form.getByRole('radio', { name: 'Bateau' }).check();
  typed.resolve();
  await loaded;
  await endSessions(request, customer);
  await signInAgain(page, customer);
  await expect(page).toHaveURL('/annoncer');
  await expect(form.getByLabel('Numéros, un par ligne (20 au plus)')).toHaveValue('YT7512345678901');
  await expect(form.getByLabel('Contenu')).toHaveValue('Téléphones');
  await expect(form.getByRole('radio', { name: 'Bateau' })).toBeChecked();

  const pay = page.getByRole('button', { name: 'Payer' });
  const transaction = page.getByLabel('Référence de la transaction');
  await page.goto(`/c/${order.reference}`);
  await pay.click();
  await transaction.fill('PP261128.1234');
  await endSessions(request, customer);
  await signInAgain(page, customer);
  await expect(page).toHaveURL(`/c/${order.reference}`);
  await pay.click();
  await expect(transaction).toHaveValue('PP261128.1234');
});

test('a parcel that is received before a sign-out is not stored after it', async ({ page, signIn, createOrder }) => {
  const { reference } = await createOrder();
  await signIn(page);
  // On a slow connection the module that stores parcels arrives after the parcel.
  const signedOut = Promise.withResolvers<void>();
  await page.route('**/assets/last-seen-*.js', async (route) => {
    await signedOut.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/assets\/last-seen-/);
  await page.goto(`/?tracking=${reference}`);
  const module = (await requested).url();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL('/');
  signedOut.resolve();
  // The import by the screen began earlier, so its parcel would be stored by then.
  await page.evaluate((url) => import(url), module);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(reference);
});
