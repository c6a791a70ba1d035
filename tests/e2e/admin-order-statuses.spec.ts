import type { OrderStatus } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reference';
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, test } from './fixtures.ts';

const isList = (request: Request) =>
  isCall('GET', '/api/order-statuses')(request) && new URL(request.url()).searchParams.has('range');
const newCode = () => `TEST_${generateReference().slice(3)}`;

async function define(api: APIRequestContext, fields: Partial<OrderStatus> = {}): Promise<OrderStatus> {
  const code = newCode();
  const response = await api.post('/api/order-statuses', {
    data: { code, label: `Libellé ${code}`, displayOrder: 50, ...fields },
  });
  expect(response.status()).toBe(201);
  return response.json();
}

const rowOf = (page: Page, { code }: { code: string }) => page.getByRole('row').filter({ hasText: code });

const openCreate = async (page: Page) => {
  await page.goto('/admin/order-statuses');
  await page.getByRole('button', { name: 'Nouveau statut' }).click();
  return page.getByRole('dialog', { name: 'Nouveau statut de commande' });
};

const openEdit = async (page: Page, status: OrderStatus) => {
  await page.goto('/admin/order-statuses');
  await page.getByRole('button', { name: `Modifier ${status.label}` }).click();
  return page.getByRole('dialog', { name: 'Modifier le statut de commande' });
};

const openDelete = async (page: Page, status: OrderStatus) => {
  await page.goto('/admin/order-statuses');
  await page.getByRole('button', { name: `Supprimer ${status.label}` }).click();
  return page.getByRole('dialog', { name: `Supprimer « ${status.label} » ?` });
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the table shows order, code, label and state, sorted by order [ADM-STS-001]', async ({ page, adminApi }) => {
  const late = await define(adminApi, { displayOrder: 72, isActive: false });
  const early = await define(adminApi, { displayOrder: 71 });
  await page.goto('/admin/order-statuses');
  for (const name of ['Ordre', 'Code', 'Libellé', 'Statut']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  await expect(rowOf(page, early).getByRole('cell')).toHaveText(['71', early.code, early.label, 'Actif', '']);
  await expect(rowOf(page, late).getByRole('cell')).toHaveText(['72', late.code, late.label, 'Inactif', '']);
  const orders = await page.locator('tbody tr > :first-child').allTextContents();
  expect(orders).toEqual(orders.toSorted((a, b) => Number(a) - Number(b)));
  const codes = await page.locator('tbody').getByRole('row').allTextContents();
  expect(codes.findIndex((row) => row.includes(early.code))).toBeLessThan(
    codes.findIndex((row) => row.includes(late.code)),
  );
  for (const { id } of [late, early]) await adminApi.delete(`/api/order-statuses/${id}`);
});

test.describe('creating a status', () => {
  test('sends what was typed, active unless switched off, says so and refreshes the list [ADM-STS-002, ADM-STS-003, ERR-056, VAL-042]', async ({
    page,
    adminApi,
  }) => {
    const code = newCode();
    const dialog = await openCreate(page);
    await expect(dialog.getByRole('switch', { name: 'Actif' })).toBeChecked();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByLabel('Libellé').fill('Retenu en douane');
    await dialog.getByLabel("Ordre d'affichage").fill('60');
    const created = page.waitForResponse((response) => isCall('POST', '/api/order-statuses')(response.request()));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Créer' }).click();
    const response = await created;
    const sent = { code, label: 'Retenu en douane', displayOrder: 60, isActive: true };
    expect(response.request().postDataJSON()).toEqual(sent);
    await expectToast(page, 'Succès', 'Statut de commande créé avec succès');
    await refreshed;
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, { code })).toContainText('Actif');
    await adminApi.delete(`/api/order-statuses/${(await response.json()).id}`);
  });

  test('says what is missing in each field [VAL-039, VAL-040, VAL-041]', async ({ page }) => {
    const dialog = await openCreate(page);
    const shortCode = dialog.getByText('Le code doit contenir au moins 2 caractères');
    const shortLabel = dialog.getByText('Le libellé doit contenir au moins 2 caractères');
    const wrongOrder = dialog.getByText("L'ordre d'affichage doit être supérieur à 0");
    await dialog.getByLabel('Code').fill('A');
    await dialog.getByLabel('Libellé').fill('B');
    await dialog.getByLabel("Ordre d'affichage").fill('0');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    for (const complaint of [shortCode, shortLabel, wrongOrder]) await expect(complaint).toBeVisible();

    await dialog.getByLabel('Code').fill('AB');
    await dialog.getByLabel('Libellé').fill('CD');
    await dialog.getByLabel("Ordre d'affichage").fill('1');
    for (const complaint of [shortCode, shortLabel, wrongOrder]) await expect(complaint).toBeHidden();
    // A number field hands letters on as nothing at all.
    await dialog.getByLabel("Ordre d'affichage").fill('');
    await dialog.getByLabel("Ordre d'affichage").pressSequentially('abc');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expect(wrongOrder).toBeVisible();
    await expect(dialog).toBeVisible();
  });

  test('stays open as typed when the code is taken [ADM-STS-004, ERR-053]', async ({ page }) => {
    const dialog = await openCreate(page);
    await dialog.getByLabel('Code').fill('order_confirmed');
    await dialog.getByLabel('Libellé').fill('Encore une fois');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la création du statut de commande');
    await expect(dialog.getByText('Ce code de statut existe déjà')).toBeVisible();
    await expect(dialog.getByLabel('Libellé')).toHaveValue('Encore une fois');
  });
});

test.describe('editing a status', () => {
  test('starts from what is stored, sends all four fields and says so [ADM-STS-005, ADM-STS-006, ERR-057]', async ({
    page,
    adminApi,
  }) => {
    const status = await define(adminApi);
    const dialog = await openEdit(page, status);
    await expect(dialog.getByLabel('Code')).toHaveValue(status.code);
    await expect(dialog.getByLabel('Libellé')).toHaveValue(status.label);
    await expect(dialog.getByLabel("Ordre d'affichage")).toHaveValue('50');
    await expect(dialog.getByRole('switch', { name: 'Actif' })).toBeChecked();
    const label = `${status.label} (nouveau)`;
    await dialog.getByLabel('Libellé').fill(label);
    const updated = page.waitForRequest(isCall('PATCH', `/api/order-statuses/${status.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await updated).postDataJSON()).toEqual({ code: status.code, label, displayOrder: 50, isActive: true });
    await refreshed;
    await expectToast(page, 'Succès', 'Statut de commande mis à jour avec succès');
    await expect(rowOf(page, status)).toContainText(label);
    await adminApi.delete(`/api/order-statuses/${status.id}`);
  });

  test('switches it off and on again [ADM-STS-011]', async ({ page, adminApi }) => {
    const status = await define(adminApi);
    for (const state of ['Inactif', 'Actif']) {
      const dialog = await openEdit(page, status);
      await dialog.getByRole('switch', { name: 'Actif' }).click();
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(rowOf(page, status).getByText(state, { exact: true })).toBeVisible();
    }
    await adminApi.delete(`/api/order-statuses/${status.id}`);
  });

  test('opens by a click on its row', async ({ page }) => {
    await page.goto('/admin/order-statuses');
    await page.getByRole('cell', { name: 'IN_TRANSIT' }).click();
    await expect(page.getByRole('dialog').getByLabel('Code')).toHaveValue('IN_TRANSIT');
  });

  test('stays open as typed when the server fails [ADM-STS-007, ERR-054]', async ({ page, adminApi }) => {
    const status = await define(adminApi);
    const dialog = await openEdit(page, status);
    await dialog.getByLabel('Libellé').fill('Perdu');
    await page.route(`**/api/order-statuses/${status.id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la mise à jour du statut de commande');
    await expect(dialog.getByLabel('Libellé')).toHaveValue('Perdu');
    await adminApi.delete(`/api/order-statuses/${status.id}`);
  });
});

test.describe('deleting a status', () => {
  const QUESTION = 'Êtes-vous sûr de vouloir supprimer ce statut de commande ? Cette action est irréversible.';

  test('asks first and does nothing when the answer is no [ADM-STS-008]', async ({ page, adminApi }) => {
    const status = await define(adminApi);
    let calls = 0;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') calls += 1;
    });
    const dialog = await openDelete(page, status);
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, status)).toBeVisible();
    expect(calls).toBe(0);
    await adminApi.delete(`/api/order-statuses/${status.id}`);
  });

  test('removes it, says so and refreshes the list [ADM-STS-009, ERR-058]', async ({ page, adminApi }) => {
    const status = await define(adminApi);
    const dialog = await openDelete(page, status);
    const deleted = page.waitForRequest(isCall('DELETE', `/api/order-statuses/${status.id}`));
    const refreshed = page.waitForRequest(isList);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await deleted;
    await refreshed;
    await expectToast(page, 'Succès', 'Statut de commande supprimé avec succès');
    await expect(rowOf(page, status)).toBeHidden();
  });

  test('says so when the server fails, and keeps it [ADM-STS-010, ERR-055]', async ({ page, adminApi }) => {
    const status = await define(adminApi);
    await page.route(`**/api/order-statuses/${status.id}`, (route) => route.fulfill({ status: 500, body: '' }));
    const dialog = await openDelete(page, status);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expectToast(page, 'Erreur', 'Échec de la suppression du statut de commande');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(rowOf(page, status)).toBeVisible();
    await adminApi.delete(`/api/order-statuses/${status.id}`);
  });
});

test('the screen of statuses and its dialogs have no accessibility faults that a machine can find', async ({
  page,
}) => {
  await page.goto('/admin/order-statuses');
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Nouveau statut' }).click();
  await expect(page.getByRole('dialog').getByLabel('Code')).toBeFocused();
  await expectNoFaults(page);
});
