import { asAdmin, asUser, call, impossibleListQueries } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './helpers.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.close());

const json = { 'content-type': 'application/json' };

describe('access to products', () => {
  it.each([
    ['POST', '/api/products'],
    ['PATCH', '/api/products/1'],
    ['DELETE', '/api/products/1'],
  ] as const)(
    '%s %s responds with 401 to a visitor and 403 to a customer, before it reads the body [API-065, ROLE-012]',
    async (method, url) => {
      const request = { method, url, ...(method !== 'DELETE' && { payload: '{broken', headers: json }) };
      const [visitor, customer] = [await call(catalog.app, request), await call(catalog.app, request, asUser(2))];
      expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Non authentifié']);
      expect([customer.statusCode, customer.json().message]).toEqual([403, 'Accès refusé']);
    },
  );

  it('visitors, customers and the administrator read the same products [ROLE-004]', async () => {
    const product = await catalog.createProduct();
    for (const identity of [undefined, asUser(2), asAdmin()]) {
      expect((await call(catalog.app, { url: '/api/products' }, identity)).json()).toEqual([product]);
      expect((await call(catalog.app, { url: `/api/products/${product.id}` }, identity)).json()).toEqual(product);
    }
  });
});

describe('ids of products', () => {
  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    '%s responds with 400 when they are not numbers and with 404 when they do not exist, never with 500 [API-064]',
    async (method) => {
      const statusOf = async (id: string) => {
        const payload = method === 'PATCH' ? { payload: { name: 'Autre' } } : {};
        return (await call(catalog.app, { method, url: `/api/products/${id}`, ...payload }, asAdmin())).statusCode;
      };
      const ids = ['abc', '1.5', '1e3', '-1', '0', '999999', '99999999999999'];
      expect(await Promise.all(ids.map(statusOf))).toEqual([400, 400, 400, 404, 404, 404, 404]);
    },
  );
});

describe('a body over thirty megabytes', () => {
  it('is refused with 413 JSON, and one below the limit is read [D-38]', async () => {
    const MIB = 1024 * 1024;
    const send = (bytes: number) => catalog.post({ features: ['x'.repeat(bytes)] });
    const large = await send(30 * MIB);
    expect([large.statusCode, large.json().message]).toEqual([413, 'Contenu trop volumineux']);
    expect((await send(29 * MIB)).statusCode).toBe(400);
  });

  it.each([['/api/products', 'id']])(
    'GET %s responds with an empty list to impossible ids and pages [SEC-017]',
    async (url, ...idFields) => {
      for (const query of impossibleListQueries(...idFields)) {
        const response = await call(catalog.app, { url, query }, asAdmin());
        expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
      }
    },
  );
});
