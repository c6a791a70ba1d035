import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { ADMIN, expect, test } from './fixtures.ts';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });

/** Width and height of each page of a PDF, in millimetres. */
const pagesOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) =>
    size.map((points) => Math.round((Number(points) / 72) * 25.4)),
  );

// The resolution of a label printer: that of a screen is too coarse for the bars of some references.
test.use({ deviceScaleFactor: 2 });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('labels print one on each page of a roll, or four on an A4 sheet, with readable codes [SCAN-001, CNT-001]', async ({
  page,
  createOrder,
  baseURL,
}) => {
  const { id, reference } = await createOrder({ recipientName: 'Awa Ouédraogo', mode: 'AIR', pieces: 5 });
  await page.goto(`/admin/orders/${id}`);
  await page.getByRole('button', { name: 'Imprimer les étiquettes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('5 étiquettes pour 1 commande, une par pièce.')).toBeVisible();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(Array(5).fill([100, 60]));

  await page.emulateMedia({ media: 'print' });
  const label = page.getByRole('article', { name: `Étiquette ${reference} 2/5` });
  for (const text of ['Awa Ouédraogo', 'Avion', '2/5', reference]) await expect(label.getByText(text)).toBeVisible();
  const codes = await readBarcodes(await label.screenshot(), { formats: ['QRCode', 'Code128'] });
  expect(codes.map(({ format, text }) => `${format} ${text}`).sort()).toEqual([
    `Code128 ${reference}/2`,
    `QRCode ${new URL(`/c/${reference}?p=2`, baseURL).href}`,
  ]);

  await page.emulateMedia({ media: null });
  await dialog.getByLabel('A4, quatre par feuille').check();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual(Array(2).fill([297, 210]));
});
