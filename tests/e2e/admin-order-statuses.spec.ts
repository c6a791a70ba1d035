import type { OrderStatus } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reference';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, test } from './fixtures.ts';

const newCode = () => `TEST_${generateReference().slice(3)}`;

async function define(api: APIRequestContext, fields: Partial<OrderStatus>): Promise<OrderStatus> {
  const code = newCode();
  const response = await api.post('/api/order-statuses', {
    data: { code, label: `Libellé ${code}`, displayOrder: 50, ...fields },
  });
  expect(response.status()).toBe(201);
  return response.json();
}

const rowOf = (page: Page, { code }: { code: string }) => page.getByRole('row').filter({ hasText: code });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the table shows order, code, label and state, sorted by order [ADM-STS-001]', async ({ page, adminApi }) => {
  const late = await define(adminApi, { displayOrder: 72, isActive: false });
  const early = await define(adminApi, { displayOrder: 71 });
  await page.goto('/admin/order-statuses');
  for (const name of ['Ordre', 'Code', 'Libellé', 'Statut']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  await expect(rowOf(page, early).getByRole('cell')).toHaveText(['71', early.code, early.label, 'Étape', 'Actif', '']);
  await expect(rowOf(page, late).getByRole('cell')).toHaveText(['72', late.code, late.label, 'Étape', 'Inactif', '']);
  const orders = await page.locator('tbody tr > :first-child').allTextContents();
  expect(orders).toEqual(orders.toSorted((a, b) => Number(a) - Number(b)));
  for (const { id } of [late, early]) await adminApi.delete(`/api/order-statuses/${id}`);
});

test('a status is created, refused as a duplicate, edited and deleted', async ({ page }) => {
  const code = newCode();
  const dialog = page.getByRole('dialog');
  const create = async () => {
    await page.getByRole('button', { name: 'Nouveau statut' }).click();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByLabel('Libellé').fill(`Libellé ${code}`);
    await dialog.getByLabel("Ordre d'affichage").fill('60');
    await dialog.getByRole('button', { name: 'Créer' }).click();
  };
  await page.goto('/admin/order-statuses');
  await create();
  await expect(rowOf(page, { code })).toContainText('Actif');
  await create();
  await expect(dialog.getByText('Ce code de statut existe déjà')).toBeVisible();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Abandonner' }).click();

  await page.getByRole('button', { name: `Modifier Libellé ${code}` }).click();
  await dialog.getByRole('switch', { name: 'Actif' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(rowOf(page, { code })).toContainText('Inactif');

  await page.getByRole('button', { name: `Supprimer Libellé ${code}` }).click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Succès', 'Statut de commande supprimé avec succès');
  await expect(rowOf(page, { code })).toBeHidden();
});

test('the screen of statuses and its dialogs have no automatically detectable accessibility faults', async ({
  page,
}) => {
  await page.goto('/admin/order-statuses');
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Nouveau statut' }).click();
  await expect(page.getByRole('dialog').getByLabel('Code')).toBeFocused();
  await expectNoFaults(page);
});
