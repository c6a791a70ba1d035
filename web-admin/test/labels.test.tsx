import type { StaffOrder } from '@fasocolis/contracts/orders';
import { describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';

const wasmBinary = await (await fetch(wasmUrl)).arrayBuffer();
prepareZXingModule({ overrides: { wasmBinary } });

const consignment = { id: 3, code: 'AIR-2026-047' };

function openFile(changes: Partial<StaffOrder> = {}) {
  openScreen('/orders/7', new FakeApi({ orders: [{ ...order, consignment, ...changes }] }));
}

const dialog = () => page.getByRole('dialog', { name: 'Imprimer les étiquettes' });
const openLabels = () => page.getByRole('button', { name: 'Imprimer les étiquettes' }).first().click();
const printed = () => [...document.querySelectorAll('.fc-print article')];

/** The codes on a label as it looks at a printer's 8 dots per mm. */
async function codesOn(label: Element): Promise<string[]> {
  await page.viewport(840, 600);
  const shot = await page.screenshot({ element: label, save: false });
  const found = await readBarcodes(
    Uint8Array.from(atob(shot), (character) => character.charCodeAt(0)),
    { formats: ['QRCode', 'Code128'] },
  );
  return found.map(({ format, text }) => `${format} ${text}`).sort();
}

/** The test's own tab; Vitest knows no more of it than that it exists. */
const devtools = () => cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> };

async function inPrint(check: () => Promise<void>) {
  await devtools().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    await check();
  } finally {
    await devtools().send('Emulation.setEmulatedMedia', { media: '' });
  }
}

describe('the labels of an order', () => {
  it('are one for each piece, with recipient, mode and consignment [SCAN-001]', async () => {
    openFile({ pieces: 3 });
    await openLabels();
    await expect.element(dialog().getByText('3 étiquettes pour 1 commande, une par pièce.')).toBeVisible();
    const texts = printed().map((label) => label.textContent);
    expect(texts).toEqual(['1/3', '2/3', '3/3'].map((piece) => `Awa OuédraogoAvionAIR-2026-047${piece}FC-7ABC`));
  });

  it('show the short link as QR code and the reference as Code 128 in print, with the piece, both readable [SCAN-001, CNT-001]', async () => {
    openFile();
    await openLabels();
    await expect.element(dialog().getByRole('status')).toBeVisible();
    await inPrint(async () => {
      const [, label] = printed();
      if (!label) throw new Error('no label');
      expect(label.getBoundingClientRect().width).toBeCloseTo(378, 0);
      expect(await codesOn(label)).toEqual(['Code128 FC-7ABC/2', `QRCode ${location.origin}/c/FC-7ABC?p=2`]);
    });
  });

  it('have a Code 128 at least 8 mm high below a name of two lines', async () => {
    openFile({ reference: 'FC-7ABC2345', recipientName: 'Fatoumata Zongo, épouse Kaboré, Bobo-Dioulasso' });
    await openLabels();
    await expect.element(dialog().getByRole('status')).toBeVisible();
    await inPrint(async () => {
      const bars = printed()[0]?.querySelector('[aria-label^="Code-barres"]');
      expect(bars?.getBoundingClientRect().height).toBeGreaterThan((8 / 25.4) * 96);
    });
  });

  it.each([
    ['A'.repeat(64), 'a long reference'],
    ['Ouaga 2026 Été', 'one that Code 128 has no characters for'],
  ])('leave the Code 128 out of %s, %s', async (reference) => {
    openFile({ reference });
    await openLabels();
    await expect.element(dialog().getByRole('img', { name: 'QR code' })).toBeVisible();
    expect(dialog().getByRole('img', { name: 'Code-barres' }).elements()).toHaveLength(0);
  });

  it('fill a sheet of A4 with four', async () => {
    openFile({ pieces: 5 });
    await openLabels();
    await dialog().getByLabelText('A4, quatre par feuille').click();
    await inPrint(async () => {
      const tops = new Set(printed().map((label) => Math.round(label.getBoundingClientRect().top)));
      expect(tops.size).toBe(3);
    });
    await dialog().getByLabelText('Étiquettes de 100 × 60 mm').click();
  });

  it('refuse more than 1,000 pieces', async () => {
    openFile({ pieces: 1001 });
    await openLabels();
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('Ces commandes ont plus de 1000 pièces. Choisissez-en moins à la fois.');
    await expect.element(dialog().getByRole('button', { name: 'Imprimer' })).toBeDisabled();
  });

  it('fit a phone', async () => {
    await page.viewport(360, 740);
    openFile();
    await openLabels();
    await expect.element(dialog().getByRole('status')).toBeVisible();
    expectNarrow();
  });
});

it('prints the labels of selected orders [SCAN-001]', async () => {
  localStorage.clear();
  openScreen('/orders', new FakeApi({ orders: [1, 2].map((id) => ({ ...order, id, reference: `FC-00${id}` })) }));
  await page.getByLabelText('Tout sélectionner sur cette page').click();
  await page.getByRole('button', { name: 'Imprimer les étiquettes' }).click();
  await expect.element(dialog().getByText('4 étiquettes pour 2 commandes, une par pièce.')).toBeVisible();
  expect(printed().map((label) => label.textContent?.slice(-6))).toEqual(['FC-001', 'FC-001', 'FC-002', 'FC-002']);
});

it('prints the labels of many orders in parts [SCAN-001]', async () => {
  localStorage.clear();
  const orders = Array.from({ length: 201 }, (_, index) => ({
    ...order,
    pieces: 1,
    id: index + 1,
    reference: `FC-${index + 1}`,
  }));
  openScreen('/orders', new FakeApi({ orders }));
  await page.getByLabelText('Tout sélectionner sur cette page').click();
  await page.getByRole('button', { name: 'Sélectionner les 201 commandes trouvées' }).click();
  await page.getByRole('button', { name: 'Imprimer les étiquettes' }).click();
  await expect.element(dialog().getByText('200 étiquettes pour 200 commandes, une par pièce.')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Commandes' }).click();
  await page.getByRole('option', { name: '201 à 201' }).click();
  await expect.element(dialog().getByText('1 étiquette pour 1 commande, une par pièce.')).toBeVisible();
});
