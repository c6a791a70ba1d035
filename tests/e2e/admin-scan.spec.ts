/// <reference lib="dom" />
import type { Consignment } from '@fasocolis/contracts/consignments';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, expect as quickExpect } from './fixtures.ts';
import { isKeptOffline, test } from './phone.ts';
import { filmLabel, wedge } from './scanner.ts';

const expect = quickExpect.configure({ timeout: 30_000 });

test.describe.configure({ timeout: 240_000 });

const lastHit = (page: Page) => page.getByTestId('last-hit');
const counter = (page: Page) => page.getByTestId('scan-counter');

async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function createConsignment(api: APIRequestContext): Promise<Consignment> {
  const created = await api.post('/api/consignments', { data: { mode: 'AIR', departureCity: 'Guangzhou' } });
  expect(created.status(), await created.text()).toBe(201);
  return created.json();
}

test('a printed label is received, loaded, arrived and handed over with the camera [SCAN-001, SCAN-002, SCAN-003, SCAN-005]', async ({
  page: office,
  signIn,
  adminApi,
  createOrder,
  phone,
}, testInfo) => {
  const recipient = { recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456' };
  const { id, reference } = await createOrder({ ...recipient, mode: 'AIR' });
  const consignment = await createConsignment(adminApi);
  await signIn(office, ADMIN);
  const film = testInfo.outputPath('label.mjpeg');
  await filmLabel(office, id, film);

  const { page } = await phone.open(film);
  await signIn(page, ADMIN);
  const scan = async (text: string) => {
    await page.goto('/admin/scan');
    await expect(lastHit(page).getByText(text, { exact: true })).toBeVisible();
    await expect(lastHit(page)).toContainText(reference);
    await expect(lastHit(page)).toHaveAttribute('data-tone', 'taken');
  };
  await scan('Reçu');
  await choose(page, 'Mode', "Mettre dans l'expédition");
  await choose(page, 'Expédition', consignment.code);
  await scan("Mis dans l'expédition");
  await choose(page, 'Mode', 'Arrivé');
  await scan('Arrivé');
  await choose(page, 'Mode', 'Remettre');
  await page.goto('/admin/scan');
  const dialog = page.getByRole('dialog', { name: `Remettre ${reference}` });
  await dialog.getByLabel('Ou raison').fill("Carte d'identité présentée");
  await dialog.getByLabel('Remis à').fill('Issa Ouédraogo');
  await dialog.getByRole('button', { name: 'Remettre' }).click();
  await expect(lastHit(page).getByText('Remis', { exact: true })).toBeVisible();

  await page.goto(`/admin/orders/${id}`);
  const proof = page.getByRole('region', { name: 'Remise' });
  await expect(proof.getByText('Issa Ouédraogo')).toBeVisible();
  await expect(proof.getByText("Carte d'identité présentée")).toBeVisible();
});

test('the printed label of a piece marks it, and the parcel is received with its last piece [CNT-001]', async ({
  page: office,
  signIn,
  adminApi,
  createOrder,
  phone,
}, testInfo) => {
  const { id, reference } = await createOrder({ recipientName: 'Awa Ouédraogo', mode: 'AIR', pieces: 2 });
  const found = async () => (await adminApi.get(`/api/orders/${reference}`)).json();
  await signIn(office, ADMIN);
  const film = testInfo.outputPath('label.mjpeg');
  await filmLabel(office, id, film);

  const { page } = await phone.open(film);
  await signIn(page, ADMIN);
  await page.goto('/admin/scan');
  await expect(lastHit(page).getByText('Reçu, 1 sur 2', { exact: true })).toBeVisible();
  await expect(lastHit(page)).toContainText(`${reference}/2`);
  expect(await found()).toMatchObject({ status: 'ORDER_CONFIRMED', passedPieces: { step: 'receive', count: 1 } });

  await wedge(page, [`${reference}/1`]);
  await expect(lastHit(page)).toContainText(`${reference}/1`);
  await expect(lastHit(page).getByText('Reçu', { exact: true })).toBeVisible();
  expect(await found()).toMatchObject({ status: 'PROCESSING', passedPieces: null });
});

test('1,000 scans survive a closed browser without a network, and a second client that scans the same [SCAN-003]', async ({
  adminApi,
  signIn,
  phone,
}) => {
  const base = generateReference();
  const references = Array.from({ length: 1000 }, (_, number) => `${base}-${String(number).padStart(3, '0')}`);
  const [ours, theirs] = [await createConsignment(adminApi), await createConsignment(adminApi)];
  const first = await phone.open();
  await signIn(first.page, ADMIN);
  await first.page.goto('/admin/scan');
  await choose(first.page, 'Mode', "Mettre dans l'expédition");
  await choose(first.page, 'Expédition', ours.code);
  await expect.poll(() => isKeptOffline(first.page)).toBe(true);
  await first.context.setOffline(true);
  await first.page.reload();
  await expect(counter(first.page)).toHaveText('0 lecture');
  for (let from = 0; from < references.length; from += 100) {
    await wedge(first.page, references.slice(from, from + 100));
    await expect(counter(first.page)).toContainText(`${from + 100} à envoyer`);
  }
  await first.context.close();

  const { context, page } = await phone.open();
  await context.setOffline(true);
  await page.goto('/admin/scan');
  await expect(counter(page)).toContainText('1000 à envoyer');
  await wedge(page, [generateReference()]);
  await expect(lastHit(page).getByText('retrouvez le réseau pour les envoyer')).toBeVisible();

  await importNamed(adminApi, references);
  const contested = references.slice(400, 420);
  await load(adminApi, theirs, contested);
  await context.setOffline(false);
  await Promise.all([
    load(adminApi, ours, references.slice(0, 100)),
    expect(counter(page)).toContainText(/^1 lecture · 20 à régler$/, { timeout: 120_000 }),
  ]);
  const listed = await page.getByRole('region', { name: 'À régler' }).getByText(base).allTextContents();
  expect(listed.sort()).toEqual(contested);
  expect(await ordersIn(adminApi, ours)).toBe(980);
  expect(await ordersIn(adminApi, theirs)).toBe(20);
});

type Details = { mode: string; consignmentId?: number };

async function sendScans(api: APIRequestContext, references: readonly string[], details: Details) {
  for (let from = 0; from < references.length; from += 100) {
    const scans = references
      .slice(from, from + 100)
      .map((reference) => ({ id: crypto.randomUUID(), reference, at: new Date().toISOString(), ...details }));
    const response = await api.post('/api/scans', { data: { scans } });
    expect(response.status(), await response.text()).toBe(200);
  }
}

/** Creates parcels with a phone: those without a name enter a consignment after a confirmation only. */
async function importNamed(api: APIRequestContext, references: readonly string[]) {
  for (let from = 0; from < references.length; from += 500) {
    const lines = references
      .slice(from, from + 500)
      .map((reference, index) => ({ line: index + 1, reference, recipientPhone: '+22670123456' }));
    const response = await api.post('/api/orders/import', { data: { lines, dryRun: false } });
    expect(response.status(), await response.text()).toBe(200);
  }
}

const load = (api: APIRequestContext, { id }: Consignment, references: readonly string[]) =>
  sendScans(api, references, { mode: 'load', consignmentId: id });

async function ordersIn(api: APIRequestContext, { id }: Consignment): Promise<number> {
  const params = { filter: JSON.stringify({ consignmentId: id }), range: '[0,0]' };
  const response = await api.get('/api/orders', { params });
  return Number(response.headers()['content-range']?.split('/')[1]);
}
