import { expect, test } from './fixtures.ts';
import { resultCard, toast } from './tracking-screen.ts';

test('a parcel is saved, listed last saved first, and removed for good [SAVED-001, SAVED-006, TRACK-018, SHELL-025]', async ({
  page,
  createUser,
  createOrder,
  signIn,
}) => {
  await signIn(page, await createUser());
  const first = await createOrder();
  const second = await createOrder();
  const rows = page.getByRole('main').getByRole('listitem');
  const isSaved = async ({ id }: { id: number }) =>
    (await (await page.request.get(`/api/orders/saved/check/${id}`)).json()).isSaved;
  for (const { reference } of [first, second]) {
    await page.goto(`/?tracking=${reference}`);
    await resultCard(page).getByRole('button', { name: 'Sauvegarder' }).click();
    await expect(toast(page)).toContainText('Commande sauvegardée');
    await expect(resultCard(page).getByRole('button', { name: 'Retirer des favoris' })).toBeVisible();
  }
  expect(await isSaved(second)).toBe(true);

  await page.getByRole('banner').getByRole('link', { name: 'Commandes sauvegardées' }).click();
  await expect(rows.getByRole('heading')).toHaveText([`#${second.reference}`, `#${first.reference}`]);
  await rows.first().getByRole('button', { name: 'Supprimer' }).click();
  await expect(toast(page)).toContainText('Commande supprimée');
  await expect(rows.getByRole('heading')).toHaveText([`#${first.reference}`]);
  await page.reload();
  await expect(rows.getByRole('heading')).toHaveText([`#${first.reference}`]);
  expect(await isSaved(second)).toBe(false);
});
