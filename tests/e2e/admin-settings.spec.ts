import type { AppSetting } from '@fasocolis/contracts/app-settings';
import { ADMIN, expect, expectToast, isCall, test } from './fixtures.ts';

const PATH = '/api/app-settings/whatsapp_number';

test('the number is sent with its description, and the customer site uses the new one at once [ADM-SET-003, ADM-SET-004, ADM-SET-007, ERR-088]', async ({
  page,
  adminApi,
  signIn,
}) => {
  await signIn(page, ADMIN);
  const { value, description }: AppSetting = await (await adminApi.get(PATH)).json();
  const link = page.getByRole('link', { name: /WhatsApp|service client/i }).first();
  await page.goto('/contact');
  await expect(link).toHaveAttribute('href', new RegExp(`wa\\.me/${value.replace(/\D/g, '')}`));
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name: 'Numéro WhatsApp' });
  await card.getByRole('textbox', { name: 'Numéro WhatsApp' }).fill('+22676543210');
  const sent = page.waitForRequest(isCall('POST', PATH));
  const refreshed = page.waitForRequest(isCall('GET', PATH));
  await card.getByRole('button', { name: 'Enregistrer' }).click();
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ value: '+22676543210', description });
  expect(await request.headerValue('content-type')).toBe('application/json');
  expect(await request.headerValue('cookie')).toBeTruthy();
  await expectToast(page, 'Succès', 'Numéro WhatsApp mis à jour avec succès');
  await refreshed;
  await page.goto('/contact');
  await expect(link).toHaveAttribute('href', /wa\.me\/22676543210/);
  await adminApi.post(PATH, { data: { value, description } });
});
