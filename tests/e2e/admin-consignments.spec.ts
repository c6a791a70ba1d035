import { readFileSync } from 'node:fs';
import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { APIRequestContext, Page } from '@playwright/test';
import Excel from 'exceljs';
import { ADMIN, expectToast, isCall, expect as quickExpect, test } from './fixtures.ts';

/** A milestone is at the orders after ten seconds. */
const expect = quickExpect.configure({ timeout: 30_000 });

test.describe.configure({ timeout: 180_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const state = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Expédition', exact: true }).getByText(name, { exact: true });

/** In a dialog. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function get<T>(api: APIRequestContext, path: string): Promise<T> {
  const response = await api.get(path);
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

const labelsOf = (events: { label: string; milestone?: string }[]) =>
  events.map(({ label, milestone }) => milestone ?? label);

test('a consignment is created, filled, moved and closed, and its manifest printed and exported [CONS-001, CONS-002, CONS-008]', async ({
  page,
  signIn,
  createOrder,
  adminApi,
}) => {
  const facts = { pieces: 2, weightGrams: 12_500 };
  const orders: Order[] = [];
  for (const recipientName of ['Awa Ouédraogo', 'Issa Sanou', 'Ali Zongo']) {
    orders.push(await createOrder({ recipientName, ...facts }));
  }
  const [first, second, third] = orders.map(({ reference }) => reference) as [string, string, string];
  await signIn(page, ADMIN);
  await page.goto('/admin/consignments');
  await expect(page.getByRole('heading', { level: 1, name: 'Expéditions' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await button(page, 'Nouvelle expédition').click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'Transport', 'Avion');
  await expect(dialog.getByText(/^Laissé vide\s: AIR-\d{4}-\d{3}\.$/)).toBeVisible();
  await dialog.getByLabel('Ville de départ').fill('Guangzhou');
  await dialog.getByLabel('LTA ou conteneur').fill('071-12345675');
  await dialog.getByLabel('Départ', { exact: true }).fill('2026-11-26');
  await dialog.getByLabel('Arrivée prévue').fill('2026-12-02');
  const created = page.waitForResponse((response) => isCall('POST', '/api/consignments')(response.request()));
  await button(page, 'Créer').click();
  const { code }: Consignment = await (await created).json();
  expect(code).toMatch(/^AIR-\d{4}-\d{3}$/);
  await expectToast(page, 'Succès', 'Expédition créée');
  await row(page, code).getByRole('link', { name: code }).click();
  for (const fact of ['En préparation', 'Avion', 'Guangzhou', '071-12345675', '26/11/2026', '02/12/2026']) {
    await expect(state(page, fact)).toBeVisible();
  }

  await button(page, 'Ajouter des colis').click();
  await dialog.getByLabel('Références').fill(`${first}\n${generateReference()}\n`);
  await button(page, 'Vérifier').click();
  await expect(dialog.getByRole('status')).toHaveText('1 prêt, 1 refusé.');
  await expect(dialog.getByRole('listitem')).toContainText('Référence inconnue');
  await button(page, 'Ajouter 1 colis').click();
  await expect(dialog.getByRole('status')).toHaveText('1 ajouté, 1 refusé.');
  await button(page, 'Fermer').click();
  await button(page, 'Ajouter des colis').click();
  const list = Buffer.from(`Client;Référence\nIssa;${second}\n`);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: list });
  await button(page, 'Ajouter 1 colis').click();
  await button(page, 'Fermer').click();
  const address = page.url();

  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: third }))}`);
  await page.getByLabel(`Sélectionner ${third}`).check();
  await button(page, 'Mettre dans une expédition').click();
  await choose(page, 'Expédition', code);
  await button(page, 'Continuer').click();
  await button(page, 'Confirmer').click();
  await expect(dialog.getByRole('status')).toHaveText('1 commande mise à jour.');
  await button(page, 'Fermer').click();

  const other = await adminApi.post('/api/consignments', { data: { mode: 'AIR', departureCity: 'Yiwu' } });
  const { id: otherId } = (await other.json()) as Consignment;
  const rival = { lines: [{ line: 1, reference: third }], dryRun: false };
  const refused = await adminApi.post(`/api/consignments/${otherId}/orders`, { data: rival });
  expect(await refused.json()).toEqual([
    expect.objectContaining({ outcome: 'refused', message: `Déjà dans l’expédition ${code}` }),
  ]);

  await page.goto(address);
  await expect(state(page, '3 colis, 6 pièces, 37,5 kg')).toBeVisible();
  await button(page, `Retirer ${first}`).click();
  await dialog.getByRole('button', { name: 'Retirer' }).click();
  await expectToast(page, 'Succès', "Colis retiré de l'expédition");
  await expect(state(page, '2 colis, 4 pièces, 25 kg')).toBeVisible();

  await button(page, 'Imprimer le manifeste').click();
  await expect(dialog.getByRole('status')).toContainText('contient 2 colis');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/MediaBox \[0 0 84[12][\d.]* 59[45][\d.]*\]/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  const manifest = page.getByRole('article', { name: `Manifeste ${code}` });
  const printed = [
    `Manifeste ${code}`,
    second,
    'Issa Sanou',
    third,
    'Ali Zongo',
    '12,5 kg',
    'Total : 2 colis',
    '25 kg',
  ];
  for (const text of printed) await expect(manifest.getByText(text, { exact: true }).first()).toBeVisible();
  await page.emulateMedia({ media: null });
  await button(page, 'Fermer').click();
  const download = page.waitForEvent('download');
  await button(page, 'Exporter en Excel').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`manifeste-${code}.xlsx`);
  const book = new Excel.Workbook();
  await book.xlsx.load(Uint8Array.from(readFileSync(await file.path())).buffer);
  expect(
    book.worksheets[0]
      ?.getSheetValues()
      .flat()
      .filter((cell) => typeof cell === 'string'),
  ).toEqual(expect.arrayContaining([second, 'Issa Sanou', third, 'Ali Zongo', 'Total']));

  await button(page, 'Autre jalon, lieu ou heure').click();
  await choose(page, 'Jalon', 'Parti de Chine');
  await dialog.getByLabel('Date et heure').fill('2026-11-20T08:30');
  await button(page, 'Enregistrer').click();
  await expect(state(page, 'Partie')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Jalons' }).getByText('20/11/2026, 08:30 GMT+0')).toBeVisible();
  await button(page, 'Autre jalon, lieu ou heure').click();
  await choose(page, 'Jalon', 'Arrivé à Ouagadougou');
  await button(page, 'Enregistrer').click();
  await expect(state(page, 'Arrivée')).toBeVisible();
  await button(page, 'Clôturer').click();
  await expect(state(page, 'Clôturée')).toBeVisible();

  await page.goto(`/admin/orders/${orders[0]?.id}`);
  for (const change of [`vide → ${code}`, `${code} → vide`]) {
    await expect(page.getByText(`Expédition : ${change}`)).toBeVisible();
  }
  const events = await get<{ label: string }[]>(page.request, `/api/orders/${first}/events`);
  expect(labelsOf(events)).toEqual(['Commande Confirmée']);
  await page.goto('/admin/milestone-definitions');
  await expect(row(page, 'Prêt au retrait')).toBeVisible();
});

test('a milestone is taken back within ten seconds, and nobody is told [CONS-005]', async ({
  page,
  signIn,
  createOrder,
  createUser,
  adminApi,
}) => {
  const customer = await createUser();
  const order = await createOrder({ userId: customer.user.id });
  const created = await adminApi.post('/api/consignments', { data: { mode: 'AIR', departureCity: 'Guangzhou' } });
  const { id } = (await created.json()) as Consignment;
  const lines = [{ line: 1, orderId: order.id }];
  await adminApi.post(`/api/consignments/${id}/orders`, { data: { lines, dryRun: false } });
  await signIn(page, ADMIN);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/consignments/${id}`);
  await button(page, "Reçu à l'entrepôt, Guangzhou").click();
  await button(page, 'Annuler').click();
  await expectToast(page, 'Succès', 'Jalon annulé');
  // The milestone after it is there later than the one that was taken back would have been.
  await button(page, 'Autre jalon, lieu ou heure').click();
  await choose(page, 'Jalon', 'Parti de Chine');
  await button(page, 'Enregistrer').click();
  await expect(state(page, 'Partie')).toBeVisible();

  const events = await get<{ label: string; milestone?: string }[]>(adminApi, `/api/orders/${order.reference}/events`);
  expect(labelsOf(events)).toEqual(['Commande Confirmée', 'Parti de Chine']);
  await signIn(page, customer);
  const messages = () => get<{ title: string }[]>(page.request, `/api/notifications/user/${customer.user.id}`);
  await expect.poll(async () => (await messages()).map(({ title }) => title)).toContain('Parti de Chine, Guangzhou');
  expect(JSON.stringify(await messages())).not.toContain("Reçu à l'entrepôt");
});
