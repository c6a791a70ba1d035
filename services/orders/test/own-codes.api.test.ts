import { randomUUID } from 'node:crypto';
import { generateReference } from '@fasocolis/contracts/reading/reference';
import { asAdmin, asAgent, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { receivingCalls } from './receiving-helpers.ts';

const CONSIGNMENT = 'AIR-2026-047';
const RECEIPT = 'REC-2026-000123';
const OF_CLIENT = 'C’est le code d’un client. Écrivez le numéro du colis.';
const OF_CONSIGNMENT = 'C’est le code d’une expédition. Écrivez le numéro du colis.';
const OF_RECEIPT = 'C’est le numéro d’un reçu. Écrivez le numéro du colis.';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  const voyage = { mode: 'AIR', code: CONSIGNMENT, departureCity: 'Guangzhou' };
  await call(orders.app, { method: 'POST', url: '/api/consignments', payload: voyage }, asAgent(9));
  const receipt = { receiptYear: 2026, receiptNumber: 123, receipt: RECEIPT, token: randomUUID() };
  const payment = { id: randomUUID(), method: 'cash', amount: 100, paidAt: new Date(), ...receipt };
  await orders.database.payment.create({ data: payment });
});
afterAll(() => orders.close());

const post = (url: string, payload: object) => call(orders.app, { method: 'POST', url, payload }, asAdmin());
const importLine = async (line: object) =>
  (await post('/api/orders/import', { dryRun: true, lines: [{ line: 2, ...line }] })).json();

describe.each([
  ['FASO1002', OF_CLIENT],
  ['faso 1002', OF_CLIENT],
  ['FASO1002-1', OF_CLIENT],
  [CONSIGNMENT, OF_CONSIGNMENT],
  ['air2026047', OF_CONSIGNMENT],
  ['AIR 2026 47', OF_CONSIGNMENT],
  [RECEIPT, OF_RECEIPT],
])('%s, which is a code of the product itself,', (code, message) => {
  it('is no reference of an order', async () => {
    const response = await post('/api/orders', { reference: code });
    expect([response.statusCode, response.json().errors]).toEqual([400, { reference: message }]);
    const { id } = await orders.createOrder();
    const correction = { method: 'PATCH' as const, url: `/api/orders/${id}`, payload: { reference: code } };
    expect((await call(orders.app, correction, asAdmin())).json().errors).toEqual({ reference: message });
  });

  it('creates no parcel when it is scanned', async () => {
    const staff = receivingCalls(orders);
    for (const isConfirmed of [false, true]) {
      expect(await staff.receive(code, { isConfirmed })).toMatchObject({ outcome: 'conflict', message });
    }
  });

  it('is refused in a list', async () => {
    expect(await importLine({ reference: code })).toEqual([{ line: 2, outcome: 'refused', message }]);
  });
});

it('an order may have a reference that only looks like a code', async () => {
  for (const reference of ['FASO9999', 'AIR-2026-999', 'OUAGA1002', 'LOT-2026-000123'])
    expect((await post('/api/orders', { reference })).statusCode).toBe(201);
});

it('an order that has such a reference is corrected and scanned as before', async () => {
  const reference = 'FASO1003';
  const { id } = await orders.createOrder();
  await orders.database.order.update({ where: { id }, data: { reference, referenceKey: reference } });
  const payload = { reference, contents: 'Chaussures' };
  expect((await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin())).statusCode).toBe(
    200,
  );
  expect(await receivingCalls(orders).receive(reference)).toMatchObject({ outcome: 'done', orderId: id });
});

it.each(['AIR‑2026‑047', 'AIR–2026–047', 'air 2026 047', 'AIR2026047', 'AIR-2026-47', 'N° AIR-2026-047'])(
  'a list names the consignment by %s',
  async (consignment) => {
    expect(await importLine({ reference: generateReference(), consignment })).toEqual([{ line: 2, outcome: 'ready' }]);
  },
);
