import { readFile } from 'node:fs/promises';
import type { Order } from '@fasocolis/contracts/orders';
import { generateReference } from '@fasocolis/contracts/reference';
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

async function officeDay(page: Page, adminApi: APIRequestContext, press: Press) {
  const base = generateReference();
  const references = Array.from({ length: RECEIVED }, (_, number) => `${base}-${String(number).padStart(2, '0')}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: 'Sélection' });
  const listed = (filter: object) =>
    `/admin/orders?${new URLSearchParams({ filter: JSON.stringify(filter), perPage: '48' })}`;
  const find = async (reference: string): Promise<Order> => (await adminApi.get(`/api/orders/${reference}`)).json();
  const runBulk = async () => {
    await press(button('Continuer'));
    await press(button('Confirmer'));
  };

  await test.step('receive a list of 30', async () => {
    await page.goto('/admin/orders');
    await press(button('Importer'));
    const chooser = page.waitForEvent('filechooser');
    await press(button('Choisir un fichier'));
    const lines = ['Référence;Livraison estimée;Client', ...references.map((reference) => `${reference};31/12/2030;`)];
    await (await chooser).setFiles({
      name: 'colis.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
    await press(button(`Importer ${RECEIVED} commandes`));
    await expect(dialog.getByRole('status')).toContainText(`${RECEIVED} `);
    await press(button('Fermer'));
    await page.goto(listed({ q: base }));
    await press(button('Tableau'));
    await expect(page.getByRole('row')).toHaveCount(RECEIVED + 1);
  });

  await test.step('fix a wrong recipient', async () => {
    await press(page.getByRole('link', { name: references[0] ?? '', exact: true }));
    await press(page.getByRole('button', { name: /^Modifier/ }));
    await dialog.getByLabel('Destinataire', { exact: true }).fill('Awa Ouédraogo');
    await press(button('Enregistrer'));
    await expect(page.getByText('Awa Ouédraogo').first()).toBeVisible();
  });

  await test.step('withdraw a wrong status', async () => {
    const { id } = await find(references[1] ?? '');
    await page.goto(`/admin/orders/${id}`);
    await press(button('Passer à « En Traitement »'));
    await press(button('Enregistrer'));
    await press(button('Annuler cet événement'));
    await dialog.getByLabel('Raison').fill('Mauvais colis');
    await press(button("Annuler l'événement"));
    await expect(page.getByText('Mauvais colis')).toBeVisible();
    await expect(page.getByTestId('status-badge')).toHaveText('Commande Confirmée');
  });

  await test.step('delay five orders', async () => {
    await page.goto(listed({ q: base }));
    for (const reference of references.slice(2, 7)) {
      await page.getByRole('row').filter({ hasText: reference }).getByRole('checkbox').check();
    }
    await press(bar.getByRole('button', { name: 'Changer la date' }));
    await dialog.getByLabel('Livraison estimée').fill('2031-01-15');
    await dialog.getByLabel('Raison', { exact: true }).fill('Vol annulé');
    await runBulk();
    await expect(dialog.getByRole('status')).toHaveText('5 commandes mises à jour.');
    await press(button('Fermer'));
    expect((await find(references[2] ?? '')).latestUpdate).toContain('15 janvier 2031. Vol annulé');
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
    await press(bar.getByRole('button', { name: 'Donner des nouvelles' }));
    await dialog.getByLabel('Texte').fill('Votre colis attend le prochain vol.');
    await runBulk();
    await expect(dialog.getByRole('status')).toHaveText('3 commandes mises à jour.');
    await press(button('Fermer'));
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  await test.step('export', async () => {
    await page.goto(listed({ q: base }));
    const download = page.waitForEvent('download');
    await press(button('Exporter en Excel'));
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

test('a working day in the back office, with the keyboard only [DOSS-001, DOSS-009]', async ({ page, adminApi }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  await officeDay(page, adminApi, byKeyboard);
});

test('a working day in the back office, on a phone', async ({ page, adminApi }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await officeDay(page, adminApi, (button) => button.click());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
