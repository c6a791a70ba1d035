import type { OwnOrder } from '@fasocolis/contracts/orders';
import type { PaymentReport, PaymentReports } from '@fasocolis/contracts/payment-reports';
import type { Ledger } from '@fasocolis/contracts/payments';
import { BOTH, expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AWA, expectTexts, expectToast, type FakeApi, openPage } from './customer-site.tsx';
import { apiWith, card, ORDER } from './tracked-parcel.ts';

const OWN: OwnOrder = {
  ...{ ...ORDER, userId: AWA.id, recipientPhone: '+22670123456', volumeCm3: null, contents: null },
  ...{ aliases: [], passedPieces: null, due: 231_500, paid: 50_000 },
};
const LEDGER: Ledger = {
  id: ORDER.id,
  charges: [
    {
      ...{ id: 5, kind: 'freight', label: 'Fret Express', quantity: 20_000, unit: 'kg', price: 9000, amount: 180_000 },
      ...{ tariffId: 3, createdAt: ORDER.createdAt },
    },
    {
      ...{ id: 6, kind: 'customs', label: 'Douane', quantity: null, unit: null, price: null, amount: 50_000 },
      ...{ tariffId: null, createdAt: ORDER.createdAt },
    },
  ],
  payments: [
    {
      ...{ id: 'd9b1b6a0-2f3c-4c55-8a53-0a4f4f3f8a10', method: 'wave', transactionReference: 'W1', amount: 60_000 },
      ...{ paidAt: '2026-03-04T10:00:00.000Z', payerName: 'Awa', receipt: 'REC-2026-000123', receiptPath: '/recu/abc' },
      certifiedInvoice: null,
      shares: [
        { orderId: ORDER.id, reference: ORDER.reference, amount: 50_000 },
        { orderId: 9, reference: 'DEMO0009', amount: 10_000 },
      ],
    },
  ],
  ...{ due: 231_500, paid: 50_000, rest: 181_500 },
  storage: { label: 'Magasinage\u00a0: 3 jours', amount: 1500 },
  freight: { state: 'charged', proposal: null },
};
const REPORT: PaymentReport = {
  ...{ id: '7b1b6a00-2f3c-4c55-8a53-0a4f4f3f8a10', method: 'orange-money', transactionReference: 'PP1' },
  ...{ amount: 20_000, createdAt: '2026-03-04T10:00:00.000Z', state: 'open', reason: null },
};
const ACCOUNTS: PaymentReports['accounts'] = [
  { method: 'orange-money', number: '70 12 34 56', ussd: '*144*10*70123456*{montant}#' },
  { method: 'wave', number: '76 12 34 56', ussd: null },
];
const REPORTS = `/api/ledgers/${ORDER.id}/reports`;

const ledger = card.getByRole('region', { name: /^(?:À payer|Payé)/ });
const sheet = page.getByRole('dialog');

function ownSite(order = OWN, reports: Partial<PaymentReports> = {}, changes: Partial<Ledger> = {}): FakeApi {
  const api = apiWith(order);
  api.signIn(AWA);
  api.respond(`GET /api/ledgers/${ORDER.id}`, 200, { ...LEDGER, ...changes });
  api.respond(`GET ${REPORTS}`, 200, { accounts: ACCOUNTS, reports: [], ...reports });
  return api;
}
const openParcel = (...site: Parameters<typeof ownSite>) => openPage('/c/DEMO0003', ownSite(...site));

describe('what an own parcel costs', () => {
  it('is on its card with every charge and payment [PAY-006]', async () => {
    openParcel();
    await expect.element(ledger.getByRole('heading')).toHaveTextContent('À payer : 181 500 FCFA');
    await expectTexts(ledger.getByRole('listitem'), [
      'Fret Express (20,0\u00a0kg)180\u202f000\u00a0FCFA',
      'Douane50\u202f000\u00a0FCFA',
      'Magasinage\u00a0: 3 jours1\u202f500\u00a0FCFA',
      'Payé le 04/03/2026, Wave Reçu REC-2026-000123-50\u202f000\u00a0FCFA',
    ]);
    await expect
      .element(ledger.getByRole('link', { name: 'Reçu REC-2026-000123' }))
      .toHaveAttribute('href', '/recu/abc');
    await expectAccessible(BOTH);
  });

  it('is said to be paid once it is, without a way to pay again [PAY-006]', async () => {
    openParcel({ ...OWN, paid: 231_500 }, {}, { paid: 231_500, rest: 0 });
    await expect.element(ledger.getByRole('heading')).toHaveTextContent('Payé : 231 500 FCFA');
    await expect.element(ledger.getByRole('button', { name: 'Payer' })).not.toBeInTheDocument();
  });

  it('is not shown to others, nor requested for them [PAY-006]', async () => {
    const api = openParcel({ ...OWN, userId: AWA.id + 1 });
    await expect.element(card).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Sauvegarder' })).toBeVisible();
    await expect.element(ledger).not.toBeInTheDocument();
    expect(api.paths.filter((path) => path.startsWith('/api/ledgers'))).toEqual([]);
  });

  it('is loaded again on demand after a failure [PAY-006]', async () => {
    const api = ownSite();
    api.respond(`GET /api/ledgers/${ORDER.id}`, 500);
    openPage('/c/DEMO0003', api);
    await expect.element(ledger.getByRole('heading')).toHaveTextContent('À payer : 181 500 FCFA');
    await expect.element(ledger.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    api.respond(`GET /api/ledgers/${ORDER.id}`, 200, LEDGER);
    await ledger.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(ledger.getByText('Douane')).toBeVisible();
  });
});

describe('"Payer"', () => {
  it('shows the numbers with copies and the codes to dial [PAY-006]', async () => {
    openParcel();
    await ledger.getByRole('button', { name: 'Payer' }).click();
    await expect.element(sheet.getByText('70 12 34 56')).toBeVisible();
    await expect.element(sheet.getByText('76 12 34 56')).toBeVisible();
    const code = sheet.getByRole('link', { name: 'Composer *144*10*70123456*181500#' });
    await expect.element(code).toHaveAttribute('href', 'tel:*144*10*70123456*181500%23');
    await expect.element(sheet.getByRole('button', { name: 'Copier le numéro Orange Money' })).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: 'Copier le numéro Wave' })).toBeVisible();
    await expectAccessible(BOTH);
  });

  it('leads to customer service while there is no number [PAY-006]', async () => {
    openParcel(OWN, { accounts: [] });
    await ledger.getByRole('button', { name: 'Payer' }).click();
    await expect.element(sheet.getByRole('link', { name: 'Contacter le service client' })).toBeVisible();
  });

  it('reports a payment under one id, however often it is sent [PAY-006]', async () => {
    const api = openParcel();
    const send = `POST ${REPORTS}`;
    api.respond(send, 503, { code: 'unavailable', message: 'Service temporairement indisponible' });
    await ledger.getByRole('button', { name: 'Payer' }).click();
    const paid = sheet.getByRole('button', { name: "J'ai payé" });
    await expect.element(sheet.getByLabelText('Montant (FCFA)')).toHaveValue('181500');
    await expect.element(sheet.getByRole('radio', { name: 'Orange Money' })).toBeChecked();
    await sheet.getByRole('radio', { name: 'Wave' }).click();
    await paid.click();
    await expect.element(sheet.getByText('Indiquez la référence de la transaction')).toBeVisible();
    await sheet.getByLabelText('Référence de la transaction').fill('w 12');
    await sheet.getByLabelText('Montant (FCFA)').fill('100 000');
    await paid.click();
    await expectToast('Service temporairement indisponible');
    api.respond(send, 201, { ...REPORT, method: 'wave', transactionReference: 'W12', amount: 100_000 });
    api.respond(`GET ${REPORTS}`, 200, { accounts: ACCOUNTS, reports: [REPORT] });
    await paid.click();
    await expectToast('Paiement signalé', 'Nous le vérifions, puis votre reçu est ici.');
    await expect.element(sheet).not.toBeInTheDocument();
    const [first, second] = api.sent(send);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ method: 'wave', transactionReference: 'W12', amount: 100_000 });
    const waiting = '20\u202f000\u00a0FCFA, Orange Money PP1\u00a0: nous vérifions votre paiement.';
    await expect.element(ledger.getByText(waiting)).toBeVisible();
  });

  it('shows at the field why the reference of a transaction is refused', async () => {
    const api = openParcel();
    const message = 'Cette transaction est déjà signalée.';
    api.respond(`POST ${REPORTS}`, 409, { code: 'conflict', message, errors: { transactionReference: message } });
    await ledger.getByRole('button', { name: 'Payer' }).click();
    await sheet.getByLabelText('Référence de la transaction').fill('W12');
    await sheet.getByRole('button', { name: "J'ai payé" }).click();
    const reference = sheet.getByLabelText('Référence de la transaction');
    await expect.element(reference).toHaveAccessibleDescription(expect.stringContaining(message));
    await expect.element(reference).toHaveFocus();
  });

  it('keeps what was typed, and its id, when the sheet is closed and opened again', async () => {
    const api = openParcel();
    const send = `POST ${REPORTS}`;
    const pay = ledger.getByRole('button', { name: 'Payer' });
    const paid = sheet.getByRole('button', { name: "J'ai payé" });
    api.respond(send, 503, { code: 'unavailable', message: 'Service temporairement indisponible' });
    await pay.click();
    await sheet.getByRole('radio', { name: 'Wave' }).click();
    await sheet.getByLabelText('Référence de la transaction').fill('W12');
    await paid.click();
    await expectToast('Service temporairement indisponible');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await pay.click();
    await expect.element(sheet.getByRole('radio', { name: 'Wave' })).toBeChecked();
    await expect.element(sheet.getByLabelText('Référence de la transaction')).toHaveValue('W12');
    api.respond(send, 201, { ...REPORT, method: 'wave', transactionReference: 'W12' });
    await paid.click();
    await expect.element(sheet).not.toBeInTheDocument();
    const [first, second] = api.sent(send);
    expect(second).toEqual(first);
    await pay.click();
    await expect.element(sheet.getByLabelText('Référence de la transaction')).toHaveValue('');
  });

  it('says why a report was refused, and takes no sixth one [PAY-006]', async () => {
    const open = [1, 2, 3, 4, 5].map((digit) => ({ ...REPORT, id: REPORT.id.replace('7', String(digit)) }));
    openParcel(OWN, { reports: [{ ...REPORT, state: 'refused', reason: 'Rien reçu' }, ...open] });
    await expect.element(ledger.getByText('Rien reçu')).toBeVisible();
    await ledger.getByRole('button', { name: 'Payer' }).click();
    await expect.element(sheet.getByText(/^Vous avez signalé 5 paiements\./)).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: "J'ai payé" })).not.toBeInTheDocument();
  });
});
