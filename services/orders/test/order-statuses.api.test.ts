import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

let codes = 0;
const newCode = () => {
  codes += 1;
  return `CODE_${codes}`;
};
const admin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  call(orders.app, { method, url, ...(payload && { payload }) }, asAdmin());
const create = (body: object = {}) =>
  admin('POST', '/api/order-statuses', { code: newCode(), label: 'En douane', displayOrder: 6, ...body });

describe('order status definitions', () => {
  it('are listed by display order, active and inactive, to the administrator [API-028, ENT-018]', async () => {
    await create({ displayOrder: 9, isActive: false });
    await create({ displayOrder: 8 });
    const response = await admin('GET', '/api/order-statuses');
    const rows = response.json<{ displayOrder: number; isActive: boolean }[]>();
    expect(rows.map((row) => row.displayOrder)).toEqual(rows.map((row) => row.displayOrder).toSorted((a, b) => a - b));
    expect(new Set(rows.map((row) => row.isActive))).toEqual(new Set([true, false]));
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'code',
      'displayOrder',
      'id',
      'isActive',
      'kind',
      'label',
      'sentence',
    ]);
    expect((await call(orders.app, { url: '/api/order-statuses' })).statusCode).toBe(401);
    expect((await call(orders.app, { url: '/api/order-statuses' }, asUser(2))).statusCode).toBe(403);
  });

  it('are created once per code, whatever its letter case [API-029]', async () => {
    const code = newCode();
    const response = await create({ code, label: 'Au dépôt' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.any(Number),
      code,
      label: 'Au dépôt',
      displayOrder: 6,
      isActive: true,
      kind: 'step',
      sentence: null,
    });
    const taken = await create({ code: code.toLowerCase() });
    expect(taken.statusCode).toBe(409);
    expect(taken.json().message).toBe('Ce code de statut existe déjà');
    expect((await create({ code: 'x' })).statusCode).toBe(400);
    const request = { method: 'POST', url: '/api/order-statuses', payload: {} } as const;
    expect((await call(orders.app, request)).statusCode).toBe(401);
    expect((await call(orders.app, request, asUser(2))).statusCode).toBe(403);
  });

  it('are changed field by field [API-030]', async () => {
    const { id, code } = (await create()).json();
    const url = `/api/order-statuses/${id}`;
    const response = await admin('PATCH', url, { label: 'Chez le transporteur', isActive: false });
    expect(response.statusCode).toBe(200);
    const unchanged = { id, code, displayOrder: 6, kind: 'step', sentence: null };
    const changed = { ...unchanged, label: 'Chez le transporteur', isActive: false };
    expect(response.json()).toEqual(changed);
    const other = (await create()).json();
    expect((await admin('PATCH', url, { code: other.code })).statusCode).toBe(409);
    expect((await admin('PATCH', url, { label: 'x' })).statusCode).toBe(400);
    expect((await admin('PATCH', '/api/order-statuses/999999', { label: 'xx' })).json()).toMatchObject({
      message: 'Statut de commande non trouvé',
    });
    const request = { method: 'PATCH', url, payload: { label: 'xx' } } as const;
    expect((await call(orders.app, request)).statusCode).toBe(401);
    expect((await call(orders.app, request, asUser(2))).statusCode).toBe(403);
  });

  it('are deleted while orders keep their status [API-031]', async () => {
    const { id, code } = (await create()).json();
    const order = await orders.createOrder();
    await admin('PATCH', `/api/orders/${order.id}`, { status: code });
    const url = `/api/order-statuses/${id}`;
    expect((await call(orders.app, { method: 'DELETE', url })).statusCode).toBe(401);
    expect((await call(orders.app, { method: 'DELETE', url }, asUser(2))).statusCode).toBe(403);
    const response = await admin('DELETE', url);
    expect(response.statusCode).toBe(200);
    expect(response.json().message).toEqual(expect.any(String));
    expect((await admin('DELETE', url)).statusCode).toBe(404);
    expect((await call(orders.app, { url: `/api/orders/${order.reference}` })).json().status).toBe(code);
  });

  it('can be set on orders while they are active only [ADM-STS-011]', async () => {
    const { id, code } = (await create()).json();
    const order = await orders.createOrder();
    const setStatus = () => admin('PATCH', `/api/orders/${order.id}`, { status: code });
    expect((await setStatus()).statusCode).toBe(200);
    await admin('PATCH', `/api/order-statuses/${id}`, { isActive: false });
    const refused = await setStatus();
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toBe("Ce statut n'existe pas ou n'est plus actif");
    await admin('PATCH', `/api/order-statuses/${id}`, { isActive: true });
    expect((await setStatus()).statusCode).toBe(200);
  });

  it.each([
    [{ code: 'x' }, 'Le code doit contenir au moins 2 caractères'],
    [{ code: ' x ' }, 'Le code doit contenir au moins 2 caractères'],
    [{ code: undefined }, 'Le code doit contenir au moins 2 caractères'],
    [{ label: 'x' }, 'Le libellé doit contenir au moins 2 caractères'],
    [{ displayOrder: 0 }, "L'ordre d'affichage doit être supérieur à 0"],
    [{ displayOrder: 'deux' }, "L'ordre d'affichage doit être supérieur à 0"],
    [{ displayOrder: 99_999_999_999 }, "L'ordre d'affichage doit être supérieur à 0"],
    [{ code: 'x'.repeat(201) }, 'Ce champ ne doit pas dépasser 200 caractères'],
  ])('refuse %j [VAL-039, VAL-040, VAL-041, CONST-039]', async (broken, message) => {
    const response = await create(broken);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe(message);
  });

  it('accept the shortest code and label and the first position, active by default [VAL-042]', async () => {
    const response = await create({ code: 'ZZ', label: 'Ok', displayOrder: 1 });
    expect(response.statusCode).toBe(201);
    expect(response.json().isActive).toBe(true);
    expect((await create({ isActive: false })).json().isActive).toBe(false);
    expect((await create({ isActive: 'oui' })).statusCode).toBe(400);
  });

  it('are searched by code and label, regardless of case and accents', async () => {
    const { id } = (await create({ label: 'Bloqué à Téma' })).json();
    const filter = encodeURIComponent(JSON.stringify({ q: 'BLOQUE A tema' }));
    const rows = (await admin('GET', `/api/order-statuses?filter=${filter}`)).json<{ id: number }[]>();
    expect(rows.map((row) => row.id)).toEqual([id]);
  });
});
