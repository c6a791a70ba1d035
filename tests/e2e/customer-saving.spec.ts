import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { resultCard, toast } from './tracking-screen.ts';

test.describe('saving a parcel', () => {
  const save = (page: Page) => resultCard(page).getByRole('button', { name: 'Sauvegarder' });
  const unsave = (page: Page) => resultCard(page).getByRole('button', { name: 'Retirer des favoris' });

  test('is for signed-in users: a visitor has no button, and no request is sent [TRACK-016, TRACK-017]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    const checks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/saved/check/')) checks.push(new URL(request.url()).pathname);
    });
    await page.goto(`/?tracking=${reference}`);
    await expect(resultCard(page)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(save(page)).toHaveCount(0);
    expect(checks).toEqual([]);

    await signIn(page);
    await page.reload();
    await expect(save(page)).toBeEnabled();
    expect(checks).toEqual([`/api/orders/saved/check/${id}`]);

    await page.request.post('/api/orders/save', { data: { orderId: id, reference } });
    await page.reload();
    await expect(unsave(page)).toBeEnabled();
  });

  test('and removing it show a toast and are stored [TRACK-018, TRACK-019, ERR-034, ERR-035]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    const isSaved = async () => (await (await page.request.get(`/api/orders/saved/check/${id}`)).json()).isSaved;
    await signIn(page);
    await page.goto(`/?tracking=${reference}`);

    const saved = page.waitForRequest('**/api/orders/save');
    await save(page).click();
    expect((await saved).postDataJSON()).toEqual({ orderId: id, reference });
    await expect(toast(page)).toContainText('Commande sauvegardée');
    await expect(unsave(page)).toBeVisible();
    expect(await isSaved()).toBe(true);

    const removed = page.waitForRequest(`**/api/orders/saved/${id}`);
    await unsave(page).click();
    expect((await removed).method()).toBe('DELETE');
    await expect(toast(page)).toContainText('Commande retirée');
    await expect(save(page)).toBeVisible();
    expect(await isSaved()).toBe(false);
  });

  test('that fails shows a toast and changes nothing [TRACK-020, TRACK-021, ERR-028, ERR-029]', async ({
    page,
    signIn,
    createOrder,
  }) => {
    const { id, reference } = await createOrder();
    await signIn(page);
    await page.route('**/api/orders/save', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/?tracking=${reference}`);
    await save(page).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Impossible de sauvegarder cette commande');
    await expect(save(page)).toBeVisible();

    await page.request.post('/api/orders/save', { data: { orderId: id, reference } });
    await page.route(`**/api/orders/saved/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await unsave(page).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Impossible de retirer cette commande des favoris');
    await expect(unsave(page)).toBeVisible();
  });

  test('over the limit of a user shows what to do [SEC-001]', async ({ page, signIn, createOrder }) => {
    const { reference } = await createOrder();
    await signIn(page);
    const message = 'Vous suivez déjà 200 colis. Retirez-en un pour en ajouter.';
    await page.route('**/api/orders/save', (route) =>
      route.fulfill({ status: 409, json: { message, code: 'conflict' } }),
    );
    await page.goto(`/?tracking=${reference}`);
    await save(page).click();
    await expect(toast(page)).toContainText(message);
    await expect(save(page)).toBeVisible();
  });

  test('after the session has ended elsewhere asks to sign in again [TRACK-022, ERR-045]', async ({ page, signIn }) => {
    await signIn(page);
    await page.goto('/?tracking=DEMO0002');
    // Ended while the request is in flight: before it, the socket would report the end and the page remove the button.
    await page.route('**/api/orders/save', async (route) => {
      await page.request.post('/api/auth/logout');
      await route.continue();
    });
    await save(page).click();
    await expect(toast(page)).toContainText('Non authentifié');
    await expect(toast(page)).toContainText('Veuillez connecter pour sauvegarder cette commande');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    await expect(save(page)).toHaveCount(0);
  });
});
