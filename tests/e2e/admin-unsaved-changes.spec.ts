import type { Page } from '@playwright/test';
import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

const QUESTION = 'Abandonner les modifications\u00a0?';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

const question = (page: Page) => page.getByRole('dialog', { name: QUESTION });
const answer = async (page: Page, name: 'Continuer la saisie' | 'Abandonner') => {
  await question(page).getByRole('button', { name }).click();
  await expect(question(page)).toHaveCount(0);
};

test('a dialog asks before typed text is thrown away, by Annuler, Escape or Précédent, and only then', async ({
  page,
  createOrder,
}) => {
  const { id, reference } = await createOrder();
  await page.goto(`/admin/orders?q=${reference}`);
  await page.goto(`/admin/orders?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Mettre à jour le statut' });
  const text = dialog.getByRole('textbox', { name: 'Dernière mise à jour' });

  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);

  await page.getByTestId('order-card').filter({ hasText: reference }).getByRole('button').click();
  await text.fill('Arrivé à Bobo-Dioulasso');
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Annuler' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question(page)).toContainText("Ce que vous avez saisi n'est pas encore enregistré et sera perdu.");
    await answer(page, 'Continuer la saisie');
    await expect(text).toHaveValue('Arrivé à Bobo-Dioulasso');
    await expect(page).toHaveURL(`/admin/orders?edit=${id}`);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(text).toHaveValue('Arrivé à Bobo-Dioulasso');

  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await answer(page, 'Abandonner');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/admin/orders');

  await page.getByTestId('order-card').filter({ hasText: reference }).getByRole('button').click();
  await text.fill('Arrivé à Ouagadougou');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL('/admin/orders');
});

test('the other forms ask before another screen opens or the tab is closed, and not once they are saved', async ({
  page,
}) => {
  const sidebar = page.getByTestId('admin-sidebar');
  await page.goto('/admin/static-pages/edit/privacy');
  const content = page.getByRole('textbox', { name: 'Contenu' });
  await content.click();
  await sidebar.getByRole('link', { name: 'Paramètres' }).click();
  await expect(page).toHaveURL('/admin/settings');
  await page.goBack();
  await content.click();
  await page.keyboard.type('Brouillon ');
  await sidebar.getByRole('link', { name: 'Produits' }).click();
  await answer(page, 'Continuer la saisie');
  await expect(content).toContainText('Brouillon');
  await expect(page).toHaveURL('/admin/static-pages/edit/privacy');

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const closing = await asked;
  expect(closing.type()).toBe('beforeunload');
  await closing.dismiss();
  await expect(content).toContainText('Brouillon');
  await sidebar.getByRole('link', { name: 'Notifications' }).click();
  await answer(page, 'Abandonner');
  await expect(page).toHaveURL('/admin/notifications');

  await page.getByRole('textbox', { name: 'Titre' }).fill(newName());
  await page.goBack();
  await answer(page, 'Continuer la saisie');
  await expect(page).toHaveURL('/admin/notifications');
  await sidebar.getByRole('link', { name: 'Paramètres' }).click();
  await answer(page, 'Abandonner');

  const card = page.getByRole('region', { name: 'Paragraphe des produits' });
  const json = { key: 'product_detail_paragraph', value: 'Livraison en douceur', description: null };
  // Nobody else's pages may change meanwhile.
  await page.route(`**/api/app-settings/${json.key}`, (route) => route.fulfill({ json }));
  await card.getByRole('textbox').fill(json.value);
  await sidebar.getByRole('link', { name: 'Produits' }).click();
  await answer(page, 'Continuer la saisie');
  await card.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Succès', 'Paragraphe des produits mis à jour avec succès');
  await sidebar.getByRole('link', { name: 'Produits' }).click();
  await expect(page).toHaveURL('/admin/products');
  await expect(question(page)).toHaveCount(0);
});
