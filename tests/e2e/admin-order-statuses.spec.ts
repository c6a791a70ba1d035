import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Page } from '@playwright/test';
import { ADMIN, expect, expectToast, test } from './fixtures.ts';

const newCode = () => `TEST_${generateReference().slice(3)}`;

const rowOf = (page: Page, { code }: { code: string }) => page.getByRole('row').filter({ hasText: code });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('a status is created, and deleted', async ({ page }) => {
  const code = newCode();
  const dialog = page.getByRole('dialog');
  await page.goto('/admin/order-statuses');
  await page.getByRole('button', { name: 'Nouveau statut' }).click();
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByLabel('Libellé').fill(`Libellé ${code}`);
  await dialog.getByLabel("Ordre d'affichage").fill('60');
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expect(rowOf(page, { code })).toContainText('Actif');
  await page.getByRole('button', { name: `Supprimer Libellé ${code}` }).click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Succès', 'Statut de commande supprimé avec succès');
  await expect(rowOf(page, { code })).toBeHidden();
});
