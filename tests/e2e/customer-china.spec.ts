import type { StaffOrder } from '@fasocolis/contracts/orders';
import { expect as quickExpect, test } from './fixtures.ts';
import { resultCard } from './tracking-screen.ts';

const expect = quickExpect.configure({ timeout: 20_000 });

test.use({ viewport: { width: 360, height: 740 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.describe.configure({ timeout: 120_000 });

const ADDRESS = {
  mode: 'AIR',
  city: 'Guangzhou',
  recipient: '王先生',
  phone: '138 0013 8000',
  address: '广东省广州市',
};

test('a customer copies the address in China, announces parcels, and staff finds them [INT-002, INT-003]', async ({
  page,
  signIn,
  createUser,
  adminApi,
}) => {
  const set = await adminApi.post('/api/china-addresses', { data: { value: [ADDRESS] } });
  expect(set.status(), await set.text()).toBe(200);
  const customer = await createUser();
  await signIn(page, customer);
  await page.goto('/mes-colis');
  await page.getByRole('link', { name: 'Mon adresse en Chine' }).click();
  await page.getByRole('button', { name: "Copier l'adresse" }).click();
  await expect(page.getByTestId('toast')).toContainText('Adresse copiée');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`王先生 FASO${1000 + customer.user.id}\n138 0013 8000\n广东省广州市`);
  const mark = page.getByRole('img', { name: `Marque FASO${1000 + customer.user.id}, Avion, Guangzhou` });
  await expect(mark).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: "Enregistrer l'image" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^FASO\d+-AIR-Guangzhou\.png$/);

  await page.getByRole('link', { name: 'Annoncer un colis' }).click();
  const numbers = ['1', '2', '3'].map((digit) => `YT75${digit}${Date.now()}`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n'));
  await page.getByRole('textbox', { name: /^Numéros/ }).focus();
  await page.keyboard.press('Control+V');
  await page.getByRole('textbox', { name: 'Contenu' }).fill('Chaussures');
  await page.getByRole('radio', { name: 'Ordinaire' }).check();
  await page.getByRole('radio', { name: 'Avion' }).check();
  await page.getByRole('button', { name: 'Annoncer' }).click();
  await expect(page.getByText('3 colis annoncés')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  const found = await adminApi.get(`/api/orders/${numbers[0]}`);
  const { reference, userId, goodsKind } = (await found.json()) as StaffOrder;
  expect([userId, goodsKind]).toEqual([customer.user.id, 'ordinary']);
  await page.getByRole('link', { name: reference }).click();
  await expect(resultCard(page)).toContainText(reference);
});
