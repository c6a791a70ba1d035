import { mondayBefore } from '@fasocolis/contracts/dates';
import type { Order } from '@fasocolis/contracts/orders';
import type { MoneySummary, Payment } from '@fasocolis/contracts/payments';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';

let orders: Orders;
let calls: ReturnType<typeof ledgerCalls>;
beforeAll(async () => {
  orders = await startOrders();
  calls = ledgerCalls(orders);
});
afterAll(() => orders.close());

const get = (path: string, filter: object = {}, as = asAdmin()) =>
  call(orders.app, { url: path, query: { filter: JSON.stringify(filter) } }, as);
async function chargedOrder(amount: number): Promise<Order> {
  const order = await orders.createOrder({ userId: 2, recipientName: 'Awa Ouédraogo' });
  await calls.charge(order, { kind: 'freight', amount });
  return order;
}
/** A payment of a time that may be older than devices are believed. */
async function pay(order: Order, { paidAt, ...body }: { amount: number; paidAt?: string; [field: string]: unknown }) {
  const response = await calls.pay({ ...newPayment({ amount: body.amount, orderIds: [order.id] }), ...body });
  const payment = response.json<Payment>();
  if (paidAt) await orders.database.payment.update({ where: { id: payment.id }, data: { paidAt: new Date(paidAt) } });
  return payment;
}

describe('the list of payments', () => {
  it('has the sum of what its filters find, without what was cancelled [PAY-009]', async () => {
    const order = await chargedOrder(100_000);
    await pay(order, { amount: 1000, paidAt: '2026-01-10T10:00:00.000Z' });
    await pay(order, { amount: 2000, paidAt: '2026-01-11T23:59:59.000Z', method: 'wave', transactionReference: 'L1' });
    const cancelled = await pay(order, { amount: 4000, paidAt: '2026-01-11T10:00:00.000Z' });
    await calls.cancelPayment(cancelled);
    const sumOf = async (filter: object) => (await get('/api/payments/sum', filter)).json<{ amount: number }>().amount;
    const days = { paidFrom: '2026-01-10', paidTo: '2026-01-11' };
    expect(await sumOf(days)).toBe(3000);
    expect(await sumOf({ ...days, method: 'wave' })).toBe(2000);
    expect(await sumOf({ ...days, paidTo: '2026-01-10' })).toBe(1000);
    expect(await sumOf({ ...days, cancelled: true })).toBe(0);
    expect((await get('/api/payments', days)).json()).toHaveLength(3);
    expect((await get('/api/payments/sum', {}, asAgent(9))).statusCode).toBe(403);
    expect((await get('/api/payments/sum', {}, asUser(2))).statusCode).toBe(403);
  });

  it('has a sum above that of a single column', async () => {
    const created = [await chargedOrder(999_999_999), await chargedOrder(999_999_999), await chargedOrder(999_999_999)];
    const paidAt = '2026-02-01T10:00:00.000Z';
    for (const order of created) await pay(order, { amount: 999_999_999, paidAt });
    const sum = await get('/api/payments/sum', { paidFrom: '2026-02-01', paidTo: '2026-02-01' });
    expect(sum.json()).toEqual({ amount: 2_999_999_997 });
  });

  it('is searched by its payer, and by the present and former references of its order [READ-012]', async () => {
    const order = await chargedOrder(5000);
    const payment = await pay(order, { amount: 1000, payerName: 'Édith Nacoulma-Zerbo' });
    const reference = `${order.reference}-BIS`;
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${order.id}`, payload: { reference } }, asAdmin());
    for (const q of ['nacoulma EDITH', order.reference, reference]) {
      const found = (await get('/api/payments', { q })).json<Payment[]>();
      expect(
        found.map(({ id }) => id),
        q,
      ).toEqual([payment.id]);
    }
  });

  it('is searched by the number of a receipt as people say it', async () => {
    const payment = await pay(await chargedOrder(5000), { amount: 100 });
    const [, year = '', number = ''] = /^REC-(\d{4})-(\d{6})$/.exec(payment.receipt) ?? [];
    const plain = String(Number(number));
    for (const said of [plain, number, `n° ${plain}`, `reçu n°${plain}`, `${year}-${plain}`, `REC ${year} ${plain}`]) {
      const found = (await get('/api/payments', { q: said })).json<Payment[]>();
      expect(
        found.map(({ id }) => id),
        said,
      ).toContain(payment.id);
    }
    expect((await get('/api/payments', { q: `${Number(year) - 1}-${plain}` })).json()).toEqual([]);
  });

  it('is exported with real dates and numbers, newest first [PAY-009]', async () => {
    const order = await chargedOrder(100_000);
    const first = await pay(order, { amount: 1500, paidAt: '2026-03-01T10:30:00.000Z' });
    const wave = { method: 'wave', transactionReference: 'L2', payerName: '=Awa' };
    const second = await pay(order, { ...wave, amount: 2500, paidAt: '2026-03-02T10:30:00.000Z' });
    await calls.cancelPayment(first);
    const response = await get('/api/payments/export/excel', { paidFrom: '2026-03-01', paidTo: '2026-03-02' });
    expect(response.headers['content-disposition']).toBe('attachment; filename="encaissements.xlsx"');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(response.rawPayload.buffer as ArrayBuffer);
    const sheet = workbook.getWorksheet('Encaissements');
    const rows = (sheet?.getSheetValues().slice(2) ?? []) as unknown[][];
    expect(rows.map((row) => row.slice(1, 9))).toEqual([
      [
        new Date('2026-03-02T10:30:00.000Z'),
        second.receipt,
        '=Awa',
        order.reference,
        'Wave',
        'L2',
        2500,
        'Issa Kaboré',
      ],
      [
        new Date('2026-03-01T10:30:00.000Z'),
        first.receipt,
        'Awa Ouédraogo',
        order.reference,
        'Espèces',
        undefined,
        undefined,
        'Issa Kaboré',
      ],
    ]);
    expect(rows[1]?.[9]).toBeInstanceOf(Date);
    expect(sheet?.getCell('A2').numFmt).toBe('dd/mm/yyyy hh:mm');
    expect((await get('/api/payments/export/excel', {}, asAgent(9))).statusCode).toBe(403);
  });
});

it('the summary has what is left to pay of orders under way, and what was paid since Monday and not cancelled [PAY-009]', async () => {
  const summary = async () => (await get('/api/money-summary')).json<MoneySummary>();
  const before = await summary();
  const order = await chargedOrder(10_000);
  await pay(order, { amount: 1000 });
  await pay(order, { amount: 500, paidAt: new Date(mondayBefore(new Date()).getTime() - 1).toISOString() });
  await calls.cancelPayment(await pay(order, { amount: 250 }));
  const archived = await chargedOrder(10_000);
  await orders.database.order.update({ where: { id: archived.id }, data: { archivedAt: new Date() } });
  const { toCollect, collectedThisWeek } = await summary();
  expect(toCollect - before.toCollect).toBe(8500);
  expect(collectedThisWeek - before.collectedThisWeek).toBe(1000);
  expect((await get('/api/money-summary', {}, asAgent(9))).statusCode).toBe(403);
});
