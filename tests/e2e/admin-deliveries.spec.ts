import { ADMIN, expect, test } from './fixtures.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the screen of messages shows an email that was sent, found by its address', async ({
  page,
  adminApi,
  createUser,
  mailedLink,
}) => {
  const { email } = await createUser();
  await mailedLink(email, 'Vérification de votre adresse email');
  await expect
    .poll(async () => (await adminApi.get(`/api/email-deliveries?filter={"q":"${email}","state":"sent"}`)).json())
    .toHaveLength(1);
  await page.goto('/admin/orders');
  await page.getByTestId('admin-sidebar').getByRole('link', { name: 'Envois' }).click();
  await expect(page).toHaveURL('/admin/email-deliveries');
  await expect(page.getByRole('heading', { level: 1, name: 'Envois' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Envoyés' })).toHaveText(/\(\d+\)$/);
  await page.getByRole('tab', { name: 'Envoyés' }).click();
  await page.getByRole('searchbox', { name: 'Rechercher une adresse' }).fill(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Vérification de l'adresse");
  await row.getByRole('button', { name: 'Détails' }).click();
  const dialog = page.getByRole('dialog', { name: "Vérification de l'adresse" });
  await expect(dialog).toContainText(email);
  await expect(dialog).toContainText('Numéro de demande');
  await expect(dialog).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/);
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(page).toHaveURL('/admin/email-deliveries');
  await page.getByRole('searchbox', { name: 'Rechercher une adresse' }).fill('personne@nulle.part');
  await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
});
