import type { Change } from '@fasocolis/contracts/changes';
import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { ledgerCalls, newPayment } from './ledger-helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const YEAR = new Date().getUTCFullYear();
const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = asAdmin()) =>
  call(orders.app, { method, url: `/api/consignments${url}`, ...(payload && { payload }) }, as);
const BODY = { mode: 'AIR', departureCity: 'Guangzhou' };
const create = async (body: object = {}) => (await send('POST', '', { ...BODY, ...body })).json<Consignment>();
const list = async (query: Record<string, string> = {}) =>
  call(orders.app, { url: '/api/consignments', query }, asAdmin());
const find = async (id: number) =>
  (await list({ filter: JSON.stringify({ id }) })).json<Consignment[]>()[0] as Consignment;
const suggest = async (mode: string) =>
  (await call(orders.app, { url: `/api/consignments/suggested-code?mode=${mode}` }, asAdmin())).json<{
    code: string;
  }>();
const add = (id: number, ...orderIds: number[]) =>
  send('POST', `/${id}/orders`, {
    lines: orderIds.map((orderId, line) => ({ line: line + 1, orderId })),
    dryRun: false,
  });
const changesOf = (subjectId: number) =>
  orders.database.change.findMany({
    where: { subject: 'consignment', subjectId: String(subjectId) },
    orderBy: { id: 'asc' },
  });

describe('a consignment', () => {
  it('has a code, mode, city, carrier number, dates, state and orders [CONS-001]', async () => {
    const numbers = { carrierNumber: '157-12345675', billOfLading: 'CMDU 778', bescNumber: 'BF-2026-1' };
    const fields = { ...numbers, departureDate: '2026-11-20', expectedArrival: '2026-11-27' };
    const consignment = await create({ ...fields, code: ' cargo-7 ' });
    expect(consignment).toMatchObject({ ...BODY, ...fields, code: 'CARGO-7', state: 'preparing', orders: 0 });
    const light = await orders.createOrder({ pieces: 2, weightGrams: 1500 });
    const unknown = await orders.createOrder();
    await add(consignment.id, light.id, unknown.id);
    expect(await find(consignment.id)).toMatchObject({
      ...{ orders: 2, pieces: 2, withoutPieces: 1, weightGrams: 1500, withoutWeight: 1 },
      ...{ volumeCm3: 0, withoutVolume: 2 },
    });
    const query = { filter: JSON.stringify({ consignmentId: consignment.id }), sort: '["id","ASC"]' };
    const members = await call(orders.app, { url: '/api/orders', query }, asAdmin());
    expect(members.json()).toMatchObject(
      [light, unknown].map(({ id }) => ({ id, consignment: { id: consignment.id, code: 'CARGO-7' } })),
    );
    expect(members.headers['content-range']).toBe('orders 0-1/2');
  });

  it('has the sums of weight, volume and money of its orders, and a cost that only the administrator sees and sets [PAY-009]', async () => {
    const consignment = await create();
    const measures = { weightGrams: 1500, volumeCm3: 20_000 };
    const [first, second] = [await orders.createOrder(measures), await orders.createOrder(measures)];
    const { charge, pay } = ledgerCalls(orders);
    for (const order of [first, second]) await charge(order, { kind: 'freight', amount: 10_000 });
    await pay(newPayment({ amount: 4000, orderIds: [first.id] }));
    const archived = await orders.createOrder(measures);
    await charge(archived, { kind: 'freight', amount: 10_000 });
    await add(consignment.id, first.id, second.id, archived.id);
    await orders.database.order.update({ where: { id: archived.id }, data: { archivedAt: new Date() } });
    const sums = { orders: 2, weightGrams: 3000, volumeCm3: 40_000, due: 20_000, paid: 4000 };
    expect(await find(consignment.id)).toMatchObject({ ...sums, cost: null });
    expect((await send('PATCH', `/${consignment.id}`, { cost: 15_000 }, asAgent(9))).statusCode).toBe(403);
    expect((await send('PATCH', `/${consignment.id}`, { cost: '15 000' })).json()).toMatchObject({
      ...sums,
      cost: 15_000,
    });
    const query = { filter: JSON.stringify({ id: consignment.id }) };
    const [seen] = (await call(orders.app, { url: '/api/consignments', query }, asAgent(9))).json<Consignment[]>();
    expect(seen).toMatchObject(sums);
    expect(seen).not.toHaveProperty('cost');
    const journalOf = async (as: Identity) =>
      (await call(orders.app, { url: '/api/order-changes?filter={"subject":"consignment"}' }, as)).json<Change[]>()[0];
    const entry = { subjectId: String(consignment.id), action: 'changed' };
    expect(await journalOf(asAdmin())).toMatchObject({ ...entry, before: { cost: null }, after: { cost: 15_000 } });
    expect(await journalOf(asAgent(9))).toMatchObject({ ...entry, before: {}, after: {} });
  });

  it('gets the next free code of its mode and year [CONS-001]', async () => {
    expect(await suggest('SEA')).toEqual({ code: `MER-${YEAR}-001` });
    await create({ mode: 'SEA', code: `MER-${YEAR}-011` });
    await create({ mode: 'SEA', code: `MER-${YEAR - 1}-900` });
    expect(await suggest('SEA')).toEqual({ code: `MER-${YEAR}-012` });
    expect(await create({ mode: 'SEA' })).toMatchObject({ code: `MER-${YEAR}-012` });
    await create({ mode: 'SEA', code: `MER-${YEAR}-999` });
    expect(await create({ mode: 'SEA' })).toMatchObject({ code: `MER-${YEAR}-1000` });
  });

  it('gets another code than nineteen that are created at the same moment', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(new Set(created.map(({ code }) => code)).size).toBe(20);
    expect(created.every(({ code }) => code.startsWith(`AIR-${YEAR}-`))).toBe(true);
  });

  it('may have a code whose digits are divided otherwise than those of another one', async () => {
    await create({ code: 'SPLIT-1-12' });
    expect(await create({ code: 'SPLIT-11-2' })).toMatchObject({ code: 'SPLIT-11-2' });
  });

  it('is refused under a code that another one has, in any letter case, with any signs and digits', async () => {
    const { code } = await create({ code: 'TAKEN-1' });
    const other = await create();
    for (const response of [
      await send('POST', '', { ...BODY, code: code.toLowerCase() }),
      await send('POST', '', { ...BODY, code: 'TAKEN / １' }),
      await send('PATCH', `/${other.id}`, { code }),
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ errors: { code: 'Une expédition avec ce code existe déjà' } });
    }
  });

  it.each([
    ['mode', 'TRAIN', 'Choisissez avion ou bateau'],
    ['mode', undefined, 'Choisissez avion ou bateau'],
    ['departureCity', ' ', 'La ville de départ est requise'],
    ['code', 'abc', 'Le code doit contenir au moins 4 caractères'],
    ['code', 'AIR<b>7', 'Le code contient des lettres, des chiffres, des espaces, ou . / -'],
    ['departureDate', 'demain', 'Veuillez saisir une date valide'],
    ['expectedArrival', '2026-01-01', "L'arrivée prévue précède le départ"],
  ])('is refused with %s %j and a message at the field', async (field, value, message) => {
    const response = await send('POST', '', { ...BODY, departureDate: '2026-02-01', [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({ [field]: message });
  });

  it('keeps absent fields when it is changed, and compares the dates with the stored ones', async () => {
    const { id } = await create({ carrierNumber: 'MSKU1234565', departureDate: '2026-03-01' });
    const changed = await send('PATCH', `/${id}`, { departureCity: 'Yiwu', carrierNumber: ' ' });
    expect(changed.json()).toMatchObject({ departureCity: 'Yiwu', carrierNumber: null, departureDate: '2026-03-01' });
    const early = await send('PATCH', `/${id}`, { expectedArrival: '2026-02-01' });
    expect(early.json()).toMatchObject({ errors: { expectedArrival: "L'arrivée prévue précède le départ" } });
  });

  it('is not overwritten by a change of an older version', async () => {
    const { id, updatedAt } = await create();
    expect((await send('PATCH', `/${id}`, { departureCity: 'Yiwu', updatedAt })).statusCode).toBe(200);
    const response = await send('PATCH', `/${id}`, { departureCity: 'Ningbo', updatedAt });
    expect(response.statusCode).toBe(409);
    expect(response.json().errors).toHaveProperty('updatedAt');
    expect(await find(id)).toMatchObject({ departureCity: 'Yiwu' });
  });

  it('is closed and opened again by staff, with its orders [CONS-001]', async () => {
    const { id } = await create();
    const order = await orders.createOrder();
    await add(id, order.id);
    expect((await send('PATCH', `/${id}`, { closed: true })).json()).toMatchObject({ state: 'closed', orders: 1 });
    const next = await create();
    expect((await add(next.id, order.id)).json()).toMatchObject([{ outcome: 'added' }]);
    expect((await add(id, order.id)).statusCode).toBe(409);
    expect((await send('DELETE', `/${id}/orders/${order.id}`)).statusCode).toBe(409);
    expect((await send('PATCH', `/${id}`, { closed: false })).json()).toMatchObject({
      message: 'Un colis de cette expédition est dans une autre expédition\u00a0: retirez-le d’abord.',
    });
    await send('DELETE', `/${next.id}/orders/${order.id}`);
    expect((await send('PATCH', `/${id}`, { closed: false })).json()).toMatchObject({
      state: 'preparing',
      closedAt: null,
    });
  });

  it('is deleted only while it is empty and in preparation', async () => {
    const { id } = await create();
    const order = await orders.createOrder();
    await add(id, order.id);
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(409);
    await send('DELETE', `/${id}/orders/${order.id}`);
    await send('PATCH', `/${id}`, { closed: true });
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(409);
    await send('PATCH', `/${id}`, { closed: false });
    const definition = { mode: 'AIR', label: 'Pesé', status: 'PROCESSING', position: 1 } as const;
    const { id: definitionId } = await orders.database.milestoneDefinition.create({ data: definition });
    const milestone = await send('POST', `/${id}/milestones`, { definitionId, place: 'Yiwu' });
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(409);
    await call(orders.app, { method: 'DELETE', url: `/api/milestones/${milestone.json().id}` }, asAdmin());
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(200);
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(404);
  });

  it('is logged with each of its changes', async () => {
    const { id, code } = await create();
    await send('PATCH', `/${id}`, { departureCity: 'Yiwu' });
    await send('PATCH', `/${id}`, { departureCity: 'Yiwu' });
    await send('DELETE', `/${id}`);
    expect(await changesOf(id)).toMatchObject([
      { action: 'created', name: code, userId: 1, after: { departureCity: 'Guangzhou', closed: false } },
      { action: 'changed', before: { departureCity: 'Guangzhou' }, after: { departureCity: 'Yiwu' } },
      { action: 'deleted', before: { code } },
    ]);
  });
});

describe('the list of consignments', () => {
  it('is filtered by state and mode and searched by code, carrier and city [OFF-003]', async () => {
    const numbers = { carrierNumber: 'TCLU4265447', billOfLading: 'CMDU 4711', bescNumber: 'BESC-0815' };
    const found = await create({ code: 'LISTE-1', ...numbers, departureCity: 'Chóngqìng' });
    const closed = await create({ code: 'LISTE-2', mode: 'SEA' });
    await send('PATCH', `/${closed.id}`, { closed: true });
    const idsOf = async (filter: object) =>
      (await list({ filter: JSON.stringify(filter) })).json<Consignment[]>().map(({ id }) => id);
    for (const q of ['liste-1', 'tclu4265', 'cmdu 4711', 'besc-0815', 'chongqing'])
      expect(await idsOf({ q })).toEqual([found.id]);
    expect(await idsOf({ q: 'LISTE', state: 'closed' })).toEqual([closed.id]);
    expect(await idsOf({ q: 'LISTE', open: true })).toEqual([found.id]);
    expect(await idsOf({ q: 'LISTE', state: 'preparing', mode: 'AIR' })).toEqual([found.id]);
    expect(await idsOf({ id: [found.id, closed.id] })).toEqual([closed.id, found.id]);
  });

  it('refuses malformed queries and finds nothing for impossible ones', async () => {
    for (const query of [{ sort: '["weight","ASC"]' }, { filter: '{"state":"lost"}' }, { range: '[5,1]' }]) {
      expect((await list(query)).statusCode).toBe(400);
    }
    for (const query of impossibleListQueries('id')) expect((await list(query)).json()).toEqual([]);
    expect((await call(orders.app, { url: '/api/consignments/suggested-code' }, asAdmin())).statusCode).toBe(400);
  });

  it('is not for customers, nor are its other calls', async () => {
    const { id } = await create();
    for (const [method, url] of [
      ['GET', '/api/consignments'],
      ['POST', '/api/consignments'],
      ['PATCH', `/api/consignments/${id}`],
      ['DELETE', `/api/consignments/${id}`],
      ['POST', `/api/consignments/${id}/orders`],
      ['POST', `/api/consignments/${id}/milestones`],
    ] as const) {
      expect((await call(orders.app, { method, url }, asUser(2))).statusCode).toBe(403);
    }
  });
});
