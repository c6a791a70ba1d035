import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const find = (reference: string, as?: Parameters<typeof call>[2]) =>
  call(orders.app, { url: `/api/orders/${encodeURIComponent(reference)}` }, as);

describe('GET /api/orders/{reference}', () => {
  it('shows a visitor the parcel behind a reference [API-019, ROLE-001, ENT-005]', async () => {
    const order = await orders.createOrder({ reference: 'FC-2026-001', estimatedDelivery: '2096-12-24' });
    const response = await find('FC-2026-001');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: order.id,
      reference: 'FC-2026-001',
      status: 'ORDER_CONFIRMED',
      statusLabel: 'Commande Confirmée',
      statusKind: 'step',
      statusSentence: null,
      situation: expect.objectContaining({ label: 'Livraison estimée', text: '24 décembre 2096' }),
      furthestStep: 'ORDER_CONFIRMED',
      estimatedDelivery: '2096-12-24',
      expectedArrival: null,
      mode: null,
      pieces: null,
      weightGrams: null,
      recipientName: null,
      latestUpdate: null,
      latestUpdateTime: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it.each(['gz.88-12 aB', 'GZ8812AB', 'gz 88 12 ab', ' Gz-8812-Ab ', 'g.z.8.8.1.2.a.b'])(
    'finds "GZ-8812-AB" when it is typed as "%s"',
    async (typed) => {
      await orders.database.order.deleteMany({ where: { referenceKey: 'GZ8812AB' } });
      await orders.createOrder({ reference: 'GZ-8812-AB' });
      const response = await find(typed);
      expect(response.statusCode).toBe(200);
      expect(response.json().reference).toBe('GZ-8812-AB');
    },
  );

  it.each([
    ['unknown', 'NOBODY-KNOWS'],
    ['made of spaces', '   '],
    ['made of separators', '-.-'],
    ['an emoji', '📦'],
    ['5,000 characters long', 'A'.repeat(5000)],
    ['holding U+0000', 'AB\u0000CD'],
    ['holding wildcards', '%_%'],
  ])('responds with 404 in French to a reference that is %s [API-019]', async (_, reference) => {
    const response = await find(reference);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'Commande non trouvée', code: 'not-found' });
  });

  it('is public for anonymous callers only', async () => {
    const { reference } = await orders.createOrder({ userId: 2 });
    const events = () => call(orders.app, { url: `/api/orders/${reference}/events` });
    for (const { headers } of [await find(reference), await events()]) {
      expect(headers['cache-control']).toBe('public, no-cache');
    }
    for (const viewer of [asUser(2), asUser(3), asAdmin()]) {
      const { headers } = await find(reference, viewer);
      expect(Object.keys(headers).filter((name) => /^(?:etag|cache)/.test(name))).toEqual([]);
    }
    expect((await find('NOBODY-KNOWS')).headers).not.toHaveProperty('cache-control');
  });

  it.each(['?x=1', '?&', '?range=[0,9]'])(
    'is not stored by caches for an address with the undeclared query "%s" [SEC-019]',
    async (query) => {
      const { reference } = await orders.createOrder();
      const { statusCode, headers } = await call(orders.app, { url: `/api/orders/${reference}${query}` });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    },
  );

  it('names an unknown reference to the gateway, once in all spellings, and no known one [SEC-025]', async () => {
    const { reference } = await orders.createOrder();
    expect((await find(reference)).headers).not.toHaveProperty('x-unknown-references');
    const unknown = await Promise.all(
      ['/api/orders/NO-WHERE', '/api/orders/no%20where', '/api/orders/NOWHERE/events'].map((url) =>
        call(orders.app, { url }),
      ),
    );
    const named = new Set(unknown.map(({ headers }) => headers['x-unknown-references']));
    expect([...named]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
  });

  it('responds with a few bytes when it has not changed', async () => {
    const { reference } = await orders.createOrder();
    const { etag = '' } = (await find(reference)).headers;
    const url = `/api/orders/${reference}`;
    const again = await call(orders.app, { url, headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('treats its last segment as a reference only, never as an id [API-019]', async () => {
    const order = await orders.createOrder();
    expect((await find(String(order.id))).statusCode).toBe(404);
  });

  it('finds references that look like other routes or contain a slash [API-061]', async () => {
    for (const reference of ['saved', 'save', 'user', 'CN/BF/7']) {
      await orders.createOrder({ reference });
      const response = await find(reference);
      expect(response.json(), reference).toMatchObject({ reference });
      const events = await call(orders.app, { url: `/api/orders/${encodeURIComponent(reference)}/events` });
      expect(events.json(), reference).toHaveLength(1);
      expect(events.headers['content-range'], reference).toBe('order-events 0-0/1');
    }
    expect((await call(orders.app, { url: '/api/orders/saved/check/1' })).statusCode).toBe(401);
    expect((await call(orders.app, { url: '/api/orders/saved/1' })).statusCode).toBe(401);
    expect((await call(orders.app, { url: '/api/orders/user/1' })).statusCode).toBe(401);
  });

  it('returns the owner to that customer and to the administrator only', async () => {
    const { reference } = await orders.createOrder({ userId: 2 });
    expect((await find(reference)).json()).not.toHaveProperty('userId');
    expect((await find(reference, asUser(3))).json()).not.toHaveProperty('userId');
    expect((await find(reference, asUser(2))).json()).toMatchObject({ userId: 2 });
    expect((await find(reference, asAdmin())).json()).toMatchObject({ userId: 2 });
  });
});

describe('GET /api/orders/{reference}/events', () => {
  it('lists the events of an order, oldest first, with the labels that customers see [D-81, D-85]', async () => {
    const order = await orders.createOrder();
    const patch = (payload: object) =>
      call(orders.app, { method: 'PATCH', url: `/api/orders/${order.id}`, payload }, asAdmin());
    await patch({ status: 'PROCESSING', latestUpdate: 'Emballé à Guangzhou' });
    await patch({ status: 'PROCESSING' });
    await patch({ status: 'IN_TRANSIT' });

    const response = await call(orders.app, { url: `/api/orders/${order.reference}/events` });
    expect(response.statusCode).toBe(200);
    const events = response.json<{ status: string; label: string; note: string | null; occurredAt: string }[]>();
    expect(events.map(({ status, label, note }) => [status, label, note])).toEqual([
      ['ORDER_CONFIRMED', 'Commande Confirmée', null],
      ['PROCESSING', 'En Traitement', 'Emballé à Guangzhou'],
      ['IN_TRANSIT', 'En Transit', null],
    ]);
    expect(events.map(({ occurredAt }) => occurredAt)).toEqual(events.map(({ occurredAt }) => occurredAt).toSorted());
  });

  it('returns its range as every list does [D-79, D-86]', async () => {
    const { id, reference } = await orders.createOrder();
    const change = { method: 'PATCH', url: `/api/orders/${id}`, payload: { status: 'ARRIVED' } } as const;
    await call(orders.app, change, asAdmin());
    const list = (query: Record<string, string> = {}) =>
      call(orders.app, { url: `/api/orders/${reference}/events`, query });
    const statusesOf = (response: Awaited<ReturnType<typeof list>>) =>
      response.json<{ status: string }[]>().map(({ status }) => status);
    const all = await list();
    expect([statusesOf(all), all.headers['content-range']]).toEqual([
      ['ORDER_CONFIRMED', 'ARRIVED'],
      'order-events 0-1/2',
    ]);
    const last = await list({ sort: '["occurredAt","DESC"]', range: '[0,0]' });
    expect([statusesOf(last), last.headers['content-range']]).toEqual([['ARRIVED'], 'order-events 0-0/2']);
    const past = await list({ range: '[2,9]' });
    expect([statusesOf(past), past.headers['content-range']]).toEqual([[], 'order-events */2']);
    for (const query of [{ sort: '["note","ASC"]' }, { range: '[1,0]' }, { filter: '{"q":5}' }]) {
      expect((await list(query)).statusCode).toBe(400);
    }
  });

  it('responds with 404 to an unknown reference', async () => {
    const response = await call(orders.app, { url: '/api/orders/NOBODY/events' });
    expect(response.json()).toMatchObject({ message: 'Commande non trouvée' });
    expect(response.statusCode).toBe(404);
  });
});

it('services find the orders behind references, also former ones, without archived ones, each once, and which references are unknown [SEC-021]', async () => {
  const [order, archived] = await Promise.all([orders.createOrder({ reference: 'BR-1' }), orders.createOrder()]);
  await orders.database.formerReference.create({ data: { referenceKey: 'BR0', orderId: order.id } });
  await orders.database.order.update({ where: { id: archived.id }, data: { archivedAt: new Date() } });
  const payload = { references: ['br 1', 'BR-0', archived.reference, 'UNKNOWN', 'x\u0000'] };
  const prompt = { method: 'POST', url: '/internal/orders/by-reference', payload } as const;
  const response = await call(orders.app, prompt, { kind: 'service', name: 'notify' });
  expect(response.json()).toEqual({
    orders: [{ orderId: order.id, reference: 'BR-1' }],
    unknown: ['UNKNOWN', 'x\u0000'],
    suggestion: null,
  });
  const alike = { ...prompt, payload: { references: ['BR-I'] } } as const;
  expect((await call(orders.app, alike, { kind: 'service', name: 'notify' })).json()).toEqual({
    ...{ orders: [], unknown: ['BR-I'], suggestion: 'BR-1' },
  });
});
