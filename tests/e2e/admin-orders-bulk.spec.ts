import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

async function createOrders(createOrder: (body: object) => Promise<Order>, count: number) {
  const base = generateReference();
  const orders: Order[] = [];
  for (let number = 0; number < count; number += 1) {
    orders.push(await createOrder({ reference: `${base}-${String(number).padStart(2, '0')}` }));
  }
  const query = { filter: JSON.stringify({ q: base }), sort: 'reference', order: 'ASC', page: '1', perPage: '12' };
  return { orders, address: `/admin/orders?${new URLSearchParams(query).toString()}` };
}

const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Tout sélectionner sur cette page' });
const bar = (page: Page) => page.getByRole('region', { name: 'Sélection' });
const cards = (page: Page) => page.getByTestId('order-card');

test('customers of orders selected on several pages are told with the keyboard, and failures are retried [HIST-005]', async ({
  page,
  createOrder,
  adminApi,
}) => {
  test.slow();
  const { orders, address } = await createOrders(createOrder, 13);
  const [first] = orders;
  await page.goto(address);
  await expect(cards(page)).toHaveCount(12, { timeout: 20_000 });
  await selectPage(page).check();
  await expect(bar(page)).toContainText('12 commandes sélectionnées');
  await page.getByRole('button', { name: 'Aller à la prochaine page' }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: `Sélectionner ${orders[12]?.reference}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(bar(page)).toContainText('13 commandes sélectionnées');

  const dialog = page.getByRole('dialog', { name: /^Dire au client/ });
  const start = async () => {
    await bar(page).getByRole('button', { name: 'Dire au client' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Statut' }).click();
    await page.getByRole('option', { name: 'En Transit' }).click();
    await dialog.getByLabel('Texte').fill('Parti de Guangzhou.');
    await expect(dialog.getByRole('switch', { name: 'Prévenir le client' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await expect(dialog.getByRole('button', { name: 'Confirmer' })).toBeFocused();
  };
  await start();
  await expect(dialog).toHaveAccessibleName('Dire au client\u00a0: 13 commandes');
  await expect(dialog).toContainText(
    '13 commandes recevront le statut «\u00a0En Transit\u00a0», le texte «\u00a0Parti de Guangzhou.\u00a0».',
  );

  // The first request fails, and one order is changed by another person meanwhile.
  await page.route(
    '**/api/orders/tell',
    (route) => route.fulfill({ status: 500, json: { message: 'Erreur interne du serveur', code: 'internal' } }),
    { times: 1 },
  );
  const changed = await adminApi.patch(`/api/orders/${first?.id}`, { data: { pieces: 2 } });
  expect(changed.status()).toBe(200);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('0 commande mise à jour, 13 en échec.');
  await expect(dialog.getByRole('button', { name: 'Réessayer les échecs' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('12 commandes mises à jour, 1 en échec.');
  const rows = dialog.getByRole('list', { name: 'Résultat par commande' }).getByRole('listitem');
  await expect(rows).toHaveCount(13);
  await expect(rows.first()).toContainText(`${first?.reference}Cette commande a été modifiée entre-temps.`);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(bar(page)).toContainText('1 commande sélectionnée');
  await start();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('1 commande mise à jour.');
  await expect(dialog.getByRole('button', { name: 'Fermer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toBeHidden();
  await expect(cards(page).getByTestId('status-badge')).toHaveText(['En Transit']);
  for (const { reference } of orders) {
    const events = await (await adminApi.get(`/api/orders/${reference}/events`)).json();
    expect(events).toMatchObject([
      { status: 'ORDER_CONFIRMED' },
      { status: 'IN_TRANSIT', note: 'Parti de Guangzhou.' },
    ]);
  }
});
