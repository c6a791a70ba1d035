import { asAdmin, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Orders, startOrders } from './helpers.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

const json = { 'content-type': 'application/json' };

const ADMIN_CALLS = [
  ['GET', '/api/orders'],
  ['POST', '/api/orders'],
  ['PATCH', '/api/orders/1'],
  ['GET', '/api/order-statuses'],
  ['POST', '/api/order-statuses'],
  ['PATCH', '/api/order-statuses/1'],
  ['DELETE', '/api/order-statuses/1'],
] as const;

const USER_CALLS = [
  ['POST', '/api/orders/save'],
  ['DELETE', '/api/orders/saved/1'],
  ['GET', '/api/orders/saved/check/1'],
  ['GET', '/api/orders/saved/2'],
  ['GET', '/api/orders/user/2'],
] as const;

describe('access to orders', () => {
  it.each(ADMIN_CALLS)(
    '%s %s responds with 401 to a visitor and 403 to a customer, before it reads the body',
    async (method, url) => {
      const request = { method, url, ...(method !== 'GET' && { payload: '{broken', headers: json }) };
      const [visitor, customer] = [await call(orders.app, request), await call(orders.app, request, asUser(2))];
      expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Non authentifié']);
      expect([customer.statusCode, customer.json().message]).toEqual([403, 'Accès refusé']);
    },
  );

  it.each(USER_CALLS)('%s %s responds with 401 to a visitor', async (method, url) => {
    const request = { method, url, ...(method === 'POST' && { payload: '{broken', headers: json }) };
    expect((await call(orders.app, request)).statusCode).toBe(401);
  });

  it.each(['/api/orders/saved/2', '/api/orders/user/2'])(
    '%s accepts its owner and the administrator only',
    async (url) => {
      const statusFor = async (identity: Parameters<typeof call>[2]) =>
        (await call(orders.app, { url }, identity)).statusCode;
      expect(await Promise.all([asUser(2), asAdmin(), asUser(3)].map(statusFor))).toEqual([200, 200, 403]);
    },
  );
});

describe('ids of orders, statuses and customers', () => {
  const BY_ID = [
    ['PATCH', '/api/orders/:id', { status: 'ARRIVED' }],
    ['PATCH', '/api/order-statuses/:id', { label: 'Au dépôt' }],
    ['DELETE', '/api/order-statuses/:id', undefined],
  ] as const;

  it.each(BY_ID)(
    '%s %s responds with 400 to text and with 404 to an unknown number [API-064]',
    async (method, url, payload) => {
      const statusOf = async (id: string) =>
        (await call(orders.app, { method, url: url.replace(':id', id), ...(payload && { payload }) }, asAdmin()))
          .statusCode;
      const malformed = await Promise.all(['abc', '1.5', '%20', '1e3', "1'"].map(statusOf));
      expect(new Set(malformed)).toEqual(new Set([400]));
      const unknown = await Promise.all(['-1', '0', '999999', '99999999999999', '9'.repeat(400)].map(statusOf));
      expect(new Set(unknown)).toEqual(new Set([404]));
    },
  );

  it.each(['/api/orders/saved/:id', '/api/orders/user/:id'])(
    'GET %s responds with 400 to text and with an empty list to an unknown number [API-064]',
    async (url) => {
      const get = (id: string) => call(orders.app, { url: url.replace(':id', id) }, asAdmin());
      for (const id of ['abc', '1.5', '%20']) expect((await get(id)).statusCode, id).toBe(400);
      for (const id of ['-1', '999999', '99999999999999']) {
        const response = await get(id);
        expect([response.statusCode, response.json()], id).toEqual([200, []]);
      }
    },
  );

  it('responds with 400 to text and with "not saved" to an unknown order [API-064]', async () => {
    for (const [method, url] of [
      ['GET', '/api/orders/saved/check/:id'],
      ['DELETE', '/api/orders/saved/:id'],
    ] as const) {
      const send = (id: string) => call(orders.app, { method, url: url.replace(':id', id) }, asUser(2));
      expect((await send('abc')).statusCode).toBe(400);
      for (const id of ['-1', '999999', '99999999999999']) expect((await send(id)).json().isSaved).toBe(false);
    }
  });

  it.each([
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['broken JSON', '{"reference":'],
    ['a prototype', '{"__proto__":{"reference":"ABCD"}}'],
  ])('lead to 400 with a body that is %s', async (_, payload) => {
    const response = await call(orders.app, { method: 'POST', url: '/api/orders', payload, headers: json }, asAdmin());
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toEqual(expect.any(String));
  });

  it.each([
    ['/api/orders', 'id', 'userId'],
    ['/api/orders/user/2', 'id', 'userId'],
    ['/api/orders/saved/2'],
    ['/api/order-statuses', 'id'],
  ])('GET %s responds with an empty list to impossible ids and pages [SEC-017]', async (url, ...idFields) => {
    for (const query of impossibleListQueries(...idFields)) {
      const response = await call(orders.app, { url, query }, asAdmin());
      expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
    }
  });
});
