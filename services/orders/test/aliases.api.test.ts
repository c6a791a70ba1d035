import { randomUUID } from 'node:crypto';
import type { ImportOutcome } from '@fasocolis/contracts/order-import';
import type { OrderMatches, StaffOrder } from '@fasocolis/contracts/orders';
import type { ScanOutcome } from '@fasocolis/contracts/scans';
import { ANONYMOUS, type Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
});
afterAll(() => orders.close());

let numbers = 0;
const newNumber = () => {
  numbers += 1;
  return `YT7512${String(numbers).padStart(4, '0')}${Date.now()}`;
};
const find = (reference: string, as: Identity = ANONYMOUS) =>
  call(orders.app, { url: `/api/orders/${encodeURIComponent(reference)}` }, as);
const add = (id: number, alias: string, as: Identity = asAgent(9)) =>
  call(orders.app, { method: 'POST', url: `/api/orders/${id}/aliases`, payload: { alias } }, as);
const remove = (id: number, alias: string) =>
  call(orders.app, { method: 'DELETE', url: `/api/orders/${id}/aliases/${alias}` }, asAgent(9));
const create = (reference: string) =>
  call(orders.app, { method: 'POST', url: '/api/orders', payload: { reference } }, asAdmin());
const rename = (id: number, reference: string) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { reference } }, asAdmin());
const newOrder = async (body: object = {}) => {
  const [order, alias] = [await orders.createOrder(body), newNumber()];
  expect((await add(order.id, alias)).statusCode).toBe(200);
  return { ...order, alias };
};

describe('an alias of an order', () => {
  it('finds it for staff and for its owner, and for nobody else [INT-004]', async () => {
    const { id, alias } = await newOrder({ userId: 2 });
    for (const viewer of [asAdmin(), asAgent(9), asUser(2)]) {
      for (const text of [alias, `mon colis ${alias.toLowerCase()}`]) {
        expect((await find(text, viewer)).json(), text).toMatchObject({ id, aliases: [alias] });
      }
    }
    for (const viewer of [ANONYMOUS, asUser(3)]) {
      expect((await find(alias, viewer)).statusCode).toBe(404);
      expect((await find(`mon colis ${alias}`, viewer)).statusCode).toBe(404);
      const events = await call(orders.app, { url: `/api/orders/${alias}/events` }, viewer);
      expect(events.statusCode).toBe(404);
      for (const text of [alias, alias.replace('0', 'O')]) {
        const matches = await call(orders.app, { url: `/api/orders/${text}/matches` }, viewer);
        expect(matches.json<OrderMatches>()).toEqual({ orders: [], missing: [], suggestion: null });
      }
    }
  });

  it('finds it for a message from the verified number of its owner, and from no other number', async () => {
    const { id, reference, alias } = await newOrder({ userId: 2, recipientPhone: '+22676120003' });
    await orders.database.accountNumber.createMany({
      data: [2, 3].map((userId) => ({ userId, phone: `+2267612000${userId + 3}`, changedAt: new Date() })),
    });
    const named = async (written: string, phone?: string) => {
      const payload = { references: [written], ...(phone && { phone }) };
      const request = { method: 'POST', url: '/internal/orders/by-reference', payload } as const;
      return (await call(orders.app, request, { kind: 'service', name: 'notify' })).json();
    };
    const own = '+22676120005';
    const written = alias.toLowerCase();
    expect((await named(written, own)).orders).toEqual([{ orderId: id, reference, written }]);
    expect((await named(reference, own)).orders).toEqual([{ orderId: id, reference }]);
    expect((await named(alias.replace('0', 'O'), own)).suggestion).toBe(reference);
    for (const phone of [undefined, '+22676120003', '+22676120006', '+22676120007']) {
      const nothing = { orders: [], unknown: [alias], suggestion: null };
      expect(await named(alias, phone), phone).toEqual(nothing);
      expect((await named(alias.replace('0', 'O'), phone)).suggestion, phone).toBeNull();
    }
  });

  it('is shown to nobody but staff and the owner', async () => {
    const { reference } = await newOrder({ userId: 2 });
    for (const viewer of [ANONYMOUS, asUser(3)]) expect((await find(reference, viewer)).body).not.toContain('YT7512');
  });

  it('finds it in the search of staff, also by a part of it [INT-004]', async () => {
    const { id, alias } = await newOrder();
    for (const q of [alias, alias.toLowerCase(), alias.slice(2)]) {
      const url = `/api/orders?filter=${encodeURIComponent(JSON.stringify({ q }))}`;
      const found = (await call(orders.app, { url }, asAgent(9))).json<StaffOrder[]>();
      expect(found.map((order) => order.id)).toEqual([id]);
    }
  });

  it('finds it for a scan, which creates no second order [INT-004]', async () => {
    const { id, reference, alias } = await newOrder();
    const scans = [{ id: randomUUID(), mode: 'receive', reference: `{"k1":"${alias}"}`, at: new Date().toISOString() }];
    const response = await call(orders.app, { method: 'POST', url: '/api/scans', payload: { scans } }, asAgent(9));
    expect(response.json<ScanOutcome[]>()).toMatchObject([{ outcome: 'done', orderId: id, order: { reference } }]);
  });

  it('is known to an import, and to the list of a consignment [INT-004]', async () => {
    const { id, reference, alias } = await newOrder();
    const lines = [{ line: 2, reference: alias }];
    for (const dryRun of [true, false]) {
      const payload = { lines, dryRun };
      const response = await call(orders.app, { method: 'POST', url: '/api/orders/import', payload }, asAdmin());
      const refused = {
        line: 2,
        outcome: 'refused',
        message: `Référence déjà enregistrée\u00a0: c’est le colis ${reference}`,
      };
      expect(response.json<ImportOutcome[]>()).toEqual([refused]);
    }
    const body = { mode: 'AIR', departureCity: 'Guangzhou' };
    const consignment = await call(orders.app, { method: 'POST', url: '/api/consignments', payload: body }, asAgent(9));
    const url = `/api/consignments/${consignment.json().id}/orders`;
    const added = await call(orders.app, { method: 'POST', url, payload: { lines, dryRun: false } }, asAgent(9));
    expect(added.json()).toMatchObject([{ outcome: 'added', order: { id } }]);
  });

  it('is no reference, former reference or alias of another order, and the other way round [INT-004]', async () => {
    const { id, alias } = await newOrder();
    const renamed = await orders.createOrder();
    const former = renamed.reference;
    expect((await rename(renamed.id, orders.newReference())).statusCode).toBe(200);
    const other = await newOrder();
    for (const taken of [other.reference, former, other.alias, other.alias.toLowerCase()]) {
      const refused = await add(id, taken);
      expect(refused.statusCode, taken).toBe(409);
      expect(refused.json()).toMatchObject({ errors: { alias: 'Ce numéro est déjà celui d’un autre colis' } });
    }
    expect((await create(alias)).statusCode).toBe(409);
    expect((await rename(other.id, alias)).statusCode).toBe(409);
  });

  it('becomes its reference when staff says so, and it is added only once', async () => {
    const { id, alias } = await newOrder();
    expect((await add(id, alias)).json()).toMatchObject({ aliases: [alias] });
    expect((await rename(id, alias)).json()).toMatchObject({ reference: alias, aliases: [] });
    expect((await add(id, alias)).json()).toMatchObject({ aliases: [] });
    expect((await find(alias)).json()).toMatchObject({ id });
  });

  it('and a reference that are written at the same moment are not both accepted [INT-004]', async () => {
    const { id } = await orders.createOrder();
    for (let round = 0; round < 20; round += 1) {
      const number = newNumber();
      const statuses = (await Promise.all([add(id, number), create(number)])).map(({ statusCode }) => statusCode);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(statuses);
    }
  });

  it('is removed by staff, logged as its addition, and no longer finds the order', async () => {
    const { id, alias } = await newOrder();
    expect((await remove(id, alias)).json()).toMatchObject({ id, aliases: [] });
    expect((await find(alias, asAdmin())).statusCode).toBe(404);
    const log = await orders.database.change.findMany({
      where: { subject: 'order', subjectId: String(id) },
      orderBy: { id: 'asc' },
    });
    expect(log.slice(1).map(({ after }) => after)).toMatchObject([{ aliasAdded: alias }, { aliasRemoved: alias }]);
  });

  it('that the order does not have is not found when it is removed, whichever order has it', async () => {
    const [{ id, reference: former }, other] = [await newOrder(), await newOrder()];
    const reference = orders.newReference();
    await rename(id, reference);
    for (const unknown of [newNumber(), other.alias, reference, former]) {
      const missed = await remove(id, unknown);
      expect([missed.statusCode, missed.json().message], unknown).toEqual([
        404,
        'Ce colis n’a pas ce numéro de transporteur. Rechargez la page pour voir ceux qu’il a.',
      ]);
    }
    expect((await find(other.alias, asAdmin())).json()).toMatchObject({ id: other.id });
    expect((await find(former)).json()).toMatchObject({ id });
  });

  it('is written by staff only, and has the form of a reference', async () => {
    const { id } = await orders.createOrder();
    expect((await add(id, newNumber(), asUser(2))).statusCode).toBe(403);
    expect((await add(id, 'ab')).json().errors).toHaveProperty('alias');
    expect((await add(2_000_000_000, newNumber())).statusCode).toBe(404);
  });
});
