import { ADMIN, expect, expectToast, newName, test } from './fixtures.ts';

const PATH = '/api/contact-messages';

test('contact messages are counted, found, read and deleted', async ({ page, adminApi, signIn }) => {
  const subject = `Colis ${newName()}`;
  const email = `${newName()}@example.com`;
  const data = { firstName: 'Fatou', lastName: 'Ouédraogo', email, subject, message: 'Bonjour, où est mon colis ?' };
  expect((await page.request.post(PATH, { data })).status()).toBe(201);
  await signIn(page, ADMIN);
  await page.goto('/admin/orders');
  const entry = page.getByTestId('admin-sidebar').getByRole('link', { name: 'Messages de contact' });
  await expect(entry).toContainText(/\d+ non lu\(s\)/);
  await entry.click();
  const row = page.getByRole('row').filter({ hasText: subject });
  const search = page.getByRole('searchbox', { name: 'Rechercher un message' });
  for (const text of [email.toUpperCase(), subject.toUpperCase()]) {
    await search.fill(text);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row.getByText('Non lu', { exact: true })).toBeVisible();
  }

  await row.getByText(data.message).click();
  const dialog = page.getByRole('dialog', { name: subject, exact: true });
  await expect(dialog.getByText('Lu', { exact: true })).toBeVisible();
  const stored = async () => (await adminApi.get(PATH, { params: { filter: JSON.stringify({ q: email }) } })).json();
  expect(await stored()).toEqual([expect.objectContaining({ subject, isRead: true })]);

  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  const prompt = page.getByRole('dialog', { name: `Supprimer « ${subject} » ?` });
  await prompt.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Message supprimé');
  await expect(row).toHaveCount(0);
  expect(await stored()).toEqual([]);
});
