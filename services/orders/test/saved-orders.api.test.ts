import type { Order } from '@fasocolis/contracts/orders';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';
import { toldOf } from './ways-in.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const save = (payload: object, as?: Parameters<typeof call>[2]) =>
  call(orders.app, { method: 'POST', url: '/api/orders/save', payload }, as);
/** The body with which a user saves an order whose reference is known. */
const known = ({ id: orderId, reference }: Pick<Order, 'id' | 'reference'>) => ({ orderId, reference });
const isSaved = async (orderId: number, userId: number) =>
  (await call(orders.app, { url: `/api/orders/saved/check/${orderId}` }, asUser(userId))).json().isSaved;
const unsave = (orderId: number, as?: Parameters<typeof call>[2]) =>
  call(orders.app, { method: 'DELETE', url: `/api/orders/saved/${orderId}` }, as);
const savedBy = (userId: number) => orders.database.savedOrder.count({ where: { userId } });

describe('saved orders', () => {
  it('contain an order once, however often it is saved [API-020, ENT-007]', async () => {
    const order = await orders.createOrder();
    const { id } = order;
    const first = await save(known(order), asUser(2));
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      id: expect.any(Number),
      orderId: id,
      userId: 2,
      createdAt: expect.any(String),
      isSaved: true,
    });
    const again = await save(known(order), asUser(2));
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => save(known(order), asUser(3))));
    expect(atOnce.filter((response) => response.statusCode === 201)).toHaveLength(1);
    expect(await orders.database.savedOrder.count({ where: { orderId: id } })).toBe(2);

    const { reference } = order;
    expect((await save({ reference }, asUser(2))).statusCode).toBe(400);
    expect((await save({ orderId: 'x', reference }, asUser(2))).statusCode).toBe(400);
    expect((await save({ orderId: id, reference: 5 }, asUser(2))).statusCode).toBe(400);
    expect((await save(known(order))).statusCode).toBe(401);
    for (const orderId of [999_999, 99_999_999_999, -1]) {
      const unknown = await save({ orderId, reference }, asUser(2));
      expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Commande non trouvée']);
    }
  });

  it('name a wrong reference to the gateway, which limits guesses [SEC-025]', async () => {
    const { id, reference } = await orders.createOrder();
    const wrong = await save({ orderId: id, reference: 'TEST-OTHER' }, asUser(2));
    expect(wrong.headers['x-unknown-references']).toMatch(/^[\w-]{16}$/);
    for (const known of [{ orderId: id, reference }, { orderId: 999_999 }]) {
      expect((await save(known, asUser(2))).headers).not.toHaveProperty('x-unknown-references');
    }
  });

  it.each([
    ['nothing but its id', {}],
    ['an empty reference', { reference: '' }],
    ['separators', { reference: ' -.-' }],
    ['another reference', { reference: 'TEST-OTHER' }],
  ])('do not contain an order for which a customer sends %s [SEC-001]', async (_, body) => {
    const order = await orders.createOrder({ userId: 2 });
    const { requestId: _own, ...refusal } = (await save({ orderId: order.id, ...body }, asUser(61))).json();
    const { requestId: _other, ...unknown } = (await save({ orderId: 999_999, ...body }, asUser(61))).json();
    expect(refusal).toEqual({ code: 'not-found', message: 'Commande non trouvée' });
    expect(refusal).toEqual(unknown);
    expect(await savedBy(61)).toBe(0);
    const change = { method: 'PATCH', url: `/api/orders/${order.id}`, payload: { status: 'ARRIVED' } } as const;
    expect((await call(orders.app, change, asAdmin())).statusCode).toBe(200);
    expect(await toldOf(orders, order.id)).toMatchObject([{ ownerId: 2, saverIds: [] }]);
  });

  it('do not contain orders that a customer requests by enumerated ids [SEC-001]', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => orders.createOrder()));
    const { reference } = await orders.createOrder();
    for (const { id: orderId } of created) {
      const responses = [await save({ orderId }, asUser(62)), await save({ orderId, reference }, asUser(62))];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    }
    expect(await savedBy(62)).toBe(0);
  });

  it('contain an order whose reference is sent in another spelling [SEC-001]', async () => {
    const { id: orderId } = await orders.createOrder({ reference: 'Gz-77.42 aB' });
    expect((await save({ orderId, reference: ' GZ 7742-ab' }, asUser(63))).statusCode).toBe(201);
  });

  it('contain an order whose former reference is sent, and not one whose courier number is [SEC-001, DOSS-002]', async () => {
    const order = await orders.createOrder();
    const correction = { method: 'PATCH', url: `/api/orders/${order.id}` } as const;
    const payload = { reference: orders.newReference() };
    expect((await call(orders.app, { ...correction, payload }, asAdmin())).statusCode).toBe(200);
    const alias = `YT75${Date.now()}`;
    const url = `/api/orders/${order.id}/aliases`;
    expect((await call(orders.app, { method: 'POST', url, payload: { alias } }, asAdmin())).statusCode).toBe(200);
    expect((await save({ orderId: order.id, reference: alias }, asUser(66))).statusCode).toBe(404);
    expect((await save(known(order), asUser(66))).statusCode).toBe(201);
  });

  it('contain an order without its reference for its owner and the administrator [SEC-001]', async () => {
    const { id: orderId } = await orders.createOrder({ userId: 3 });
    for (const caller of [asUser(3), asAdmin()]) expect((await save({ orderId }, caller)).statusCode).toBe(201);
  });

  it('are 200 at most for one user, also when many are saved concurrently [SEC-001]', async () => {
    const userId = 64;
    const references = Array.from({ length: 195 }, (_, index) => `SAVED${index}`);
    const created = await orders.database.order.createManyAndReturn({
      data: references.map((reference) => ({ reference, referenceKey: reference, status: 'ORDER_CONFIRMED' })),
    });
    await orders.database.savedOrder.createMany({ data: created.map(({ id: orderId }) => ({ userId, orderId })) });
    const more = await Promise.all(Array.from({ length: 20 }, () => orders.createOrder()));
    const responses = await Promise.all(more.map((order) => save(known(order), asUser(userId))));
    const refused = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(15);
    for (const refusal of refused) {
      expect([refusal.statusCode, refusal.json()]).toMatchObject([
        409,
        { code: 'conflict', message: 'Vous suivez déjà 200 colis. Retirez-en un pour en ajouter.' },
      ]);
    }
    expect(await savedBy(userId)).toBe(200);

    const [first, archived] = created;
    const [waiting, later] = more.filter((_, index) => responses[index]?.statusCode === 409);
    if (!first || !archived || !waiting || !later) throw new Error('Nothing was saved or nothing refused');
    expect((await save(known(first), asUser(userId))).statusCode).toBe(200);
    await unsave(first.id, asUser(userId));
    expect((await save(known(waiting), asUser(userId))).statusCode).toBe(201);
    expect((await save(known(later), asUser(userId))).statusCode).toBe(409);
    await orders.database.order.update({ where: { id: archived.id }, data: { archivedAt: new Date() } });
    expect((await save(known(later), asUser(userId))).statusCode).toBe(201);
  });

  it('are saved and removed 20 times concurrently with documented statuses only [SEC-017]', async () => {
    const order = await orders.createOrder();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => [save(known(order), asUser(65)), unsave(order.id, asUser(65))]).flat(),
    );
    const [saves, removals] = [0, 1].map((kind) => responses.filter((_, index) => index % 2 === kind));
    expect(new Set(removals?.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    for (const { statusCode } of saves ?? []) expect([200, 201]).toContain(statusCode);
    expect(await savedBy(65)).toBe((await isSaved(order.id, 65)) ? 1 : 0);
  });

  it("lose the caller's own link only, also when there is none [API-021]", async () => {
    const order = await orders.createOrder();
    const { id } = order;
    await save(known(order), asUser(2));
    await save(known(order), asUser(3));
    for (let times = 0; times < 2; times += 1) {
      const response = await unsave(id, asUser(2));
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ isSaved: false, message: expect.any(String) });
    }
    expect(await isSaved(id, 2)).toBe(false);
    expect(await isSaved(id, 3)).toBe(true);
    expect((await unsave(id)).statusCode).toBe(401);
    expect((await unsave(999_999, asUser(2))).json().isSaved).toBe(false);
  });

  it('tell whether the caller saved an order [API-022]', async () => {
    const order = await orders.createOrder();
    const { id } = order;
    expect(await isSaved(id, 2)).toBe(false);
    await save(known(order), asUser(2));
    expect(await isSaved(id, 2)).toBe(true);
    expect(await isSaved(id, 3)).toBe(false);
    expect(await isSaved(999_999, 2)).toBe(false);
    expect((await call(orders.app, { url: `/api/orders/saved/check/${id}` })).statusCode).toBe(401);
  });

  it('are listed as full orders to their owner and the administrator, last saved first [API-023]', async () => {
    const [first, second] = [await orders.createOrder(), await orders.createOrder()];
    const owner = asUser(42);
    await save(known(second), owner);
    await save(known(first), owner);
    const request = { url: '/api/orders/saved/42' };
    for (const caller of [owner, asAdmin()]) {
      const response = await call(orders.app, request, caller);
      const rows = response.json<{ id: number; reference: string; savedAt: string }[]>();
      expect(rows.map((row) => row.id)).toEqual([first.id, second.id]);
      expect(rows[0]).toMatchObject({ reference: first.reference, savedAt: expect.stringMatching(/Z$/) });
      expect(response.headers['content-range']).toBe('saved-orders 0-1/2');
    }
    expect((await call(orders.app, request)).statusCode).toBe(401);
    expect((await call(orders.app, request, asUser(2))).statusCode).toBe(403);
  });
});
