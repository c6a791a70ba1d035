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

async function morning(page: Page, adminApi: APIRequestContext, press: Press) {
  const { base, references } = newReferences();
  const dialog = page.getByRole('dialog');

  await test.step('receive a list of 30', async () => {
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
    await expect(dialog.getByRole('status')).toContainText(`${RECEIVED} `);
    await press(button(page, 'Fermer'));
    await page.goto(listed({ q: base }));
    await press(button(page, 'Tableau'));
    await expect(page.getByRole('row')).toHaveCount(RECEIVED + 1);
  });

  await test.step('fix a wrong recipient', async () => {
    await press(page.getByRole('link', { name: references[0] ?? '', exact: true }));
    await press(page.getByRole('button', { name: /^Modifier/ }));
    await dialog.getByLabel('Destinataire', { exact: true }).fill('Awa Ouédraogo');
    await press(button(page, 'Enregistrer'));
    await expect(page.getByText('Awa Ouédraogo').first()).toBeVisible();
  });

  await test.step('withdraw a wrong status', async () => {
    const { id } = await (await adminApi.get(`/api/orders/${references[1]}`)).json();
    await page.goto(`/admin/orders/${id}`);
    await press(button(page, 'Passer à « En Traitement »'));
    await press(button(page, 'Enregistrer'));
    await press(button(page, 'Annuler cet événement'));
    await dialog.getByLabel('Raison').fill('Mauvais colis');
    await press(button(page, "Annuler l'événement"));
    await expect(page.getByText('Mauvais colis')).toBeVisible();
    await expect(page.getByTestId('status-badge')).toHaveText('Commande Confirmée');
  });
}

async function afternoon(page: Page, adminApi: APIRequestContext, press: Press) {
  const { base, references } = newReferences();
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: 'Sélection' });
  const lines = references.map((reference, index) => ({ line: index + 1, reference, estimatedDelivery: '31/12/2030' }));
  const imported = await adminApi.post('/api/orders/import', { data: { lines, dryRun: false } });
  expect(imported.ok(), await imported.text()).toBe(true);
  const runBulk = async () => {
    await press(button(page, 'Continuer'));
    await press(button(page, 'Confirmer'));
  };

  await test.step('delay five orders', async () => {
    await page.goto(listed({ q: base }));
    await press(button(page, 'Tableau'));
    for (const reference of references.slice(2, 7)) {
      await page.getByRole('row').filter({ hasText: reference }).getByRole('checkbox').check();
    }
    await press(bar.getByRole('button', { name: 'Dire au client' }));
    await dialog.getByLabel('Nouvelle date de livraison estimée').fill('2031-01-15');
    await dialog.getByLabel('Texte').fill('Vol annulé');
    await runBulk();
    await expect(dialog.getByRole('status')).toHaveText('5 commandes mises à jour.');
    await press(button(page, 'Fermer'));
    const delayed: Order = await (await adminApi.get(`/api/orders/${references[2]}`)).json();
    expect(delayed.latestUpdate).toContain('15 janvier 2031. Vol annulé');
  });

  await test.step('give news of the silent ones', async () => {
    const database = new pg.Client({ connectionString: process.env.E2E_ORDERS_DATABASE_URL });
    await database.connect();
    const aged = references.slice(10, 13);
    await database.query("UPDATE orders SET last_event_at = now() - interval '9 days' WHERE reference = ANY($1)", [
      aged,
    ]);
    await database.end();
    await page.goto(listed({ q: base, silent: true }));
    await expect(page.getByRole('row')).toHaveCount(aged.length + 1);
    await page.getByLabel('Tout sélectionner sur cette page').check();
    await press(bar.getByRole('button', { name: 'Dire au client' }));
    await dialog.getByLabel('Texte').fill('Votre colis attend le prochain vol.');
    await runBulk();
    await expect(dialog.getByRole('status')).toHaveText('3 commandes mises à jour.');
    await press(button(page, 'Fermer'));
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  await test.step('export', async () => {
    await page.goto(listed({ q: base }));
    const download = page.waitForEvent('download');
    await press(button(page, 'Exporter en Excel'));
    const workbook = new excel.Workbook();
    await workbook.xlsx.load((await readFile(await (await download).path())).buffer as ArrayBuffer);
    expect(workbook.getWorksheet('Commandes')?.rowCount).toBe(RECEIVED + 1);
  });

  await test.step('read the journal', async () => {
    await page.goto('/admin/journal');
    await page.getByLabel('Rechercher une référence').fill(references[2] ?? '');
    await expect(page.getByText('Vol annulé').first()).toBeVisible();
  });
}

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

for (const [part, row, work] of [
  ['parcels are received and corrected', '[DOSS-001]', morning],
  ['orders are delayed, get news, are exported and found in the journal', '[DOSS-009]', afternoon],
] as const) {
  test(`${part} with the keyboard only ${row}`, async ({ page, adminApi }) => {
    await work(page, adminApi, byKeyboard);
  });

  test(`${part} on a phone`, async ({ page, adminApi }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await work(page, adminApi, (target) => target.click());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}
