import { readFile } from 'node:fs/promises';
import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import excel from 'exceljs';
import pg from 'pg';
import { ADMIN, expect, test } from './fixtures.ts';

const RECEIVED = 30;

/** How an administrator presses a button: with the keyboard only, or by touch. */
type Press = (button: Locator) => Promise<void>;

const byKeyboard: Press = async (button) => {
  await button.focus();
  await button.press('Enter');
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const listed = (filter: object) =>
  `/admin/orders?${new URLSearchParams({ filter: JSON.stringify(filter), perPage: '48' })}`;
const newReferences = () => {
  const base = generateReference();
  return {
    base,
    references: Array.from({ length: RECEIVED }, (_, number) => `${base}-${String(number).padStart(2, '0')}`),
  };
};

/** Imports 30 parcels. @returns the text that all their references begin with, and the references */
async function importParcels(adminApi: APIRequestContext) {
  const { base, references } = newReferences();
  const lines = references.map((reference, index) => ({ line: index + 1, reference, estimatedDelivery: '31/12/2030' }));
  const imported = await adminApi.post('/api/orders/import', { data: { lines, dryRun: false } });
  expect(imported.ok(), await imported.text()).toBe(true);
  return { base, references };
}

async function runBulk(page: Page, press: Press) {
  await press(button(page, 'Continuer'));
  await press(button(page, 'Confirmer'));
}

type Work = (page: Page, adminApi: APIRequestContext, press: Press) => Promise<void>;

const receiveList: Work = async (page, _adminApi, press) => {
  const { base, references } = newReferences();
  await page.goto('/admin/orders');
  await press(button(page, 'Importer'));
  const chooser = page.waitForEvent('filechooser');
  await press(button(page, 'Choisir un fichier'));
  const lines = ['Référence;Livraison estimée;Client', ...references.map((reference) => `${reference};31/12/2030;`)];
  await (await chooser).setFiles({
    name: 'colis.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await press(button(page, `Importer ${RECEIVED} commandes`));
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(`${RECEIVED} `);
  await press(button(page, 'Fermer'));
  await page.goto(listed({ q: base }));
  await press(button(page, 'Tableau'));
  await expect(page.getByRole('row')).toHaveCount(RECEIVED + 1);
};

const correctRecipient: Work = async (page, adminApi, press) => {
  const { base, references } = await importParcels(adminApi);
  await page.goto(listed({ q: base }));
  await press(page.getByRole('link', { name: references[0] ?? '', exact: true }));
  await press(page.getByRole('button', { name: /^Modifier/ }));
  await page.getByRole('dialog').getByLabel('Destinataire', { exact: true }).fill('Awa Ouédraogo');
  await press(button(page, 'Enregistrer'));
  await expect(page.getByText('Awa Ouédraogo').first()).toBeVisible();
};

const withdrawStatus: Work = async (page, adminApi, press) => {
  const { references } = await importParcels(adminApi);
  const { id } = await (await adminApi.get(`/api/orders/${references[1]}`)).json();
  await page.goto(`/admin/orders/${id}`);
  await press(button(page, 'Passer à « En Traitement »'));
  await press(button(page, 'Enregistrer'));
  await press(button(page, 'Annuler cet événement'));
  await page.getByRole('dialog').getByLabel('Raison').fill('Mauvais colis');
  await press(button(page, "Confirmer l'annulation"));
  await expect(page.getByText('Mauvais colis')).toBeVisible();
  await expect(page.getByTestId('status-badge')).toHaveText('Commande Confirmée');
};

const delayFive: Work = async (page, adminApi, press) => {
  const { base, references } = await importParcels(adminApi);
  const dialog = page.getByRole('dialog');
  await page.goto(listed({ q: base }));
  await press(button(page, 'Tableau'));
  for (const reference of references.slice(2, 7)) {
    await page.getByRole('row').filter({ hasText: reference }).getByRole('checkbox').check();
  }
  await press(page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Dire au client' }));
  await dialog.getByLabel('Nouvelle date de livraison estimée').fill('2031-01-15');
  await dialog.getByLabel('Texte').fill('Vol annulé');
  await runBulk(page, press);
  await expect(dialog.getByRole('status')).toHaveText('5 commandes mises à jour.');
  await press(button(page, 'Fermer'));
  const delayed: Order = await (await adminApi.get(`/api/orders/${references[2]}`)).json();
  expect(delayed.latestUpdate).toContain('15 janvier 2031. Vol annulé');
  await page.goto('/admin/journal');
  await page.getByLabel('Rechercher une référence').fill(references[2] ?? '');
  await expect(page.getByText('Vol annulé').first()).toBeVisible();
};

const tellSilent: Work = async (page, adminApi, press) => {
  const { base, references } = await importParcels(adminApi);
  const dialog = page.getByRole('dialog');
  const database = new pg.Client({ connectionString: process.env.E2E_ORDERS_DATABASE_URL });
  await database.connect();
  const aged = references.slice(10, 13);
  await database.query("UPDATE orders SET last_event_at = now() - interval '9 days' WHERE reference = ANY($1)", [aged]);
  await database.end();
  await page.goto(listed({ q: base, silent: true }));
  await press(button(page, 'Tableau'));
  await expect(page.getByRole('row')).toHaveCount(aged.length + 1);
  await page.getByLabel('Tout sélectionner sur cette page').check();
  await press(page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Dire au client' }));
  await dialog.getByLabel('Texte').fill('Votre colis attend le prochain vol.');
  await runBulk(page, press);
  await expect(dialog.getByRole('status')).toHaveText('3 commandes mises à jour.');
  await press(button(page, 'Fermer'));
  await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
};

const exportList: Work = async (page, adminApi, press) => {
  const { base, references } = await importParcels(adminApi);
  await page.goto(listed({ q: base }));
  await expect(page.getByText(references[0] ?? '').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await press(button(page, 'Exporter en Excel'));
  const workbook = new excel.Workbook();
  await workbook.xlsx.load((await readFile(await (await download).path())).buffer as ArrayBuffer);
  expect(workbook.getWorksheet('Commandes')?.rowCount).toBe(RECEIVED + 1);
};

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

const DAY: [part: string, work: Work][] = [
  ['a list of 30 parcels is received', receiveList],
  ['a wrong recipient is corrected', correctRecipient],
  ['a wrong status is withdrawn', withdrawStatus],
  ['five parcels are delayed, which the journal shows', delayFive],
  ['owners of parcels without news are told', tellSilent],
  ['the parcels of a list are exported', exportList],
];

for (const [part, work] of DAY) {
  test(`${part} with the keyboard only`, async ({ page, adminApi }) => {
    await work(page, adminApi, byKeyboard);
  });

  test(`${part} on a phone`, async ({ page, adminApi }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await work(page, adminApi, (target) => target.click());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}
