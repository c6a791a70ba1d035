import type { Payment } from '@fasocolis/contracts/payments';
import { expectAccessible } from '@fasocolis/web-kit/testing/accessibility';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNarrow, FakeApi, openScreen } from './back-office.tsx';

const PAYMENT: Payment = {
  ...{ id: 'd9b1b6a0-2f3c-4c55-8a53-0a4f4f3f8a10', method: 'wave', transactionReference: 'W1', amount: 50_000 },
  ...{ paidAt: '2026-11-13T10:00:00.000Z', payerName: 'Awa', receipt: 'REC-2026-000123', receiptPath: '/recu/abc' },
  certifiedInvoice: null,
  shares: [
    { orderId: 7, reference: 'FC-7ABC', amount: 30_000 },
    { orderId: 8, reference: 'FC-8ABC', amount: 20_000 },
  ],
  byUserId: 1,
};
const CANCELLED: Payment = {
  ...{ ...PAYMENT, id: 'e9b1b6a0-2f3c-4c55-8a53-0a4f4f3f8a10', receipt: 'REC-2026-000124', amount: 9000 },
  cancelled: { at: '2026-11-14T10:00:00.000Z', byUserId: 1, reason: 'Double' },
};

const AGENT = { id: 4, firstName: 'Issa', lastName: 'Sanou' };

function openPayments(): FakeApi {
  const api = new FakeApi({ payments: [PAYMENT, CANCELLED], staff: [AGENT] });
  api.respond('GET /api/payments/sum', 200, { amount: 50_000 });
  openScreen('/payments', api);
  return api;
}

const row = (receipt: string) => page.getByRole('row').filter({ hasText: receipt });

describe('the payments of all orders', () => {
  it('are listed with their receipts, parcels and amounts, and their total, also at 360 pixels [PAY-009]', async () => {
    openPayments();
    await expect.element(page.getByText('Total\u00a0: 50\u202f000\u00a0FCFA')).toBeVisible();
    for (const text of ['Awa', 'FC-7ABC', 'FC-8ABC', 'Wave W1', '50\u202f000\u00a0FCFA']) {
      await expect.element(row('REC-2026-000123').getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(row('REC-2026-000124').getByText('Annulé\u00a0: Double')).toBeVisible();
    const receipt = page.getByRole('link', { name: 'REC-2026-000123' });
    await expect.element(receipt).toHaveAttribute('href', '/recu/abc');
    await page.viewport(360, 740);
    expectNarrow();
    await expectAccessible();
  });

  it('are filtered, summed and exported alike [PAY-009]', async () => {
    const api = openPayments();
    await page.getByLabelText('Du', { exact: true }).fill('2026-11-01');
    await expect.poll(() => api.lastFilter('payments')).toEqual({ paidFrom: '2026-11-01' });
    await expect.poll(() => api.lastFilter('payments/sum')).toEqual({ paidFrom: '2026-11-01' });
    await page.getByRole('button', { name: 'Exporter en Excel' }).click();
    await expect.poll(() => api.lastFilter('payments/export/excel')).toEqual({ paidFrom: '2026-11-01' });
  });

  it('are filtered by the agent who took them, as a till is closed at the end of a day', async () => {
    const api = openPayments();
    await page.getByLabelText('Agent', { exact: true }).click();
    await page.getByRole('option', { name: 'Issa Sanou' }).click();
    await expect.poll(() => api.lastFilter('payments/sum')).toEqual({ userId: 4 });
  });
});
