/// <reference lib="dom" />
import type { OrderEvent, StaffOrder } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Page } from '@playwright/test';
import { ADMIN, expect as quickExpect } from './fixtures.ts';
import { isKeptOffline, test } from './phone.ts';
import { wedge } from './scanner.ts';

const expect = quickExpect.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 240_000 });

const CARTONS = 100;

const counter = (page: Page) => page.getByTestId('scan-counter');
const lastHit = (page: Page) => page.getByTestId('last-hit');

/** Whether the device knows an announced number without a network. */
const isAnnouncementKept = (page: Page, number: string) =>
  page.evaluate(
    (announced) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').get('announced');
          reading.onsuccess = () => resolve(JSON.stringify(reading.result ?? '').includes(announced));
        };
      }),
    number,
  );

test('100 cartons of an hour without a network are noted on a phone, and sent once [CNT-002, INT-005]', async ({
  adminApi,
  createUser,
  createOrder,
  signIn,
  phone,
}) => {
  const { user: customer } = await createUser();
  const announced = await createOrder({ userId: customer.id });
  const number = `YTO${Date.now()}7`;
  const alias = await adminApi.post(`/api/orders/${announced.id}/aliases`, { data: { alias: number } });
  expect(alias.status(), await alias.text()).toBe(200);
  const code = new RegExp(`[A-Z]{2,6}${1000 + customer.id}$`);
  const base = generateReference();
  const references = Array.from({ length: CARTONS - 1 }, (_, index) => `${base}-${String(index).padStart(3, '0')}`);
  const { context, page } = await phone.open();
  await signIn(page, ADMIN);
  await page.goto('/admin/scan');
  await expect.poll(() => isKeptOffline(page)).toBe(true);
  await expect.poll(() => isAnnouncementKept(page, number)).toBe(true);
  const photo = await page.screenshot({ type: 'jpeg' });
  await context.setOffline(true);
  await page.reload();
  await expect(counter(page)).toHaveText('0 lecture');

  await wedge(page, [number.replace('YTO', 'YT0')]);
  await page.getByRole('button', { name: "Oui, c'est lui" }).click();
  await expect(lastHit(page).getByText(code)).toBeVisible();
  await page.getByLabel('Garder pour le suivant').check();
  await page.getByLabel('Poids (kg)').fill('2');
  for (const side of ['60', '40', '50', '']) {
    await page.keyboard.press('Enter');
    if (side) await page.keyboard.type(side);
  }
  await page.getByLabel('Photo du carton').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: 'Photo (1 sur 3)' })).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  for (const [index, reference] of references.entries()) {
    await wedge(page, [reference]);
    const form = page.getByRole('form', { name: `Carton ${reference}` });
    await expect(form.getByLabel('Poids (kg)')).toHaveValue('2');
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(counter(page)).toContainText(`${index + 2} cartons notés`);
  }
  await expect(counter(page)).toContainText(`${2 * CARTONS} à envoyer`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await page.reload();
  await expect(counter(page)).toContainText(`${2 * CARTONS} à envoyer`);

  await context.setOffline(false);
  await expect(counter(page)).toHaveText('0 lecture', { timeout: 120_000 });
  const params = { filter: JSON.stringify({ q: base }), range: '[0,99]' };
  const orders: StaffOrder[] = await (await adminApi.get('/api/orders', { params })).json();
  expect(orders.map(({ reference, aliases }) => aliases[0] ?? reference).sort()).toEqual(references);
  for (const order of orders) {
    expect(order).toMatchObject({ weightGrams: 2000, volumeCm3: 120_000, status: 'PROCESSING' });
  }
  const found: StaffOrder = await (await adminApi.get(`/api/orders/${number}`)).json();
  expect(found).toMatchObject({ id: announced.id, weightGrams: 2000, photos: [expect.any(Number)] });
  const events: OrderEvent[] = await (await adminApi.get(`/api/orders/${number}/events`)).json();
  expect(events).toHaveLength(2);
});
