import { randomUUID } from 'node:crypto';
import type { Order } from '@fasocolis/contracts/orders';
import type { PaymentReport, PaymentReports } from '@fasocolis/contracts/payment-reports';
import { ANONYMOUS } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment, newReport } from './ledger-helpers.ts';

let orders: Orders;
let calls: ReturnType<typeof ledgerCalls>;
beforeAll(async () => {
  orders = await startOrders();
  calls = ledgerCalls(orders);
});
afterAll(() => orders.close());

/** An order of user 2 that costs an amount. */
async function chargedOrder(amount = 10_000): Promise<Order> {
  const order = await orders.createOrder({ userId: 2, recipientName: 'Awa Ouédraogo' });
  await calls.charge(order, { kind: 'freight', amount });
  return order;
}
const listed = async (order: Order) => (await calls.reportsOf(order)).json<PaymentReports>().reports;
const statusesOf = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

describe('the numbers to pay to', () => {
  it('are set by the administrator and shown to the owner of an order and to staff [PAY-006]', async () => {
    const accounts = [
      { method: 'orange-money', number: '70 12 34 56', ussd: '*144*10*70123456*{montant}#' },
      { method: 'wave', number: '76 12 34 56', ussd: null },
    ];
    expect((await calls.settings({ accounts }, asAgent(9))).statusCode).toBe(403);
    const typed = accounts.map((each) => ({ ...each, ussd: each.ussd?.replace('*', '* ') ?? ' ' }));
    expect((await calls.settings({ accounts: typed })).json()).toMatchObject({ accounts });
    const order = await chargedOrder();
    for (const as of [asUser(2), asAgent(9), asAdmin()]) {
      expect((await calls.reportsOf(order, as)).json()).toEqual({ accounts, reports: [] });
    }
    expect((await calls.settings({ receiptPrefix: 'REC' })).json()).toMatchObject({ accounts });
    const log = await orders.database.change.findFirst({ where: { name: 'payments' }, orderBy: { id: 'asc' } });
    expect(log?.after).toEqual({ accounts: 'Orange Money 70 12 34 56 *144*10*70123456*{montant}#, Wave 76 12 34 56' });
  });

  it.each([
    [{ method: 'cash', number: '70', ussd: null }, 'Choisissez un moyen de paiement'],
    [{ method: 'wave', number: ' ', ussd: null }, 'Indiquez le numéro'],
    [{ method: 'wave', number: '70', ussd: '144' }, 'Écrivez un code comme *144*10*{montant}#, ou rien'],
    [{ method: 'wave', number: '70', ussd: '*144*{somme}#' }, 'Écrivez un code comme *144*10*{montant}#, ou rien'],
  ])('that are wrong are refused with advice: %o [PAY-006]', async (account, message) => {
    const response = await calls.settings({ accounts: [account] });
    expect(response.statusCode).toBe(400);
    expect(Object.values(response.json().errors)).toEqual([message]);
  });
});

describe('a payment that its owner reports', () => {
  it('counts when staff confirms it, with its receipt [PAY-006]', async () => {
    const order = await chargedOrder();
    const body = newReport({ transactionReference: 'w 12 ab', amount: 4000 });
    const open = {
      id: body.id,
      method: 'wave',
      transactionReference: 'W12AB',
      amount: 4000,
      state: 'open',
      reason: null,
    };
    const response = await calls.report(order, body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject(open);
    expect(await listed(order)).toEqual([response.json()]);
    expect(await calls.ledgerOf(order)).toMatchObject({ paid: 0, payments: [] });
    expect((await calls.confirmReport(body.id)).json()).toMatchObject({ state: 'confirmed' });
    const ledger = await calls.ledgerOf(order, asUser(2));
    expect(ledger).toMatchObject({ paid: 4000, payments: [{ id: body.id, transactionReference: 'W12AB' }] });
    expect(statusesOf([await calls.confirmReport(body.id), await calls.refuseReport(body.id)])).toEqual([409, 409]);
  });

  it('is refused with a reason that its owner reads [PAY-006]', async () => {
    const order = await chargedOrder();
    const { id } = (await calls.report(order, newReport())).json<PaymentReport>();
    expect((await calls.refuseReport(id, ' ')).json().errors).toEqual({ reason: 'Indiquez la raison' });
    expect((await calls.refuseReport(id, 'Rien reçu')).json()).toMatchObject({ state: 'refused', reason: 'Rien reçu' });
    expect(await listed(order)).toMatchObject([{ state: 'refused', reason: 'Rien reçu' }]);
    expect(await calls.ledgerOf(order)).toMatchObject({ paid: 0 });
    expect((await calls.confirmReport(id)).statusCode).toBe(409);
    const where = { subjectId: String(order.id), action: 'payment-refused' };
    expect(await orders.database.change.findFirst({ where })).toMatchObject({ userId: 9, after: { amount: 1000 } });
  });

  it('is reported by the owner alone, settled by staff alone, and read by both [PAY-006]', async () => {
    const order = await chargedOrder();
    const others = [ANONYMOUS, asUser(3), asAgent(9), asAdmin()];
    const refused = await Promise.all(others.map((as) => calls.report(order, newReport(), as)));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404, 404]);
    const { id } = (await calls.report(order, newReport())).json<PaymentReport>();
    const readers = [ANONYMOUS, asUser(3), asUser(2), asAgent(9), asAdmin()];
    const read = await Promise.all(readers.map((as) => calls.reportsOf(order, as)));
    expect(read.map(({ statusCode }) => statusCode)).toEqual([401, 404, 200, 200, 200]);
    for (const as of [ANONYMOUS, asUser(3), asUser(2)]) {
      const expected = as === ANONYMOUS ? 401 : 403;
      expect((await calls.confirmReport(id, as)).statusCode).toBe(expected);
      expect((await calls.refuseReport(id, 'Non', as)).statusCode).toBe(expected);
    }
    expect((await calls.confirmReport(randomUUID())).statusCode).toBe(404);
    expect((await calls.refuseReport('no-uuid')).statusCode).toBe(404);
    expect((await calls.confirmReport(id, asAdmin())).statusCode).toBe(200);
  });

  it('waits beside four others of its order at most, also of eight at once [PAY-006]', async () => {
    const order = await chargedOrder();
    const bodies = Array.from({ length: 8 }, () => newReport({ amount: 100 }));
    const responses = await Promise.all(bodies.map((body) => calls.report(order, body)));
    expect(statusesOf(responses)).toEqual([...Array(5).fill(201), 409, 409, 409]);
    const [first] = await listed(order);
    await calls.refuseReport(first?.id ?? '');
    expect((await calls.report(order, newReport({ amount: 100 }))).statusCode).toBe(201);
  });

  it('is kept once, however often it is sent, and never as another one [PAY-006]', async () => {
    const order = await chargedOrder();
    const body = newReport();
    const responses = await Promise.all(Array.from({ length: 8 }, () => calls.report(order, body)));
    expect(statusesOf(responses)).toEqual(Array(8).fill(201));
    expect(await listed(order)).toHaveLength(1);
    expect((await calls.report(order, { ...body, amount: 999 })).statusCode).toBe(409);
    expect((await calls.report(await chargedOrder(), body)).statusCode).toBe(409);
  });

  it('is confirmed once by two agents at once [PAY-006]', async () => {
    const order = await chargedOrder();
    const { id } = (await calls.report(order, newReport())).json<PaymentReport>();
    const both = await Promise.all([calls.confirmReport(id, asAgent(8)), calls.confirmReport(id, asAgent(9))]);
    expect(statusesOf(both)).toEqual([200, 409]);
    expect(await calls.ledgerOf(order)).toMatchObject({ paid: 1000 });
  });

  it('is refused in French when it says nothing, is cash or exceeds the rest [PAY-006]', async () => {
    const order = await chargedOrder();
    const errorsOf = async (body: object) => (await calls.report(order, { ...newReport(), ...body })).json().errors;
    expect(await errorsOf({ method: 'cash' })).toEqual({ method: 'Choisissez un moyen de paiement' });
    const required = { transactionReference: 'Indiquez la référence de la transaction' };
    expect(await errorsOf({ transactionReference: '  ' })).toEqual(required);
    const response = await calls.report(order, newReport({ amount: 10_001 }));
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('Le montant dépasse le reste à payer (10\u202f000\u00a0FCFA)');
  });

  it('is refused while it waits or once it is recorded, and again possible once it was refused [PAY-004, PAY-006]', async () => {
    const order = await chargedOrder();
    const [first, again] = [newReport(), newReport()];
    const { transactionReference } = first;
    await calls.report(order, first);
    const waiting = await calls.report(order, { ...again, transactionReference });
    expect([waiting.statusCode, waiting.json().message]).toEqual([
      409,
      'Vous avez déjà signalé ce paiement\u00a0: nous le vérifions.',
    ]);
    await calls.refuseReport(first.id);
    expect((await calls.report(order, { ...again, transactionReference })).statusCode).toBe(201);
    await calls.confirmReport(again.id);
    const recorded = await calls.report(order, newReport({ transactionReference }));
    expect(recorded.statusCode).toBe(409);
    expect(recorded.json().message).toContain('Cette transaction est déjà enregistrée');
  });

  it('of one transfer for several parcels is confirmed with those of the others, as one payment', async () => {
    const [first, second, other] = [await chargedOrder(), await chargedOrder(), await chargedOrder()];
    const { transactionReference, ...report } = newReport({ amount: 4000 });
    const reports = [
      { order: first, body: { ...report, transactionReference } },
      { order: second, body: newReport({ transactionReference, amount: 6000 }) },
    ];
    for (const { order, body } of reports) expect((await calls.report(order, body)).statusCode).toBe(201);
    await calls.report(other, newReport());
    expect((await calls.confirmReport(reports[1]?.body.id ?? '')).statusCode).toBe(200);
    expect((await listed(first))[0]?.state).toBe('confirmed');
    expect((await listed(other))[0]?.state).toBe('open');
    const [{ payments, paid }, of] = [await calls.ledgerOf(first), await calls.ledgerOf(second)];
    expect([paid, of.paid]).toEqual([4000, 6000]);
    expect(payments.map(({ receipt }) => receipt)).toEqual(of.payments.map(({ receipt }) => receipt));
    const again = await calls.report(other, newReport({ transactionReference }));
    expect(again.json().message).toContain('Cette transaction est déjà enregistrée');
  });

  it('is confirmed alone, with the day of the report, beside that of another customer with the same transaction', async () => {
    const [order, others] = [await chargedOrder(), await orders.createOrder({ userId: 3 })];
    await calls.charge(others, { kind: 'freight', amount: 10_000 });
    const report = newReport();
    const { transactionReference } = report;
    await calls.report(order, report);
    expect((await calls.report(others, newReport({ transactionReference }), asUser(3))).statusCode).toBe(201);
    const createdAt = new Date('2026-01-10T10:00:00.000Z');
    await orders.database.paymentReport.update({ where: { id: report.id }, data: { createdAt } });
    expect((await calls.confirmReport(report.id)).statusCode).toBe(200);
    expect((await calls.ledgerOf(order)).payments).toMatchObject([{ amount: 1000, paidAt: createdAt.toISOString() }]);
    expect((await calls.reportsOf(others, asUser(3))).json().reports).toMatchObject([{ state: 'open' }]);
  });

  it('is refused alone, beside another one of the same transfer', async () => {
    const [first, second] = [await chargedOrder(), await chargedOrder()];
    const { transactionReference, id, ...report } = newReport({ amount: 4000 });
    await calls.report(first, { id, transactionReference, ...report });
    await calls.report(second, newReport({ transactionReference }));
    await calls.refuseReport(id);
    expect([(await listed(first))[0]?.state, (await listed(second))[0]?.state]).toEqual(['refused', 'open']);
  });

  it('is refused with a phone number in place of the number of the transaction', async () => {
    const order = await orders.createOrder({ userId: 2, recipientPhone: '+22665998877' });
    await calls.charge(order, { kind: 'freight', amount: 10_000 });
    for (const transactionReference of ['65998877', '00226 66 12 34 56']) {
      const body = newReport({ transactionReference });
      const errors = { transactionReference: 'C’est un numéro de téléphone. Écrivez celui de la transaction.' };
      expect((await calls.report(order, body)).json().errors).toEqual(errors);
    }
  });

  it('is refused with the number that was paid to in place of the number of the transaction [PAY-006]', async () => {
    await calls.settings({ accounts: [{ method: 'wave', number: '76 12 34 56', ussd: null }] });
    const order = await chargedOrder();
    for (const transactionReference of ['76123456', '+226 76 12 34 56']) {
      expect((await calls.report(order, newReport({ transactionReference }))).json().errors).toEqual({
        transactionReference: 'C’est le numéro auquel vous avez payé. Écrivez celui de la transaction.',
      });
    }
    // The code of a shop ends many transactions by chance.
    await calls.settings({ accounts: [{ method: 'wave', number: '4321', ussd: null }] });
    expect((await calls.report(order, newReport({ transactionReference: '26111234321' }))).statusCode).toBe(201);
  });

  it('stays open when the rest was paid meanwhile or its transaction is recorded [PAY-006]', async () => {
    const [order, other] = [await chargedOrder(), await chargedOrder()];
    const body = newReport({ amount: 6000 });
    await calls.report(order, body);
    const { method, transactionReference } = body;
    await calls.pay(newPayment({ method, transactionReference, amount: 6000, orderIds: [other.id] }));
    expect((await calls.confirmReport(body.id)).statusCode).toBe(409);
    await calls.pay(newPayment({ amount: 5000, orderIds: [order.id] }));
    expect((await calls.confirmReport(body.id)).statusCode).toBe(409);
    expect(await listed(order)).toMatchObject([{ state: 'open' }]);
  });

  it('brings its order into the list of those with reports, and keeps it from being deleted [PAY-006]', async () => {
    const tariff = (await calls.addTariff({ price: 1000 })).json();
    const order = await orders.createOrder({ userId: 2, mode: 'AIR', weightGrams: 10_000 });
    await calls.chargeFreight(order, tariff.id);
    const found = async () => {
      const query = { filter: JSON.stringify({ reported: true, q: order.reference }) };
      return (await call(orders.app, { url: '/api/orders', query }, asAgent(9))).json<Order[]>().length;
    };
    expect(await found()).toBe(0);
    const { id } = (await calls.report(order, newReport())).json<PaymentReport>();
    expect(await found()).toBe(1);
    const removal = await call(orders.app, { method: 'DELETE', url: `/api/orders/${order.id}` }, asAdmin());
    expect(removal.statusCode).toBe(409);
    await calls.refuseReport(id);
    expect(await found()).toBe(0);
  });
});
