import type { AnnouncementOutcome } from '@fasocolis/contracts/announcements';
import type { OwnOrder, StaffOrder } from '@fasocolis/contracts/orders';
import { isGenerated } from '@fasocolis/contracts/reading/reference';
import { ANONYMOUS, type Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

let numbers = 0;
const newNumber = () => {
  numbers += 1;
  return `YT75${String(numbers).padStart(4, '0')}${Date.now()}`;
};
/** A customer without parcels. */
let customers = 100;
const newCustomer = () => {
  customers += 1;
  return asUser(customers);
};
const GOODS = { contents: 'Chaussures, 20 paires', goodsKind: 'branded', mode: 'AIR', declaredValue: '45 000 FCFA' };
const send = (lines: string[], as: Identity, body: object = {}) => {
  const payload = { ...GOODS, numbers: lines.join('\n'), ...body };
  return call(orders.app, { method: 'POST', url: '/api/announcements', payload }, as);
};
const announce = async (lines: string[], as: Identity, body: object = {}) => {
  const response = await send(lines, as, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AnnouncementOutcome[]>();
};
const find = (reference: string, as: Identity) => call(orders.app, { url: `/api/orders/${reference}` }, as);
const KNOWN = 'Ce numéro est déjà connu. Écrivez-nous sur WhatsApp.';

describe('announced courier numbers', () => {
  it('become an order each, with a reference of its own and the number as alias [INT-003]', async () => {
    const customer = newCustomer();
    const [first, second] = [newNumber(), newNumber()];
    const outcomes = await announce([first, `${second} chaussures`], customer);
    expect(outcomes).toMatchObject([
      { line: first, outcome: 'announced', message: null },
      { line: `${second} chaussures`, outcome: 'announced', message: null },
    ]);
    for (const [index, alias] of [first, second].entries()) {
      const reference = outcomes[index]?.reference ?? '';
      expect(isGenerated(reference)).toBe(true);
      const own = (await find(alias, customer)).json<OwnOrder>();
      expect(own).toMatchObject({ reference, userId: customers, status: 'ORDER_CONFIRMED', mode: 'AIR' });
      expect(own).toMatchObject({ aliases: [alias], contents: GOODS.contents });
      expect((await find(alias, ANONYMOUS)).statusCode).toBe(404);
      const seen = (await find(alias, asAgent(9))).json<StaffOrder>();
      expect(seen).toMatchObject({ reference, goodsKind: 'branded', declaredValue: 45_000 });
    }
  });

  it('may come without a value, and as any of the four kinds [INT-003]', async () => {
    for (const goodsKind of ['ordinary', 'battery', 'liquid', 'branded']) {
      const number = newNumber();
      await announce([number], newCustomer(), { goodsKind, declaredValue: null });
      expect((await find(number, asAdmin())).json()).toMatchObject({ goodsKind, declaredValue: null });
    }
  });

  it('of parcels of others say nothing about them, whatever finds them [INT-003]', async () => {
    const owner = newCustomer();
    const alias = newNumber();
    await announce([alias], owner);
    const { reference, id } = await orders.createOrder({ reference: newNumber(), recipientName: 'Awa Ouédraogo' });
    const payload = { reference: newNumber() };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    for (const known of [alias, alias.toLowerCase(), reference, payload.reference]) {
      const refused = { line: known, outcome: 'refused', reference: null, message: KNOWN };
      expect(await announce([known], newCustomer())).toEqual([refused]);
    }
  });

  it('of own parcels say which one, and make no second one [INT-003]', async () => {
    const customer = newCustomer();
    const number = newNumber();
    const [first] = await announce([number], customer);
    const known = { line: number, outcome: 'own', reference: first?.reference };
    expect(await announce([number, newNumber()], customer)).toMatchObject([known, { outcome: 'announced' }]);
    expect(await orders.database.order.count({ where: { userId: customers } })).toBe(2);
  });

  it('are answered line by line, those that are refused beside those that are announced [INT-003]', async () => {
    const [good, other] = [newNumber(), newNumber()];
    const outcomes = await announce(['Bonjour', good, good.toLowerCase(), `${other}, 3 cartons`], newCustomer());
    expect(outcomes.map(({ line, outcome }) => [line, outcome])).toEqual([
      ['Bonjour', 'refused'],
      [good, 'announced'],
      [good.toLowerCase(), 'refused'],
      [other, 'announced'],
      ['3 cartons', 'refused'],
    ]);
    expect(outcomes.map(({ message }) => message)).toEqual([
      expect.stringContaining('Ce n’est pas un numéro de transporteur.'),
      null,
      'Ce numéro est écrit deux fois.',
      null,
      expect.stringContaining('Ce n’est pas un numéro de transporteur.'),
    ]);
  });

  it('are logged as creations by the customer, with their alias', async () => {
    const customer = newCustomer();
    const [outcome] = await announce([newNumber()], customer);
    const log = await orders.database.change.findMany({
      where: { name: outcome?.reference ?? '' },
      orderBy: { id: 'asc' },
    });
    expect(log).toMatchObject([
      { action: 'created', userId: customers, after: { goodsKind: 'branded', declaredValue: 45_000 } },
      { action: 'changed', userId: customers, after: { aliasAdded: expect.any(String) } },
    ]);
  });

  it.each([
    ['no number', { numbers: ' ; ' }, 'numbers'],
    ['21 numbers', { numbers: Array.from({ length: 21 }, newNumber).join(' ,') }, 'numbers'],
    ['no contents', { contents: ' ' }, 'contents'],
    ['another kind', { goodsKind: 'food' }, 'goodsKind'],
    ['no mode', { mode: null }, 'mode'],
    ['a fraction as value', { declaredValue: '12,5' }, 'declaredValue'],
    ['a value of 0', { declaredValue: 0 }, 'declaredValue'],
  ])('with %s are refused at their field', async (_, body, field) => {
    const response = await send([newNumber()], newCustomer(), body);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  it('are for signed-in callers only', async () => {
    expect((await send([newNumber()], ANONYMOUS)).statusCode).toBe(401);
  });
});

describe('concurrent announcements', () => {
  it('of the same numbers by two customers give each number to one of them [INT-003]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lines = Array.from({ length: 5 }, newNumber);
      const [one, other] = await Promise.all([
        announce(lines, newCustomer()),
        announce(lines.toReversed(), newCustomer()),
      ]);
      const outcomes = (some: AnnouncementOutcome[]) => new Set(some.map(({ outcome }) => outcome));
      expect([outcomes(one), outcomes(other)].map((each) => [...each].join()).toSorted()).toEqual([
        'announced',
        'refused',
      ]);
    }
  });

  it('and creations of orders with the same number as reference never make two parcels [INT-003]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const number = newNumber();
      const creation = { method: 'POST' as const, url: '/api/orders', payload: { reference: number } };
      const [[outcome], created] = await Promise.all([
        announce([number], newCustomer()),
        call(orders.app, creation, asAdmin()),
      ]);
      expect([outcome?.outcome, created.statusCode]).toEqual(
        created.statusCode === 201 ? ['refused', 201] : ['announced', 409],
      );
    }
  });
});

describe('the limits of announcements', () => {
  const twenty = () => Array.from({ length: 20 }, newNumber);

  it('are 60 numbers an hour for a customer, whoever knows them, and own ones do not count [INT-003]', async () => {
    const customer = newCustomer();
    const userId = customers;
    const lines = twenty();
    for (const each of [lines, twenty(), twenty().slice(1)]) await announce(each, customer);
    const known = newNumber();
    await announce([known], newCustomer());
    for (const refused of [twenty(), [newNumber(), known]]) {
      const response = await send(refused, customer);
      expect(response.statusCode).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000);
      expect(response.json().message).toBe('Vous pouvez annoncer 60 colis par heure. Réessayez dans 60 minutes.');
    }
    expect(new Set((await announce(lines, customer)).map(({ outcome }) => outcome))).toEqual(new Set(['own']));
    expect(await announce([newNumber()], customer)).toMatchObject([{ outcome: 'announced' }]);
    const createdAt = new Date(Date.now() - 3_601_000);
    await orders.database.order.updateMany({ where: { userId }, data: { createdAt } });
    expect(await announce([newNumber()], customer)).toMatchObject([{ outcome: 'announced' }]);
  });

  it('are 200 parcels of a customer that have not arrived, those of staff do not count [INT-003]', async () => {
    const customer = newCustomer();
    const userId = customers;
    for (let call = 0; call < 10; call += 1) {
      await announce(twenty(), customer);
      const createdAt = new Date(Date.now() - 7_200_000);
      await orders.database.order.updateMany({ where: { userId }, data: { createdAt } });
    }
    const response = await send([newNumber()], customer);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toContain('200 de vos colis annoncés');
    const { id } = await orders.database.order.findFirstOrThrow({ where: { userId } });
    const payload = { status: 'PROCESSING' };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());
    expect(await announce([newNumber()], customer)).toMatchObject([{ outcome: 'announced' }]);

    const client = newCustomer();
    const createdAt = new Date(Date.now() - 7_200_000);
    const rows = Array.from({ length: 200 }, () => ({ reference: newNumber(), userId: customers, createdAt }));
    await orders.database.order.createMany({
      data: rows.map((row) => ({ ...row, referenceKey: row.reference, status: 'ORDER_CONFIRMED' })),
    });
    const created = await orders.database.order.findMany({ where: { userId: customers }, select: { id: true } });
    const ofStaff = { status: 'ORDER_CONFIRMED', occurredAt: createdAt, userId: 9 };
    await orders.database.orderEvent.createMany({ data: created.map(({ id }) => ({ orderId: id, ...ofStaff })) });
    expect(await announce([newNumber()], client)).toMatchObject([{ outcome: 'announced' }]);
  });
});
