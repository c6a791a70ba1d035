import type { PaymentReport } from '@fasocolis/contracts/payment-reports';
import type { Ledger } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { order } from './orders.ts';
import { AWA } from './people.ts';

const CHARGE: Ledger['charges'][number] = {
  ...{ id: 5, kind: 'freight', label: 'Fret Express', quantity: 20_000, unit: 'kg', price: 9000, amount: 180_000 },
  ...{ tariffId: 3, createdAt: '2026-11-12T10:00:00.000Z', byUserId: 1 },
};
const PAYMENT: Ledger['payments'][number] = {
  ...{
    id: 'd9b1b6a0-2f3c-4c55-8a53-0a4f4f3f8a10',
    method: 'orange-money',
    transactionReference: 'PP1',
    amount: 50_000,
  },
  ...{ paidAt: '2026-11-13T10:00:00.000Z', payerName: 'Awa', receipt: 'REC-2026-000123', receiptPath: '/recu/abc' },
  ...{ certifiedInvoice: null, shares: [{ orderId: 7, reference: 'FC-7ABC', amount: 50_000 }], byUserId: 1 },
};
const LEDGER: Ledger = {
  ...{ id: 7, charges: [CHARGE], payments: [PAYMENT], due: 180_000, paid: 50_000, rest: 130_000 },
  storage: null,
  freight: { state: 'charged', proposal: null },
};

const REPORT: PaymentReport = {
  ...{ id: '7b1b6a00-2f3c-4c55-8a53-0a4f4f3f8a10', method: 'wave', transactionReference: 'W12', amount: 20_000 },
  ...{ createdAt: '2026-11-13T10:00:00.000Z', state: 'open', reason: null },
};

function openFile(
  ledger: Partial<Ledger> = {},
  reports: PaymentReport[] = [],
  path = '/orders/7',
  reader?: User,
): FakeApi {
  const row = { ...order, due: 180_000, paid: 50_000, recipientPhone: '+22670123456' };
  const api = new FakeApi({ orders: [row], tariffs: [], payments: [PAYMENT] });
  api.respond('GET /api/ledgers/7', 200, { ...LEDGER, ...ledger });
  api.respond('GET /api/ledgers/7/reports', 200, { accounts: [], reports });
  if (reader) api.respond('GET /api/user', 200, reader);
  api.respond('GET /api/handovers/7/parcels', 200, [
    row,
    { ...row, id: 8, reference: 'FC-8ABC', due: 20_000, paid: 0 },
  ]);
  openScreen(path, api);
  return api;
}

const panel = page.getByRole('region', { name: 'Paiements' });
const dialog = page.getByRole('dialog');

describe('the payments of an order in its file', () => {
  it('show the rest, every charge and payment, and the receipt with a link for WhatsApp, also at 360 pixels [PAY-003, PAY-008]', async () => {
    await page.viewport(360, 740);
    const cancelled = { at: '2026-11-13T10:00:00.000Z', byUserId: 1, reason: 'Double' };
    openFile({ charges: [CHARGE, { ...CHARGE, id: 6, label: 'Emballage', amount: 500, cancelled }] });
    await expect.element(panel.getByText('Reste à payer\u00a0: 130\u202f000\u00a0FCFA')).toBeVisible();
    const lines = () =>
      panel
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/^Fret Express20,0\skg · .*180\s000\sFCFA$/),
        expect.stringMatching(/^Emballage.*Annulé\s: Double500\sFCFA$/),
        expect.stringMatching(/Orange Money.*PP1.*REC-2026-000123.*-50\s000\sFCFA$/),
      ]);
    const receipt = panel.getByRole('link', { name: 'REC-2026-000123' });
    await expect.element(receipt).toHaveAttribute('href', '/recu/abc');
    const whatsapp = panel.getByRole('link', { name: 'Envoyer par WhatsApp' });
    await expect
      .element(whatsapp)
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/22670123456\?text=.*recu/));
    expectNarrow();
    await expectAccessible();
  });

  it('say "Prix à fixer" while a measure or the tariff is missing [PAY-002]', async () => {
    openFile({ charges: [], payments: [], due: 0, paid: 0, rest: 0, freight: { state: 'to-fix', proposal: null } });
    await expect.element(panel.getByText('Prix à fixer')).toBeVisible();
  });

  it('ask to recalculate after the measures changed [PAY-003]', async () => {
    const proposal = { tariffId: 3, label: 'Fret Express', quantity: 25_000, unit: 'kg', amount: 225_000 } as const;
    openFile({ freight: { state: 'differs', proposal } });
    const prompt = 'Les mesures ont changé (25,0\u00a0kg, 225\u202f000\u00a0FCFA)\u00a0: recalculer\u00a0?';
    await expect.element(panel.getByText(prompt)).toBeVisible();
    await panel.getByRole('button', { name: 'Recalculer' }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Tarif' })).toBeVisible();
  });

  it('take a payment under one id, however often it is sent [PAY-004]', async () => {
    const api = openFile();
    const send = 'POST /api/payments';
    api.respond(send, 503, { code: 'unavailable', message: 'Service temporairement indisponible' });
    await panel.getByRole('button', { name: 'Encaisser' }).click();
    await expect.element(dialog.getByLabelText('Montant (FCFA)')).toHaveValue('130000');
    await dialog.getByLabelText('Moyen de paiement').click();
    await page.getByRole('option', { name: 'Wave' }).click();
    await dialog.getByRole('button', { name: 'Encaisser' }).click();
    await expect.element(dialog.getByText('Indiquez la référence de la transaction')).toBeVisible();
    await dialog.getByLabelText('Référence de la transaction').fill('w 12');
    await dialog.getByRole('button', { name: 'Encaisser' }).click();
    await expectToast('Service temporairement indisponible');
    api.respond(send, 201, PAYMENT);
    await dialog.getByRole('button', { name: 'Encaisser' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const [first, second] = api.sent(send);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ amount: 130_000, method: 'wave', transactionReference: 'W12', orderIds: [7] });
  });

  it.each([
    ['offer a discount to the administrator', undefined, 1],
    ['offer no discount to an agent', { ...AWA, isAgent: true }, 0],
  ])('%s', async (_what, reader, count) => {
    openFile({}, [], '/orders/7', reader);
    await panel.getByRole('button', { name: 'Ajouter des frais' }).click();
    await dialog.getByLabelText('Type').click();
    await expect.element(page.getByRole('option', { name: 'Douane' })).toBeVisible();
    expect(page.getByRole('option', { name: 'Remise' }).elements()).toHaveLength(count);
  });

  it('offer no payment when nothing is due, and say so at the address of the dialog', async () => {
    const api = openFile({ paid: 180_000, rest: 0 }, [], '/orders/7?dialog=pay');
    await expect.element(dialog.getByText("Rien n'est à payer pour ce colis.")).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect.element(panel.getByText('Payé\u00a0: 180\u202f000\u00a0FCFA')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Encaisser' })).not.toBeInTheDocument();
    expect(api.sent('POST /api/payments')).toEqual([]);
  });

  it('leave the storage that is no charge yet to the client, with a reason [PAY-007]', async () => {
    const api = openFile({
      storage: { label: 'Magasinage\u00a0: 3 jours', amount: 1500 },
      due: 181_500,
      rest: 131_500,
    });
    await expect.element(panel.getByText('Reste à payer\u00a0: 131\u202f500\u00a0FCFA')).toBeVisible();
    const line = panel.getByRole('listitem').filter({ hasText: 'Magasinage\u00a0: 3 jours' });
    await expect.element(line).toMatchTextContent(/1\s500\sFCFA$/);
    api.respond('POST /api/ledgers/7/waive-storage', 200, LEDGER);
    await line.getByRole('button', { name: 'Renoncer au magasinage' }).click();
    await dialog.getByLabelText('Raison').fill('Notre retard');
    await dialog.getByRole('button', { name: 'Renoncer' }).click();
    await expectToast('Magasinage offert');
    expect(api.sent('POST /api/ledgers/7/waive-storage')).toEqual([{ reason: 'Notre retard' }]);
  });

  it('name the other parcels of a payment before it is cancelled [PAY-004]', async () => {
    const shares = [...PAYMENT.shares, { orderId: 8, reference: 'FC-8ABC', amount: 20_000 }];
    openFile({ payments: [{ ...PAYMENT, amount: 70_000, shares }] });
    await panel.getByRole('button', { name: `Annuler ${PAYMENT.receipt}` }).click();
    await expect
      .element(page.getByRole('dialog').getByText('Ce paiement de 70\u202f000\u00a0FCFA vaut aussi pour FC-8ABC.'))
      .toBeVisible();
  });

  it('are taken for the other parcels that wait for the same person as well [PAY-004]', async () => {
    const api = openFile();
    api.respond('POST /api/payments', 201, PAYMENT);
    await panel.getByRole('button', { name: 'Encaisser' }).click();
    await dialog.getByLabelText('FC-8ABC, reste 20\u202f000\u00a0FCFA').click();
    await expect.element(dialog.getByLabelText('Montant (FCFA)')).toHaveValue('150000');
    await dialog.getByRole('button', { name: 'Encaisser' }).click();
    await expectToast('Paiement enregistré');
    expect(api.sent('POST /api/payments')).toMatchObject([{ orderIds: [7, 8], amount: 150_000, method: 'cash' }]);
  });

  it('cancel a charge with a reason [PAY-003]', async () => {
    const api = openFile();
    api.respond('POST /api/charges/5/cancel', 200, LEDGER);
    await panel.getByRole('button', { name: 'Annuler Fret Express' }).click();
    await dialog.getByLabelText('Raison').fill('Double');
    await dialog.getByRole('button', { name: "Confirmer l'annulation" }).click();
    await expectToast('Frais annulés');
    expect(api.sent('POST /api/charges/5/cancel')).toEqual([{ reason: 'Double' }]);
  });

  it('have the number of the certified invoice, which the receipt then names [PAY-008]', async () => {
    const api = openFile();
    const send = `PATCH /api/payments/${PAYMENT.id}`;
    api.respond(send, 200, { ...PAYMENT, certifiedInvoice: 'FEC-77' });
    await panel.getByRole('button', { name: 'Facture certifiée de REC-2026-000123' }).click();
    await dialog.getByLabelText('Numéro de la facture').fill('FEC-77');
    api.respond('GET /api/ledgers/7', 200, { ...LEDGER, payments: [{ ...PAYMENT, certifiedInvoice: 'FEC-77' }] });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expectToast('Facture enregistrée');
    await expect.element(panel.getByText('Facture certifiée FEC-77')).toBeVisible();
    expect(api.sent(send)).toEqual([{ certifiedInvoice: 'FEC-77' }]);
  });
});

describe('a payment that the owner reported', () => {
  const reported = panel.getByRole('list', { name: 'Paiements signalés' });
  const confirm = `POST /api/payment-reports/${REPORT.id}/confirm`;
  const refuse = `POST /api/payment-reports/${REPORT.id}/refuse`;

  it('is confirmed in the file of its order, also at 360 pixels [PAY-006]', async () => {
    await page.viewport(360, 740);
    const api = openFile({}, [REPORT]);
    await expect.element(reported.getByText('Signalé par le client\u00a0: Wave')).toBeVisible();
    await expect.element(reported).toMatchTextContent(/W12.*20\s000\sFCFA$/);
    expectNarrow();
    await expectAccessible();
    api.respond(confirm, 200, { ...REPORT, state: 'confirmed' });
    api.respond('GET /api/ledgers/7/reports', 200, { accounts: [], reports: [{ ...REPORT, state: 'confirmed' }] });
    await reported.getByRole('button', { name: 'Confirmer' }).click();
    await expectToast('Paiement confirmé');
    await expect.element(reported).not.toBeInTheDocument();
    expect(api.sent(confirm)).toHaveLength(1);
  });

  it('is refused with a reason [PAY-006]', async () => {
    const api = openFile({}, [REPORT]);
    const refused = { ...REPORT, state: 'refused', reason: 'Rien reçu' };
    api.respond(refuse, 200, refused);
    await reported.getByRole('button', { name: 'Refuser' }).click();
    await dialog.getByLabelText('Raison').fill('Rien reçu');
    api.respond('GET /api/ledgers/7/reports', 200, { accounts: [], reports: [refused] });
    await dialog.getByRole('button', { name: 'Refuser' }).click();
    await expectToast('Paiement refusé');
    await expect.element(reported.getByText('Refusé\u00a0: Rien reçu')).toBeVisible();
    expect(api.sent(refuse)).toEqual([{ reason: 'Rien reçu' }]);
  });
});
