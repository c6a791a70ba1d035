import { generateReference } from '@fasocolis/contracts/reference';
import type { Page } from '@playwright/test';
import { ADMIN, expect, expectToast, test } from './fixtures.ts';

const newCode = () => `TEST_${generateReference().slice(3)}`;

const rowOf = (page: Page, { code }: { code: string }) => page.getByRole('row').filter({ hasText: code });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

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
