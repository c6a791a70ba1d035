import { readFile } from 'node:fs/promises';
import type { ImportOrders } from '@fasocolis/contracts/order-import';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { Page } from '@playwright/test';
import Excel from 'exceljs';
import { ADMIN, expect, isCall, test } from './fixtures.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

async function openImport(page: Page) {
  await page.goto('/admin/orders');
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  return page.getByRole('dialog', { name: 'Importer des références' });
}

/** Chooses a file with the button that opens the file dialog. */
async function chooseFile(page: Page, name: string, content: string | Buffer) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir un fichier' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
}

test('a CSV file is validated line by line before anything is stored, then its valid lines are imported', async ({
  page,
  createOrder,
  createUser,
}) => {
  test.slow();
  const taken = await createOrder();
  const { user } = await createUser();
  const [first, second, third] = [generateReference(), generateReference(), generateReference()];
  const dialog = await openImport(page);

  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Télécharger le modèle' }).click();
  const templateText = await readFile(await (await template).path(), 'utf8');
  const [headings = ''] = templateText.split('\r\n');
  expect(headings).toBe(
    '\ufeffRéférence;Client;Destinataire;Téléphone;Transport;Pièces;Poids (kg);Volume (m³);Contenu;Livraison estimée;Expédition',
  );

  await chooseFile(page, 'colis.xlsx', '%PDF-1.7');
  await expect(dialog.getByRole('alert')).toContainText('ni un classeur Excel (.xlsx) ni un fichier CSV');

  const rows = [
    [first, '31/12/2030', user.username],
    [taken.reference.toLowerCase(), '', ''],
    [second, '2030-02-30', ''],
    [first.replace('-', ' '), '', ''],
    [third, '', 'personne@example.com'],
    [second, '', String(user.id)],
  ];
  const written: unknown[] = [];
  page.on('request', (request) => {
    if (isCall('POST', '/api/orders/import')(request) && !request.postDataJSON().dryRun) written.push(request.url());
  });
  await chooseFile(
    page,
    'colis.csv',
    ['Référence;Livraison estimée;Client', ...rows.map((row) => row.join(';'))].join('\r\n'),
  );
  await expect(dialog.getByRole('status')).toHaveText('1 ligne prête, 5 lignes à corriger.');
  const lines = dialog.getByRole('row');
  await expect(lines).toHaveCount(7);
  await expect(lines.nth(1)).toContainText('Prête');
  await expect(lines.nth(2)).toContainText('Référence déjà enregistrée');
  await expect(lines.nth(3)).toContainText('Date illisible\u00a0: écrivez 31/12/2026');
  await expect(lines.nth(4)).toContainText('Référence déjà présente dans le fichier à la ligne 2');
  await expect(lines.nth(5)).toContainText('Client inconnu');
  await expect(lines.nth(6)).toContainText('Référence déjà présente dans le fichier à la ligne 4');
  await dialog.getByRole('checkbox', { name: 'Seulement les lignes à corriger' }).check();
  await expect(lines).toHaveCount(6);
  expect(written).toEqual([]);

  await dialog.getByRole('button', { name: 'Importer 1 commande', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 commande créée, 5 lignes à corriger.');
  expect(written).toHaveLength(1);

  // The refused lines are offered as a file, which can be corrected and imported again.
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Télécharger les lignes à corriger' }).click();
  const corrected = (await readFile(await (await saved).path(), 'utf8'))
    .replace('2030-02-30', '28/02/2030')
    .replace('personne@example.com', user.username);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
  const card = (reference: string) => page.getByTestId('order-card').filter({ hasText: reference });
  await expect(card(first)).toContainText('31/12/2030');
  await expect(card(first)).toContainText(`n° ${user.id}`);

  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await chooseFile(page, 'lignes-a-corriger.csv', corrected);
  await expect(dialog.getByRole('status')).toHaveText('2 lignes prêtes, 3 lignes à corriger.');
  await dialog.getByRole('button', { name: 'Importer 2 commandes', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 commandes créées, 3 lignes à corriger.');
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(card(second)).toContainText('28/02/2030');
  await expect(card(third)).toContainText(`n° ${user.id}`);
});

test('a large workbook is imported on a phone, in parts, and continues after a failed part', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  const references = Array.from({ length: 600 }, () => generateReference());
  const book = new Excel.Workbook();
  book.addWorksheet('Notes').addRow(['Rien ici']);
  const sheet = book.addWorksheet('Colis');
  sheet.addRow(['N° de suivi', 'Date de livraison', 'Remarque']);
  // Its text is larger than what the library unpacks under our security policy.
  for (const reference of references) sheet.addRow([reference, new Date('2030-06-15'), `${reference} `.repeat(100)]);

  const dialog = await openImport(page);
  await chooseFile(page, 'colis.xlsx', Buffer.from(await book.xlsx.writeBuffer()));
  await expect(dialog.getByRole('status')).toHaveText('600 lignes prêtes.');
  await expect(dialog.getByRole('combobox', { name: 'Feuille' })).toHaveText('Colis');
  await expect(dialog.getByRole('row')).toHaveCount(51);
  await dialog.getByRole('button', { name: 'Page 12' }).click();
  await expect(dialog.getByRole('row').last()).toContainText(references[599] ?? '');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // Nothing is created on the server: so many would push the orders of other tests off their page.
  const parts: number[] = [];
  await page.route('**/api/orders/import', async (route) => {
    const { lines }: ImportOrders = route.request().postDataJSON();
    parts.push(lines.length);
    if (parts.length === 2) await route.abort();
    else await route.fulfill({ json: lines.map(({ line }) => ({ line, outcome: 'created' })) });
  });
  await dialog.getByRole('button', { name: 'Importer 600 commandes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Vérifiez votre réseau');
  await expect(dialog.getByRole('status')).toHaveText('500 commandes créées, 100 lignes prêtes.');
  await dialog.getByRole('button', { name: 'Importer 100 commandes' }).click();
  await expect(dialog.getByRole('status')).toHaveText('600 commandes créées.');
  expect(parts).toEqual([500, 100, 100]);
});

test('every field of a list is stored, and the parcels are in their consignment [READ-008]', async ({
  page,
  adminApi,
  createUser,
}) => {
  const { user } = await createUser();
  const created = await adminApi.post('/api/consignments', { data: { mode: 'SEA', departureCity: 'Guangzhou' } });
  const { code }: { code: string } = await created.json();
  const [first, second] = [generateReference(), generateReference()];
  const book = new Excel.Workbook();
  const sheet = book.addWorksheet('Colis');
  sheet.addRow([
    '运单号',
    'Client',
    'Destinataire',
    'Tél',
    'Transport',
    'Ctns',
    'KG',
    'CBM',
    '品名',
    'ETA',
    'Expédition',
    'Prix',
  ]);
  sheet.addRow([
    first,
    user.username,
    'Awa Ouédraogo',
    70_123_456,
    '海运',
    3,
    12.5,
    0.125,
    'Chaussures',
    new Date('2030-06-15'),
    code,
    5,
  ]);
  sheet.addRow([second, null, 'Issa', null, null, null, null, null, null, null, null, 5]);

  const dialog = await openImport(page);
  await chooseFile(page, 'colis.xlsx', Buffer.from(await book.xlsx.writeBuffer()));
  await expect(dialog.getByRole('status')).toHaveText('2 lignes prêtes.');
  await expect(dialog.getByText('Colonne non reprise\u00a0: Prix.', { exact: true })).toBeVisible();
  await expect(
    dialog.getByText("1 colis n'a ni client ni téléphone\u00a0: personne ne sera prévenu (ligne 3).", { exact: true }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Importer 2 commandes', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 commandes créées.');

  const order = await (await adminApi.get(`/api/orders/${first}`)).json();
  expect(order).toMatchObject({
    ...{ userId: user.id, recipientName: 'Awa Ouédraogo', recipientPhone: '+22670123456', mode: 'SEA', pieces: 3 },
    ...{ weightGrams: 12_500, volumeCm3: 125_000, contents: 'Chaussures', estimatedDelivery: '2030-06-15' },
    consignment: { code },
  });
});
