import { longDate } from '@fasocolis/web-kit/dates';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('listitem');
const toast = (page: Page) => page.getByTestId('toast');

async function save(page: Page, ...orders: { id: number; reference: string }[]) {
  for (const { id, reference } of orders) {
    const saved = await page.request.post('/api/orders/save', { data: { orderId: id, reference } });
    expect(saved.status()).toBe(201);
  }
}

test.describe('the saved orders', () => {
  let userId: number;

  test.beforeEach(async ({ page, createUser, signIn }) => {
    const person = await createUser();
    userId = person.user.id;
    await signIn(page, person);
  });

  test('are reached from the header and listed, last saved first, with reference, delivery and status [SAVED-001, SAVED-002, SAVED-003, SAVED-004, SHELL-011, SHELL-025]', async ({
    page,
    createOrder,
  }) => {
    const first = await createOrder({ estimatedDelivery: '2027-08-09' }, { status: 'ARRIVED' });
    const second = await createOrder();
    await save(page, first, second);
    await page.goto('/');
    const asked = page.waitForRequest(`**/api/orders/saved/${userId}`);
    await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
    expect((await asked).method()).toBe('GET');
    await expect(page).toHaveURL('/saved-orders');
    await expect(main(page).getByRole('heading', { name: 'Commandes Sauvegardées' })).toBeVisible();
    await expect(rows(page).getByRole('heading')).toHaveText([`#${second.reference}`, `#${first.reference}`]);
    await expect(rows(page).nth(1)).toContainText('9 août 2027');
    await expect(rows(page).nth(1).getByTestId('status-badge')).toHaveText('Arrivée au Burkina');
    await expect(rows(page).nth(0)).toContainText('Non disponible');
  });

  test('link to their parcels, which are looked up at once [SAVED-005]', async ({ page, createOrder }) => {
    const order = await createOrder();
    await save(page, order);
    await page.goto('/saved-orders');
    await rows(page).getByRole('link', { name: 'Voir détails' }).click();
    await expect(page).toHaveURL(`/?tracking=${order.reference}`);
    await expect(page.getByTestId('result-card')).toContainText(order.reference);
  });

  test('disappear when they are removed, with a toast [SAVED-006, ERR-036]', async ({ page, createOrder }) => {
    const [kept, removed] = [await createOrder(), await createOrder()];
    await save(page, kept, removed);
    await page.goto('/saved-orders');
    const called = page.waitForRequest(`**/api/orders/saved/${removed.id}`);
    await rows(page).filter({ hasText: removed.reference }).getByRole('button', { name: 'Supprimer' }).click();
    expect((await called).method()).toBe('DELETE');
    await expect(toast(page)).toContainText('Commande supprimée');
    await expect(rows(page).getByRole('heading')).toHaveText([`#${kept.reference}`]);
    await page.reload();
    await expect(rows(page).getByRole('heading')).toHaveText([`#${kept.reference}`]);
  });

  test('stay when they cannot be removed, with a toast [SAVED-007, ERR-030]', async ({ page, createOrder }) => {
    const order = await createOrder();
    await save(page, order);
    await page.route(`**/api/orders/saved/${order.id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'panne', code: 'internal' } }),
    );
    await page.goto('/saved-orders');
    await rows(page).getByRole('button', { name: 'Supprimer' }).click();
    await expect(toast(page)).toContainText('Erreur');
    await expect(toast(page)).toContainText('Impossible de supprimer la commande');
    await expect(rows(page)).toContainText(order.reference);
  });

  test('expand to the latest update, its date and the date of creation [SAVED-008, SAVED-009, SAVED-010]', async ({
    page,
    createOrder,
  }) => {
    const updated = await createOrder({}, { status: 'IN_TRANSIT', latestUpdate: 'Votre colis a quitté Canton.' });
    const silent = await createOrder();
    await save(page, updated, silent);
    await page.goto('/saved-orders');
    const row = rows(page).filter({ hasText: updated.reference });
    await expect(row.getByText('Votre colis a quitté Canton.')).toBeHidden();
    await row.getByText('Dernière mise à jour').click();
    await expect(row.getByText('Votre colis a quitté Canton.')).toBeVisible();
    await expect(row.getByRole('definition')).toContainText([
      longDate(updated.latestUpdateTime ?? ''),
      longDate(updated.createdAt),
    ]);
    const other = rows(page).filter({ hasText: silent.reference });
    await other.getByText('Dernière mise à jour').click();
    await expect(other.getByText('Aucune mise à jour disponible')).toBeVisible();
  });

  test('are replaced by a link to the search when there are none and when they cannot be loaded [SAVED-011, SAVED-012]', async ({
    page,
  }) => {
    const empty = async () => {
      await expect(main(page).getByText('Aucune commande sauvegardée')).toBeVisible();
      await expect(main(page).getByRole('link', { name: 'Suivre une commande' })).toHaveAttribute('href', '/');
    };
    await page.goto('/saved-orders');
    await empty();
    await page.route(`**/api/orders/saved/${userId}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'panne', code: 'internal' } }),
    );
    const failed = page.waitForResponse(`**/api/orders/saved/${userId}`);
    await page.reload();
    await failed;
    await empty();
  });

  test('show the latest status at each visit', async ({ page, createOrder, adminApi }) => {
    const order = await createOrder();
    await save(page, order);
    await page.goto('/saved-orders');
    await expect(rows(page).getByTestId('status-badge')).toHaveText('Commande Confirmée');
    await page.getByRole('banner').getByRole('link', { name: 'Logo' }).click();
    await expect(page).toHaveURL('/');
    await adminApi.patch(`/api/orders/${order.id}`, { data: { status: 'DELIVERED', notifyCustomer: false } });
    await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
    await expect(rows(page).getByTestId('status-badge')).toHaveText('Livrée');
  });
});

test('a toast is shown for a parcel that is saved, and for one that cannot be saved [ERR-028, ERR-034]', async ({
  page,
  createUser,
  createOrder,
  signIn,
}) => {
  const order = await createOrder();
  await signIn(page, await createUser());
  await page.goto(`/?tracking=${order.reference}`);
  const button = page.getByRole('button', { name: 'Sauvegarder' });
  await page.route('**/api/orders/save', (route) =>
    route.fulfill({ status: 500, json: { message: 'panne', code: 'internal' } }),
  );
  await button.click();
  await expect(toast(page)).toContainText('Impossible de sauvegarder cette commande');
  await page.unroute('**/api/orders/save');
  await button.click();
  await expect(toast(page)).toContainText('Commande sauvegardée');
  await page.goto('/saved-orders');
  await expect(rows(page)).toContainText(order.reference);
});
