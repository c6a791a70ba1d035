import type { Product } from '@fasocolis/contracts/catalog';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './helpers.ts';

let catalog: Catalog;
let products: Product[];
beforeAll(async () => {
  catalog = await startCatalog();
  products = [];
  for (const body of [
    { name: 'Écouteurs', description: 'Sans fil', price: '9 000 FCFA', hasFreeshipping: true },
    { name: 'Bouilloire', description: 'Pour le thé à la menthe', price: '15 000 FCFA', hasFreeshipping: false },
    { name: 'Chargeur 100% rapide', description: 'Câble fourni', price: '5 000 FCFA', hasFreeshipping: true },
    { name: 'Ampoule', description: 'Éclaire longtemps', price: '15 000 FCFA', hasFreeshipping: true },
  ]) {
    products.push(await catalog.createProduct(body));
  }
});
afterAll(() => catalog.close());

const list = (parameters: Record<string, unknown> = {}, headers = {}) =>
  call(catalog.app, {
    url: '/api/products',
    query: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)])),
    headers,
  });
const namesOf = async (parameters: Record<string, unknown>) =>
  (await list(parameters)).json<Product[]>().map(({ name }) => name.split(' ')[0]);

describe('GET /api/products', () => {
  it('responds to every caller with a bare array, newest first [API-032] [D-38]', async () => {
    const response = await list();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(products.toReversed());
    expect(response.headers['content-range']).toBe('products 0-3/4');
  });

  it('responds with pages, and with an empty one past the end, with the true total [D-79, D-86]', async () => {
    const page = await list({ range: [1, 2] });
    expect(page.json()).toEqual([products[2], products[1]]);
    expect(page.headers['content-range']).toBe('products 1-2/4');
    const past = await list({ range: [50, 59] });
    expect([past.json(), past.headers['content-range']]).toEqual([[], 'products */4']);
  });

  it('sorts by the fields of a product, in both directions [D-86]', async () => {
    expect(await namesOf({ sort: ['name', 'ASC'] })).toEqual(['Ampoule', 'Bouilloire', 'Chargeur', 'Écouteurs']);
    expect(await namesOf({ sort: ['name', 'DESC'] })).toEqual(['Écouteurs', 'Chargeur', 'Bouilloire', 'Ampoule']);
    expect(await namesOf({ sort: ['id', 'ASC'] })).toEqual(['Écouteurs', 'Bouilloire', 'Chargeur', 'Ampoule']);
    expect(await namesOf({ sort: ['hasFreeshipping', 'ASC'], range: [0, 1] })).toEqual(['Bouilloire', 'Écouteurs']);
    expect(await namesOf({ sort: ['price', 'DESC'], range: [0, 0] })).toEqual(['Écouteurs']);
    // Equal values are in the order of ids, so that no page repeats or leaves out a row.
    const byShipping = ['Ampoule', 'Chargeur', 'Écouteurs', 'Bouilloire'];
    expect(await namesOf({ sort: ['hasFreeshipping', 'DESC'] })).toEqual(byShipping);
  });

  it.each([
    ['name, without regard to case and accents', { q: 'ecout' }, ['Écouteurs']],
    ['description', { q: 'ÉCLAIRE' }, ['Ampoule']],
    ['what looks like a pattern', { q: '100% r' }, ['Chargeur']],
    ['a pattern that is none', { q: '_' }, []],
    ['nothing', { q: '  ' }, ['Ampoule', 'Chargeur', 'Bouilloire', 'Écouteurs']],
    ['equality', { price: '15 000 FCFA', hasFreeshipping: true }, ['Ampoule']],
    ['name', { name: 'Ampoule' }, ['Ampoule']],
    ['a search within others', { q: 'a', hasFreeshipping: false }, ['Bouilloire']],
  ])('finds by %s [D-86]', async (_what, filter, expected) => {
    const response = await list({ filter });
    expect(response.json<Product[]>().map(({ name }) => name.split(' ')[0])).toEqual(expected);
    expect(response.headers['content-range']).toContain(`/${expected.length}`);
  });

  it('finds by ids, however large they are [D-86]', async () => {
    const [first, , third] = products.map(({ id }) => id);
    expect(await namesOf({ filter: { id: [first, third, 999_999, 99_999_999_999] } })).toEqual([
      'Chargeur',
      'Écouteurs',
    ]);
    expect(await namesOf({ filter: { id: first } })).toEqual(['Écouteurs']);
    expect(await namesOf({ filter: { id: [] } })).toEqual([]);
  });

  it.each([
    'sort=["searchText","ASC"]',
    'sort=["name","UP"]',
    'sort=name',
    'range=[5,1]',
    'range=[-1,5]',
    'range=[0,1.5]',
    'range=[0,99999999999999999999999]',
    'filter={"q":"a\\u0000"}',
    'filter={"owner":1}',
    'filter={"id":"1"}',
    'filter={"name":["a"]}',
    'filter=[]',
  ])('responds with 400 to %s [D-79]', async (query) => {
    const response = await call(catalog.app, { url: `/api/products?${query}` });
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request']);
  });

  it('can be revalidated with a few bytes', async () => {
    const first = await list();
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const known = { 'if-none-match': String(first.headers.etag) };
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const again = await list({}, known);
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const { id } = await catalog.createProduct({ name: 'Nouveauté' });
    const changed = await list({}, known);
    expect([changed.statusCode, changed.json()[0].id]).toEqual([200, id]);
    await catalog.remove(id);
    expect((await list({}, known)).statusCode).toBe(304);
  });

  it('responds to concurrent requests with the products that each requested', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => list({ range: [index % 4, index % 4] })),
    );
    const expected = products.toReversed();
    expect(responses.map((response) => response.json())).toEqual(responses.map((_, index) => [expected[index % 4]]));
  });

  it('has the true length after products were created and deleted', async () => {
    const lot = (index: number) => ({ name: `Lot ${index}`, description: '', price: '', hasFreeshipping: true });
    await catalog.database.product.createMany({
      data: Array.from({ length: 50 }, (_, index) => ({ ...lot(index), specifications: [] })),
    });
    await catalog.database.product.deleteMany({ where: { name: { in: ['Lot 7', 'Lot 8'] } } });
    expect((await list({ range: [0, 0] })).headers['content-range']).toBe('products 0-0/52');
  });
});
