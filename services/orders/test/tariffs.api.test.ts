import type { Order } from '@fasocolis/contracts/orders';
import type { Tariff } from '@fasocolis/contracts/tariffs';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';

let orders: Orders;
let calls: ReturnType<typeof ledgerCalls>;
beforeAll(async () => {
  orders = await startOrders();
  calls = ledgerCalls(orders);
});
/** The freight depends on which tariffs are active. */
beforeEach(() => orders.database.tariff.updateMany({ data: { isActive: false } }));
afterAll(() => orders.close());

const patch = async ({ id }: Order, payload: object) =>
  (await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAgent(9))).json<Order>();
const liveFreight = ({ id: orderId }: Order) =>
  orders.database.charge.findFirst({ where: { orderId, kind: 'freight', cancelledAt: null } });

describe('a tariff', () => {
  it('is created, changed and deleted by the administrator, and read by staff [PAY-001]', async () => {
    const body = { label: 'Avion express', unit: 'kg', price: '9 000', minimum: 2500 } as const;
    const created = await calls.addTariff(body);
    expect(created.statusCode).toBe(201);
    const tariff = created.json<Tariff>();
    expect(tariff).toEqual({ id: tariff.id, mode: 'AIR', ...body, price: 9000, isActive: true });
    expect((await calls.changeTariff(tariff, { price: 9500, isActive: false })).json()).toMatchObject({ price: 9500 });
    const query = { filter: JSON.stringify({ id: tariff.id }) };
    const list = () => call(orders.app, { url: '/api/tariffs', query }, asAgent(9));
    expect((await list()).json()).toEqual([{ ...tariff, price: 9500, isActive: false }]);
    const named = { filter: JSON.stringify({ q: 'EXPRÈSS  avion' }) };
    expect((await call(orders.app, { url: '/api/tariffs', query: named }, asAgent(9))).json()).toMatchObject([
      { id: tariff.id },
    ]);
    for (const as of [asAgent(9), asUser(2)]) {
      expect((await calls.addTariff({}, as)).statusCode).toBe(403);
      expect((await calls.changeTariff(tariff, { price: 1 }, as)).statusCode).toBe(403);
      expect((await calls.removeTariff(tariff, as)).statusCode).toBe(403);
    }
    expect((await calls.removeTariff(tariff)).statusCode).toBe(200);
    expect((await list()).json()).toEqual([]);
    const log = await orders.database.change.findMany({
      where: { subject: 'tariff', subjectId: String(tariff.id) },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ action, name, userId }) => ({ action, name, userId }))).toEqual(
      ['created', 'changed', 'deleted'].map((action) => ({ action, name: 'Avion express', userId: 1 })),
    );
  });

  it.each([
    [12.5, 'Écrivez un nombre entier de francs, sans virgule'],
    ['12,5', 'Écrivez un nombre entier de francs, sans virgule'],
    [0, 'Le prix doit être compris entre 1 et 10\u202f000\u202f000\u00a0FCFA'],
    [10_000_001, 'Le prix doit être compris entre 1 et 10\u202f000\u202f000\u00a0FCFA'],
  ])('with the price %j is refused [PAY-001]', async (price, message) => {
    const response = await calls.addTariff({ price });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ price: message });
    expect((await calls.addTariff({ price: 10_000_000 })).statusCode).toBe(201);
    expect((await calls.addTariff({ price: 1 })).statusCode).toBe(201);
  });

  it('that was used is deactivated, not deleted [PAY-001]', async () => {
    const tariff = (await calls.addTariff()).json<Tariff>();
    await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    const response = await calls.removeTariff(tariff);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('Ce tarif a déjà servi\u00a0: il peut seulement être désactivé.');
    expect((await calls.changeTariff(tariff, { isActive: false })).json()).toMatchObject({ isActive: false });
  });

  it.each([
    ['AIR', 'm3', 'Par avion, choisissez kg ou pièce'],
    ['SEA', 'kg', 'Par bateau, choisissez m³ ou pièce'],
  ] as const)('of the mode %s is not per %s', async (mode, unit, message) => {
    expect((await calls.addTariff({ mode, unit })).json().errors).toEqual({ unit: message });
  });

  it('refuses a label that another tariff of the same mode has', async () => {
    await calls.addTariff({ label: 'Normal' });
    expect((await calls.addTariff({ label: 'Normal' })).statusCode).toBe(409);
    expect((await calls.addTariff({ label: 'Normal', mode: 'SEA', unit: 'm3' })).statusCode).toBe(201);
  });
});

describe('the freight', () => {
  it('of a parcel is computed from its measures by the only active tariff of its mode', async () => {
    await calls.addTariff({ label: 'Express' });
    await calls.addTariff({ mode: 'SEA', unit: 'm3', price: 220_000, minimum: 10_000 });
    const measures = { weightGrams: 12_500, volumeCm3: 120_000 };
    const air = await orders.createOrder({ mode: 'AIR', ...measures });
    const sea = await orders.createOrder({ mode: 'SEA', ...measures });
    expect(air).toMatchObject({ due: 180_000, paid: 0 });
    expect(sea).toMatchObject({ due: 26_400, paid: 0 });
    expect((await calls.ledgerOf(air)).charges).toMatchObject([
      {
        kind: 'freight',
        label: 'Fret Express, 9\u202f000\u00a0FCFA par kg',
        quantity: 20_000,
        price: 9000,
        unit: 'kg',
      },
    ]);
  });

  it('is rewritten while nothing is paid, and frozen afterwards [PAY-003]', async () => {
    const tariff = (await calls.addTariff()).json<Tariff>();
    const order = await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    const first = await liveFreight(order);
    await calls.changeTariff(tariff, { price: 8000 });
    expect(await liveFreight(order)).toEqual(first);
    expect(await patch(order, { weightGrams: 2000 })).toMatchObject({ due: 16_000 });
    expect(await liveFreight(order)).toMatchObject({ id: first?.id, quantity: 2000, price: 8000, amount: 16_000 });

    await calls.pay(newPayment({ amount: 5000, orderIds: [order.id] }));
    expect(await patch(order, { weightGrams: 3000 })).toMatchObject({ due: 16_000, paid: 5000 });
    const proposal = { tariffId: tariff.id, quantity: 3000, amount: 24_000, unit: 'kg' };
    expect((await calls.ledgerOf(order)).freight).toMatchObject({ state: 'differs', proposal });
    expect((await calls.chargeFreight(order, tariff.id)).json()).toMatchObject({
      ...{ due: 24_000, paid: 5000, rest: 19_000 },
      charges: [
        { amount: 16_000, cancelled: { reason: 'Recalcul', byUserId: 9 } },
        { amount: 24_000, quantity: 3000 },
      ],
      freight: { state: 'charged', proposal: null },
    });
  });

  it('is to be recalculated when a paid parcel goes by another transport, whose price for its pieces is another [PAY-003]', async () => {
    const byAir = (await calls.addTariff({ unit: 'piece', price: 5000 })).json<Tariff>();
    const bySea = (await calls.addTariff({ mode: 'SEA', unit: 'piece', price: 2000 })).json<Tariff>();
    const order = await orders.createOrder({ mode: 'AIR', pieces: 2 });
    await calls.pay(newPayment({ amount: 1000, orderIds: [order.id] }));
    expect(await patch(order, { mode: 'SEA' })).toMatchObject({ due: 10_000, paid: 1000 });
    const proposal = { tariffId: bySea.id, quantity: 2000, amount: 4000, unit: 'piece' };
    expect((await calls.ledgerOf(order)).freight).toMatchObject({ state: 'differs', proposal });
    expect(await liveFreight(order)).toMatchObject({ tariffId: byAir.id, amount: 10_000 });
  });

  it('is left to staff with two active tariffs, and follows the one that the parcel has', async () => {
    const [, express] = [await calls.addTariff(), (await calls.addTariff({ price: 12_000 })).json<Tariff>()];
    const order = await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    expect(order).toMatchObject({ due: 0 });
    expect((await calls.ledgerOf(order)).freight).toEqual({ state: 'to-fix', proposal: null });
    expect((await calls.chargeFreight(order, express.id)).json()).toMatchObject({ due: 12_000 });
    expect(await patch(order, { weightGrams: 1500 })).toMatchObject({ due: 18_000 });
  });

  it('follows a tariff that is no longer active only where the parcel has it', async () => {
    const tariff = (await calls.addTariff({ price: 9000 })).json<Tariff>();
    const order = await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    await calls.changeTariff(tariff, { isActive: false });
    const other = await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    expect((await calls.chargeFreight(other, tariff.id)).json().errors).toEqual({ tariffId: 'Choisissez un tarif' });
    expect((await calls.chargeFreight(order, tariff.id)).json()).toMatchObject({ due: 9000 });
  });

  it('is taken back when a measure is missing, and written again with it [PAY-003]', async () => {
    const tariff = (await calls.addTariff()).json<Tariff>();
    const order = await orders.createOrder({ mode: 'AIR', pieces: 2 });
    expect(order).toMatchObject({ due: 0 });
    const response = await calls.chargeFreight(order, tariff.id);
    expect(response.json().errors).toEqual({ tariffId: 'Indiquez d’abord le poids du colis' });
    expect(await patch(order, { weightGrams: 1000 })).toMatchObject({ due: 9000 });
    expect(await patch(order, { weightGrams: null })).toMatchObject({ due: 0 });
    expect((await calls.ledgerOf(order)).charges).toMatchObject([{ cancelled: { reason: 'Mesures manquantes' } }]);
    expect(await patch(order, { weightGrams: 2000 })).toMatchObject({ due: 18_000 });
  });

  it('that was cancelled is offered, but not charged again when the measures change', async () => {
    const tariff = (await calls.addTariff()).json<Tariff>();
    const order = await orders.createOrder({ mode: 'AIR', weightGrams: 1000 });
    const charge = await liveFreight(order);
    await calls.cancelCharge(charge?.id ?? 0, 'Transport offert au client');
    expect(await patch(order, { pieces: 2 })).toMatchObject({ due: 0 });
    expect(await patch(order, { weightGrams: 2000 })).toMatchObject({ due: 0 });
    const freight = { state: 'to-fix', proposal: { tariffId: tariff.id, amount: 18_000 } };
    expect((await calls.ledgerOf(order)).freight).toMatchObject(freight);
    expect((await calls.chargeFreight(order, tariff.id)).json()).toMatchObject({ due: 18_000 });
  });

  it('that was typed stays whatever is measured', async () => {
    const order = await orders.createOrder({ mode: 'AIR' });
    await calls.charge(order, { kind: 'freight', amount: 50_000 });
    await calls.addTariff();
    expect(await patch(order, { weightGrams: 1000 })).toMatchObject({ due: 50_000 });
    expect((await calls.ledgerOf(order)).freight).toEqual({ state: 'charged', proposal: null });
  });

  it('is written by every way in: form, import and a consignment that gives its mode', async () => {
    await calls.addTariff();
    const lines = [{ line: 1, reference: 'IMPORT-PAY-1', mode: 'avion', weight: '2,5 kg' }];
    const url = '/api/orders/import';
    const imported = await call(orders.app, { method: 'POST', url, payload: { lines, dryRun: false } }, asAdmin());
    expect(imported.json()).toMatchObject([{ outcome: 'created', order: { due: 22_500 } }]);

    const order = await orders.createOrder({ weightGrams: 1000 });
    const consignment = { code: 'PAY-1', mode: 'AIR', departureCity: 'Guangzhou' };
    const created = await call(
      orders.app,
      { method: 'POST', url: '/api/consignments', payload: consignment },
      asAdmin(),
    );
    const members = { lines: [{ line: 1, orderId: order.id }], dryRun: false };
    const into = `/api/consignments/${created.json().id}/orders`;
    await call(orders.app, { method: 'POST', url: into, payload: members }, asAdmin());
    expect(await calls.ledgerOf(order)).toMatchObject({ due: 9000 });
  });

  it('depends on the divisor of the setting, which the administrator changes', async () => {
    expect((await calls.settings({ volumetricDivisor: 5000 }, asAgent(9))).statusCode).toBe(403);
    expect((await calls.settings({ volumetricDivisor: 5000 })).json()).toMatchObject({ volumetricDivisor: 5000 });
    await calls.addTariff();
    const order = await orders.createOrder({ mode: 'AIR', weightGrams: 12_500, volumeCm3: 120_000 });
    expect(order).toMatchObject({ due: 216_000 });
  });
});
