import type { ImportOrders } from '@fasocolis/contracts/order-import';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { chooseFiles } from './images.ts';
import { READABLE_FILES, REFUSED_FILES } from './import-files.ts';
import { workbook } from './workbook.ts';

beforeEach(() => localStorage.clear());

const dialog = () => page.getByRole('dialog', { name: 'Importer des références' });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const rows = () =>
  dialog()
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent).join(' | '));

/** Opens the dialog with a server that accepts every line. */
async function openImport() {
  const api = new FakeApi({ orders: [] });
  api.compute('POST /api/orders/import', ({ body }) => {
    const { lines, dryRun } = body as ImportOrders;
    return lines.map(({ line }) => ({ line, outcome: dryRun ? 'ready' : 'created' }));
  });
  openScreen('/orders', api);
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect.element(button('Choisir un fichier')).toBeVisible();
  return api;
}

const choose = (content: BlobPart, name = 'colis.xlsx') => chooseFiles(dialog(), new File([content], name));

it('the table of files has at least 40 [READ-009]', () => {
  expect(READABLE_FILES.length + REFUSED_FILES.length).toBeGreaterThanOrEqual(40);
});

for (const { name, content, lines, leftOut = [] } of READABLE_FILES) {
  it(`the import shows what it reads of ${name} [READ-008, READ-009]`, async () => {
    await openImport();
    await choose(content);
    await expect.poll(rows).toEqual(lines);
    for (const sentence of leftOut) await expect.element(dialog().getByText(sentence, { exact: true })).toBeVisible();
  });
}

for (const { name, content, refusal } of REFUSED_FILES) {
  it(`the import refuses ${name} with the reason [READ-009]`, async () => {
    await openImport();
    await choose(content);
    await expect.element(dialog().getByRole('alert').getByText(refusal)).toBeVisible();
  });
}

it('the user chooses the columns, which are remembered for the next file [READ-008]', async () => {
  const api = await openImport();
  await choose('Numéro interne;Qui\nFC-7001;Awa\n', 'liste.csv');
  const refused = dialog().getByRole('alert').getByText('Aucune colonne «\u00a0Référence\u00a0»');
  await expect.element(refused).toBeVisible();
  for (const [field, column] of [
    ['Référence', 'Numéro interne'],
    ['Destinataire', 'Qui'],
  ] as const) {
    await dialog().getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: column, exact: true }).click();
  }
  await button('Utiliser ces colonnes').click();
  await expect.poll(rows).toEqual(['2 | FC-7001 | Awa | Prête']);

  await button('Choisir un autre fichier').click();
  await choose('Numéro interne;Qui\nFC-7002;Issa\n', 'liste.csv');
  await expect.poll(rows).toEqual(['2 | FC-7002 | Issa | Prête']);
  expect(api.sent('POST /api/orders/import')).toMatchObject([
    { lines: [{ reference: 'FC-7001', recipientName: 'Awa' }], dryRun: true },
    { lines: [{ reference: 'FC-7002', recipientName: 'Issa' }], dryRun: true },
  ]);
});

it('a column can be left out by the user [READ-008]', async () => {
  await openImport();
  await choose('Référence;Client\nFC-7003;awa\n', 'liste.csv');
  await expect.poll(rows).toEqual(['2 | FC-7003 | awa | Prête']);
  await dialog().getByText('Colonnes du fichier', { exact: true }).click();
  await dialog().getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'Aucune', exact: true }).click();
  await button('Utiliser ces colonnes').click();
  await expect.poll(rows).toEqual(['2 | FC-7003 | Prête']);
  await expect.element(dialog().getByText('Colonne non reprise\u00a0: Client.', { exact: true })).toBeVisible();
});

it('5,000 lines are read and written within 30 seconds, each once [READ-009]', async () => {
  const references = Array.from({ length: 5000 }, (_, index) => `FC-8${String(index).padStart(5, '0')}`);
  const list = references.map((reference) => [reference, 'Awa Ouédraogo', '70123456', 'Avion', 2, 12.5, 'Chaussures']);
  const content = workbook([
    { rows: [['Référence', 'Destinataire', 'Téléphone', 'Transport', 'Pièces', 'Poids', 'Contenu'], ...list] },
  ]);
  const api = await openImport();
  const start = performance.now();
  await choose(content);
  await button('Importer 5000 commandes').click();
  await expect.element(dialog().getByRole('status')).toHaveTextContent('5000 commandes créées.');
  expect(performance.now() - start).toBeLessThan(30_000);
  const written = (api.sent('POST /api/orders/import') as ImportOrders[]).filter(({ dryRun }) => !dryRun);
  expect(written.flatMap(({ lines }) => lines.map(({ reference }) => reference))).toEqual(references);
}, 60_000);

it('fits a phone', async () => {
  await page.viewport(360, 740);
  await openImport();
  await choose('Référence;Couleur\nFC-7004;rouge\n;bleu\n', 'liste.csv');
  await expect.element(dialog().getByText('Colonne non reprise\u00a0: Couleur.', { exact: true })).toBeVisible();
  expectNarrow();
});
