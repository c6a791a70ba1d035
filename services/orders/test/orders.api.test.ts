import { generateReference } from '@fasocolis/contracts/reading/reference';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const post = (payload: object) => call(orders.app, { method: 'POST', url: '/api/orders', payload }, asAdmin());
const patch = (id: number, payload: object) =>
  call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAdmin());

describe('POST /api/orders', () => {
  it('creates a confirmed order, whatever status is sent [API-026, ADM-ORD-010]', async () => {
    const response = await post({ reference: 'NEW-0001', status: 'DELIVERED' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ reference: 'NEW-0001', status: 'ORDER_CONFIRMED', userId: null });
    expect((await post({ reference: 'abc' })).statusCode).toBe(400);
    expect((await post({ reference: 'NEW-0001' })).statusCode).toBe(409);
    expect((await post({ reference: 'NEW-0002', userId: 999 })).json()).toMatchObject({
      message: 'Utilisateur non trouvé',
      errors: { userId: 'Utilisateur non trouvé' },
    });
    const body = { method: 'POST', url: '/api/orders', payload: { reference: 'NEW-0003' } } as const;
    expect((await call(orders.app, body)).statusCode).toBe(401);
    expect((await call(orders.app, body, asUser(2))).statusCode).toBe(403);
  });

  it('refuses a reference that differs from an existing one by case and separators only [D-82]', async () => {
    await post({ reference: 'DUP-77.a' });
    const response = await post({ reference: 'dup 77A' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      message: 'Une commande avec ce numéro de référence existe déjà',
      code: 'conflict',
    });
  });

  it('keeps one order when the same reference is created many times concurrently', async () => {
    const reference = generateReference();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post({ reference })));
    const codes = responses.map((response) => response.statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([201, ...Array(19).fill(409)]);
    expect(await orders.database.order.count({ where: { reference } })).toBe(1);
  });

  it('requires at least 4 characters [VAL-034, CONST-038]', async () => {
    for (const reference of ['ABC', '  ABC  ', '', undefined]) {
      const response = await post({ reference });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toBe('Le code de référence doit contenir au moins 4 caractères');
    }
    expect((await post({ reference: 'ABCD' })).statusCode).toBe(201);
  });

  it.each([
    ['too long', 'A'.repeat(65), 'Ce champ ne doit pas dépasser 64 caractères'],
    ['without letter or digit', '----', 'La référence doit contenir au moins une lettre ou un chiffre'],
    ['not readable everywhere', 'ABC%DEF', 'Cette référence contient un caractère qui ne peut pas être lu\u00a0: %'],
  ])('refuses a reference that is %s', async (_, reference, message) => {
    const response = await post({ reference });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, code: 'validation', errors: { reference: message } });
  });

  it('accepts a delivery date or none, and truncates an instant to its UTC day [VAL-035]', async () => {
    const dateOf = async (estimatedDelivery: unknown) =>
      (await post({ reference: generateReference(), estimatedDelivery })).json().estimatedDelivery;
    expect(await dateOf(undefined)).toBeNull();
    expect(await dateOf(null)).toBeNull();
    expect(await dateOf('')).toBeNull();
    expect(await dateOf('2026-12-31')).toBe('2026-12-31');
    expect(await dateOf('2026-12-31T23:30:00-02:00')).toBe('2027-01-01');
  });

  it.each(['31/12/2026', '2026-02-30', 'demain', '0000-01-01', '9999-12-31', 20261231])(
    'refuses the delivery date %s with a message',
    async (estimatedDelivery) => {
      const response = await post({ reference: generateReference(), estimatedDelivery });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toBe('Veuillez saisir une date valide');
    },
  );

  it('accepts an existing customer or none [VAL-036, ENT-006]', async () => {
    expect((await post({ reference: generateReference(), userId: 2 })).json().userId).toBe(2);
    expect((await post({ reference: generateReference(), userId: null })).json().userId).toBeNull();
    for (const userId of ['2', 1.5, 0, -1, 99_999_999_999]) {
      const response = await post({ reference: generateReference(), userId });
      expect(response.statusCode, String(userId)).toBe(400);
      expect(response.json().errors.userId).toBe("L'ID utilisateur doit être un nombre entier positif");
    }
  });

  it('creates an order whose reference may be a client code while codes cannot be checked', async () => {
    const other = await startOrders();
    await other.stopAuth();
    const payload = { reference: 'FASO1002' };
    const response = await call(other.app, { method: 'POST', url: '/api/orders', payload }, asAdmin());
    expect(response.statusCode).toBe(201);
    await other.close();
  });

  it('responds with 503 and creates nothing when the customer cannot be checked', async () => {
    const other = await startOrders();
    await other.stopAuth();
    const payload = { reference: 'UNCHECKED', userId: 2 };
    const response = await call(other.app, { method: 'POST', url: '/api/orders', payload }, asAdmin());
    expect(response.statusCode).toBe(503);
    expect(response.json().message).toBe('Service temporairement indisponible');
    expect(await other.database.order.count()).toBe(0);
    await other.close();
  });
});

describe('PATCH /api/orders/{id}', () => {
  it('sets status and text, for the administrator only [API-027]', async () => {
    const { id } = await orders.createOrder();
    const payload = { status: 'IN_TRANSIT', latestUpdate: 'Parti de Guangzhou' };
    const response = await patch(id, payload);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject(payload);
    const body = { method: 'PATCH', url: `/api/orders/${id}`, payload } as const;
    expect((await call(orders.app, body)).statusCode).toBe(401);
    expect((await call(orders.app, body, asUser(2))).statusCode).toBe(403);
    expect((await patch(999_999, payload)).json()).toMatchObject({ message: 'Commande non trouvée' });
    expect((await patch(id, { status: 'NEVER_DEFINED' })).statusCode).toBe(400);
    expect((await patch(id, {})).json()).toMatchObject({ message: 'Le statut est requis' });
  });

  it('requires a status that is text [VAL-037]', async () => {
    const { id } = await orders.createOrder();
    for (const status of [undefined, '', '  ', 3, null]) {
      const response = await patch(id, { status });
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual({ status: 'Le statut est requis' });
    }
  });

  it('keeps an absent text, clears an empty one and refuses one beyond 5,000 characters [VAL-038]', async () => {
    const { id } = await orders.createOrder();
    await patch(id, { status: 'PROCESSING', latestUpdate: 'Emballé' });
    expect((await patch(id, { status: 'IN_TRANSIT' })).json().latestUpdate).toBe('Emballé');
    expect((await patch(id, { status: 'IN_TRANSIT', latestUpdate: '' })).json().latestUpdate).toBeNull();
    expect((await patch(id, { status: 'IN_TRANSIT', latestUpdate: 'x'.repeat(5000) })).statusCode).toBe(200);
    expect((await patch(id, { status: 'IN_TRANSIT', latestUpdate: 'x'.repeat(5001) })).statusCode).toBe(400);
  });

  it('accepts every change between the five statuses, backward too [ADM-ORD-015]', async () => {
    const { id } = await orders.createOrder();
    for (const status of ['DELIVERED', 'PROCESSING', 'ARRIVED', 'ORDER_CONFIRMED', 'IN_TRANSIT']) {
      expect((await patch(id, { status })).json().status).toBe(status);
    }
  });

  it('sets the time of a change, and keeps it when nothing changes', async () => {
    const { id } = await orders.createOrder();
    const first = (await patch(id, { status: 'PROCESSING' })).json();
    expect(first.latestUpdateTime).not.toBeNull();
    const again = (await patch(id, { status: 'PROCESSING' })).json();
    expect(again).toEqual({ ...first, eventId: null });
    expect(await orders.database.orderEvent.count({ where: { orderId: id } })).toBe(2);
  });

  it('loses no change when many administrators save concurrently', async () => {
    const { id } = await orders.createOrder();
    const statuses = ['PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'];
    const responses = await Promise.all(statuses.map((status) => patch(id, { status })));
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
    const events = await orders.database.orderEvent.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } });
    expect(events.map(({ status }) => status).toSorted()).toEqual([...statuses, 'ORDER_CONFIRMED'].toSorted());
    const { status } = await orders.database.order.findUniqueOrThrow({ where: { id } });
    expect(status).toBe(events.at(-1)?.status);
  });
});

describe('GET /api/orders', () => {
  const list = (query: string, as = asAdmin()) => call(orders.app, { url: `/api/orders?${query}` }, as);
  const encode = (value: unknown) => encodeURIComponent(JSON.stringify(value));

  it('lists all orders with their customer, newest first, for the administrator only [API-025]', async () => {
    await orders.createOrder({ userId: 2 });
    const response = await call(orders.app, { url: '/api/orders' }, asAdmin());
    expect(response.statusCode).toBe(200);
    const rows = response.json<{ createdAt: string; userId: number | null }[]>();
    expect(rows[0]).toMatchObject({ userId: 2 });
    expect(rows.map((row) => row.createdAt)).toEqual(
      rows
        .map((row) => row.createdAt)
        .toSorted()
        .toReversed(),
    );
    expect((await call(orders.app, { url: '/api/orders' })).statusCode).toBe(401);
    expect((await call(orders.app, { url: '/api/orders' }, asUser(2))).statusCode).toBe(403);
  });

  it('responds with pages and their range', async () => {
    const fresh = await startOrders();
    for (let n = 0; n < 7; n += 1) await fresh.createOrder({ reference: `PAGE-${n}` });
    const page = async (query: string) => call(fresh.app, { url: `/api/orders?${query}` }, asAdmin());

    const first = await page(`range=[0,2]&sort=${encode(['reference', 'ASC'])}`);
    expect(first.headers['content-range']).toBe('orders 0-2/7');
    expect(first.json<{ reference: string }[]>().map((row) => row.reference)).toEqual(['PAGE-0', 'PAGE-1', 'PAGE-2']);
    const last = await page(`range=[6,8]&sort=${encode(['reference', 'ASC'])}`);
    expect(last.headers['content-range']).toBe('orders 6-6/7');
    expect((await page('range=[50,60]')).headers['content-range']).toBe('orders */7');
    expect((await page(`filter=${encode({ q: 'page 3' })}`)).json()).toHaveLength(1);
    expect((await page(`filter=${encode({ q: '_' })}`)).json()).toHaveLength(0);
    expect((await page(`filter=${encode({ status: 'DELIVERED' })}`)).headers['content-range']).toBe('orders */0');
    expect((await page(`filter=${encode({ id: [1, 2, 99_999_999_999] })}`)).json()).toHaveLength(2);
    await fresh.close();
  });

  it.each([
    'sort=["latestUpdate","ASC"]',
    'sort=["id","UP"]',
    'sort=id',
    'range=[3,1]',
    'range=[-1,5]',
    'range=x',
    'filter={"secret":1}',
    'filter=[]',
    'filter={"userId":"2"}',
    'filter={"estimatedDelivery":"0000-01-01"}',
    'filter={"id":1e400}',
    'filter={',
  ])('responds with 400 in French to the malformed query %s', async (query) => {
    const response = await list(query);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe('Requête invalide');
  });

  it('counts by status after orders are created, changed and deleted', async () => {
    const fresh = await startOrders();
    const count = async (filter: object) =>
      (await call(fresh.app, { url: `/api/orders?range=[0,0]&filter=${encode(filter)}` }, asAdmin())).headers[
        'content-range'
      ];
    const created = await Promise.all(Array.from({ length: 5 }, () => fresh.createOrder({ userId: 2 })));
    for (const { id } of created.slice(0, 2)) {
      await call(fresh.app, { method: 'PATCH', url: `/api/orders/${id}`, payload: { status: 'DELIVERED' } }, asAdmin());
    }
    expect(await count({ status: 'DELIVERED' })).toBe('orders 0-0/2');
    await fresh.database.order.deleteMany({ where: { id: created[0]?.id ?? 0 } });
    expect(await count({ status: 'DELIVERED' })).toBe('orders 0-0/1');
    expect(await count({})).toBe('orders 0-0/4');
    await fresh.close();
  });
});

describe('GET /api/orders/user/{userId}', () => {
  it("lists a customer's orders to that customer and to the administrator, newest first [API-024]", async () => {
    const older = await orders.createOrder({ userId: 3 });
    const newer = await orders.createOrder({ userId: 3 });
    await orders.createOrder({ userId: 2 });
    const request = { url: '/api/orders/user/3' };
    for (const caller of [asUser(3), asAdmin()]) {
      const rows = (await call(orders.app, request, caller)).json<{ id: number; userId: number }[]>();
      expect(rows.map((row) => row.id)).toEqual([newer.id, older.id]);
      expect(rows[0]?.userId).toBe(3);
    }
    expect((await call(orders.app, request)).statusCode).toBe(401);
    expect((await call(orders.app, request, asUser(2))).statusCode).toBe(403);
  });
});
