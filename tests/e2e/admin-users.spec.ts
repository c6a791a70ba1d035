import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('users are exported to utilisateurs.xlsx with the cookie of the session [ADM-USR-013, ADM-USR-014, ERR-077, CONST-064]', async ({
  page,
}) => {
  await page.goto('/admin/users');
  const answered = page.waitForResponse('**/api/users/export/excel');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en Excel' }).click();
  const response = await answered;
  expect(response.headers()['content-disposition']).toContain('filename="utilisateurs.xlsx"');
  expect((await response.request().allHeaders()).cookie).toBeTruthy();
  expect((await downloaded).suggestedFilename()).toBe('utilisateurs.xlsx');
  await expectToast(page, 'Export réussi', 'La liste des utilisateurs a été exportée avec succès.');
});

test('a user is found by a part of the email, and deleted from the details', async ({ page, createUser, adminApi }) => {
  const username = newName();
  const { user } = await createUser({ username, email: `courrier.${username}@example.com` });
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: "Nom d'utilisateur ou email" }).fill(`COURRIER.${username}@EX`);
  await expect(page.getByText('1 utilisateur(s) trouvé(s)')).toBeVisible();
  await page.getByRole('button', { name: `Voir les détails de ${username}` }).click();
  const details = page.getByRole('dialog', { name: "Détails de l'utilisateur" });
  await details.getByRole('button', { name: 'Supprimer' }).click();
  const prompt = page.getByRole('dialog', { name: `Supprimer « ${username} » ?` });
  await prompt.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Utilisateur supprimé');
  await expect(page.getByText('0 utilisateur(s) trouvé(s)')).toBeVisible();
  const filter = JSON.stringify({ id: [user.id] });
  expect(await (await adminApi.get('/api/users', { params: { filter } })).json()).toEqual([]);
});
