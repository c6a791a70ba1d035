import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';

const cardOf = (page: Page, { reference }: Order) => page.getByTestId('order-card').filter({ hasText: reference });
const openUpdate = async (page: Page, order: Order) => {
  await cardOf(page, order).getByRole('button', { name: 'Mettre à jour le statut' }).click();
  return page.getByRole('dialog', { name: 'Mettre à jour le statut' });
};
const choose = async (dialog: Locator, status: string) => {
  await dialog.getByRole('combobox', { name: 'Statut' }).click();
  await dialog.page().getByRole('option', { name: status }).click();
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('a customer sees the new status and text of an order, with their time [ADM-ORD-018]', async ({
  page,
  createOrder,
}) => {
  const order = await createOrder();
  expect(order.latestUpdateTime).toBeNull();
  await page.goto('/admin/orders');
  const search = page.getByRole('searchbox', { name: 'Rechercher une référence' });
  await search.fill(order.reference.toLowerCase().replace('-', ' '));
  await expect(page.getByTestId('order-card')).toHaveCount(1);
  const dialog = await openUpdate(page, order);
  await choose(dialog, 'En Transit');
  await dialog.getByLabel('Dernière mise à jour').fill('Parti de Guangzhou ce matin.');
  const response = page.waitForResponse(`**/api/orders/${order.id}`);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  const { latestUpdateTime } = await (await response).json();
  expect(Date.parse(latestUpdateTime)).toBeGreaterThan(Date.parse(order.createdAt));

  await page.goto(`/?tracking=${order.reference}`);
  const card = page.getByTestId('result-card');
  await expect(card.getByTestId('status-badge')).toHaveText('En Transit');
  await expect(card.getByText('Parti de Guangzhou ce matin.').first()).toBeVisible();
  const time = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
  await expect(card).toContainText(`${time.format(new Date(latestUpdateTime))} GMT+0`);
});

test('an active status of the administrator can be chosen, which customers see by its label [ADM-ORD-019]', async ({
  page,
  createOrder,
  adminApi,
}) => {
  const suffix = generateReference().slice(3);
  const definition = { code: `CUSTOMS_HOLD_${suffix}`, label: `Retenu en douane ${suffix}`, displayOrder: 90 };
  const created = await (await adminApi.post('/api/order-statuses', { data: definition })).json();
  const order = await createOrder();
  const filter = encodeURIComponent(JSON.stringify({ q: order.reference }));
  await page.goto(`/admin/orders?filter=${filter}`);
  const dialog = await openUpdate(page, order);
  await choose(dialog, definition.label);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(cardOf(page, order).getByTestId('status-badge')).toHaveText(definition.label);
  await page.goto(`/?tracking=${order.reference}`);
  await expect(page.getByTestId('result-card').getByTestId('status-badge')).toHaveText(definition.label);

  await adminApi.patch(`/api/order-statuses/${created.id}`, { data: { isActive: false } });
  await page.goto(`/admin/orders?filter=${filter}`);
  await openUpdate(page, order);
  await dialog.getByRole('combobox', { name: 'Statut' }).click();
  await expect(page.getByRole('option', { name: `CUSTOMS HOLD_${suffix} (inactif)` })).toBeDisabled();
  await adminApi.delete(`/api/order-statuses/${created.id}`);
});
