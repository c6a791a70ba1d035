import { ADMIN, expect, test } from './fixtures.ts';

test('a form asks for confirmation before "Précédent" leaves it or the tab is closed', async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  const prompt = page.getByRole('dialog', { name: 'Abandonner les modifications\u00a0?' });
  const content = page.getByRole('textbox', { name: 'Contenu' });
  await page.goto('/admin/static-pages');
  await page.getByRole('row').filter({ hasText: 'privacy' }).getByRole('link', { name: 'Modifier' }).click();
  await content.click();
  await page.keyboard.type('Brouillon ');
  await page.goBack();
  await prompt.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect(prompt).toHaveCount(0);
  await expect(content).toContainText('Brouillon');
  await expect(page).toHaveURL('/admin/static-pages/edit/privacy');

  const requested = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const closing = await requested;
  expect(closing.type()).toBe('beforeunload');
  await closing.dismiss();
  await expect(content).toContainText('Brouillon');

  await page.goBack();
  await prompt.getByRole('button', { name: 'Abandonner' }).click();
  await expect(page).toHaveURL('/admin/static-pages');
});
