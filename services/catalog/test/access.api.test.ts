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
    '%s %s answers 401 to a visitor and 403 to a customer, before it reads the body [API-065, ROLE-012]',
    async (method, url) => {
      const request = { method, url, ...(method !== 'DELETE' && { payload: '{broken', headers: json }) };
      const [visitor, customer] = [await call(catalog.app, request), await call(catalog.app, request, asUser(2))];
      expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Non authentifié']);
      expect([customer.statusCode, customer.json().message]).toEqual([403, 'Accès refusé']);
    },
  );

  it('visitors, customers and the administrator read the same [ROLE-004]', async () => {
    const product = await catalog.createProduct();
    for (const identity of [undefined, asUser(2), asAdmin()]) {
      expect((await call(catalog.app, { url: '/api/products' }, identity)).json()).toEqual([product]);
      expect((await call(catalog.app, { url: `/api/products/${product.id}` }, identity)).json()).toEqual(product);
    }
  });
});

describe('ids of products', () => {
  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    '%s answers 400 when they are no numbers and 404 when there is none, never 500 [API-064]',
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
  it('answers 413 JSON, and one below it is read [D-38]', async () => {
    const MIB = 1024 * 1024;
    const send = (bytes: number) => catalog.post({ features: ['x'.repeat(bytes)] });
    const large = await send(30 * MIB);
    expect([large.statusCode, large.json().message]).toEqual([413, 'Contenu trop volumineux']);
    expect((await send(29 * MIB)).statusCode).toBe(400);
  });

  it.each([['/api/products', 'id']])(
    'GET %s answers an empty list to ids and pages that cannot be [SEC-017]',
    async (url, ...idFields) => {
      for (const query of impossibleListQueries(...idFields)) {
        const response = await call(catalog.app, { url, query }, asAdmin());
        expect([response.statusCode, response.body], JSON.stringify(query)).toEqual([200, '[]']);
      }
    },
  );
});
