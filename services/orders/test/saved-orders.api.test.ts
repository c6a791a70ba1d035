import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const save = (orderId: unknown, as?: Parameters<typeof call>[2]) =>
  call(orders.app, { method: 'POST', url: '/api/orders/save', payload: { orderId } }, as);
const isSaved = async (orderId: number, userId: number) =>
  (await call(orders.app, { url: `/api/orders/saved/check/${orderId}` }, asUser(userId))).json().isSaved;
const unsave = (orderId: number, as?: Parameters<typeof call>[2]) =>
  call(orders.app, { method: 'DELETE', url: `/api/orders/saved/${orderId}` }, as);

describe('saved orders', () => {
  it('save an order once, however often it is asked [API-020, ENT-007]', async () => {
    const { id } = await orders.createOrder();
    const first = await save(id, asUser(2));
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({
      id: expect.any(Number),
      orderId: id,
      userId: 2,
      createdAt: expect.any(String),
      isSaved: true,
    });
    const again = await save(id, asUser(2));
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => save(id, asUser(3))));
    expect(atOnce.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(await orders.database.savedOrder.count({ where: { orderId: id } })).toBe(2);

    expect((await save(undefined, asUser(2))).statusCode).toBe(400);
    expect((await save('x', asUser(2))).statusCode).toBe(400);
    expect((await save(id)).statusCode).toBe(401);
    expect((await save(999_999, asUser(2))).json()).toMatchObject({ message: 'Commande non trouvée' });
    expect((await save(99_999_999_999, asUser(2))).statusCode).toBe(404);
    expect((await save(-1, asUser(2))).statusCode).toBe(404);
  });

  it("remove the caller's own link only, also when there is none [API-021]", async () => {
    const { id } = await orders.createOrder();
    await save(id, asUser(2));
    await save(id, asUser(3));
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

  it('say whether the caller saved an order [API-022]', async () => {
    const { id } = await orders.createOrder();
    expect(await isSaved(id, 2)).toBe(false);
    await save(id, asUser(2));
    expect(await isSaved(id, 2)).toBe(true);
    expect(await isSaved(id, 3)).toBe(false);
    expect(await isSaved(999_999, 2)).toBe(false);
    expect((await call(orders.app, { url: `/api/orders/saved/check/${id}` })).statusCode).toBe(401);
  });

  it('list full orders to their owner and the administrator, last saved first [API-023]', async () => {
    const [first, second] = [await orders.createOrder(), await orders.createOrder()];
    const owner = asUser(42);
    await save(second.id, owner);
    await save(first.id, owner);
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
