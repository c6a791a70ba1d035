import { randomUUID } from 'node:crypto';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, startCatalog } from './helpers.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.close());

const get = (url: string, headers = {}) => call(catalog.app, { url, headers });
const errorsOf = (response: { json: () => { errors?: Record<string, string> } }) => response.json().errors;

describe('POST /api/products', () => {
  it('adds a product with all fields, and responds with it [API-034, ENT-008]', async () => {
    const body = {
      name: 'Montre connectée',
      description: 'Au poignet.',
      price: '99,99€',
      imageUrl: 'https://example.com/montre.jpg',
      imageUrls: ['https://example.com/1.jpg', 'http://example.com/2.jpg', 'https://example.com/3.jpg'],
      hasFreeshipping: false,
      features: ['Étanche', 'Menus en français'],
      specifications: { Écran: '1,8 pouce', Bracelet: 'Silicone', Autonomie: 'Sept jours' },
    };
    const response = await catalog.post(body);
    expect(response.statusCode).toBe(201);
    const product = response.json();
    expect(product).toEqual({ id: expect.any(Number), ...body });
    expect((await get(`/api/products/${product.id}`)).json()).toEqual(product);
  });

  it('adds a product once that is sent twice with one key [OFF-001]', async () => {
    const payload = { name: `Lampe ${randomUUID()}`, description: 'Solaire.', price: '5 000 FCFA' };
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => call(catalog.app, { method: 'POST', url: '/api/products', payload, headers }, asAdmin());
    const [first, second] = await Promise.all([post(), post()]);
    expect(first.statusCode, first.body).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect((await post()).json()).toEqual(first.json());
    expect(await catalog.database.product.count({ where: { name: payload.name } })).toBe(1);
  });

  it('is logged, as are changes and the removal, with values before and after [OFF-010]', async () => {
    const { id } = await catalog.createProduct({ name: 'Lampe journal', price: '5 000 FCFA' });
    await catalog.patch(id, { price: '6 000 FCFA', features: ['Solaire'] });
    await catalog.patch(id, { price: '6 000 FCFA' });
    await catalog.remove(id);
    const query = { filter: JSON.stringify({ subject: 'product', subjectId: String(id) }) };
    const entries = (await call(catalog.app, { url: '/api/product-changes', query }, asAdmin())).json();
    expect(entries).toMatchObject([
      { action: 'deleted', name: 'Lampe journal', before: { price: '6 000 FCFA' } },
      {
        action: 'changed',
        before: { price: '5 000 FCFA', features: '' },
        after: { price: '6 000 FCFA', features: 'Solaire' },
      },
      { action: 'created', userId: 1, name: 'Lampe journal', after: { price: '5 000 FCFA' } },
    ]);
    expect(entries).toHaveLength(3);
    expect((await call(catalog.app, { url: '/api/product-changes' }, asUser(2))).statusCode).toBe(403);
  });

  it('sets defaults for absent fields [API-034, ENT-009]', async () => {
    expect((await catalog.post()).json()).toMatchObject({
      imageUrl: null,
      imageUrls: [],
      hasFreeshipping: true,
      features: [],
      specifications: {},
    });
  });

  it.each([
    ['name', 'Nom requis'],
    ['description', 'Description requise'],
    ['price', 'Prix requis'],
  ])('refuses a product without %s: "%s" [VAL-043, VAL-044, VAL-045]', async (field, message) => {
    for (const value of ['', '   ', null, undefined, 5]) {
      const response = await catalog.post({ [field]: value });
      expect([response.statusCode, errorsOf(response)]).toEqual([400, { [field]: message }]);
    }
  });

  it('stores the price as it was typed [VAL-049]', async () => {
    for (const price of ['99,99€', '12 500 FCFA', 'Sur demande', '<b>5</b>']) {
      const { id } = await catalog.createProduct({ price });
      expect((await get(`/api/products/${id}`)).json().price).toBe(price);
    }
  });

  it('accepts one image URL or none [VAL-046]', async () => {
    const message = "L'URL doit commencer par http://, https:// ou être une image encodée en base64";
    for (const imageUrl of ['', '  ', null, undefined]) {
      expect((await catalog.post({ imageUrl })).json().imageUrl).toBeNull();
    }
    for (const imageUrl of ['http://example.com/a.png', 'https://example.com/a?b=c#d']) {
      expect((await catalog.post({ imageUrl })).json().imageUrl).toBe(imageUrl);
    }
    for (const imageUrl of ['ftp://example.com/a.png', 'javascript:alert(1)', 'a.png', '//example.com/a.png']) {
      const response = await catalog.post({ imageUrl, imageUrls: ['https://example.com/a.png', imageUrl] });
      expect(response.statusCode).toBe(400);
      expect(errorsOf(response)).toEqual({ imageUrl: message, 'imageUrls.1': message });
    }
  });

  it('accepts three images besides the main one and refuses a fourth [VAL-047, CONST-043] [D-38]', async () => {
    const imageUrls = [1, 2, 3].map((n) => `https://example.com/${n}.jpg`);
    expect((await catalog.post({ imageUrls })).json().imageUrls).toEqual(imageUrls);
    const response = await catalog.post({ imageUrls: [...imageUrls, 'https://example.com/4.jpg'] });
    expect(response.statusCode).toBe(400);
    expect(errorsOf(response)).toEqual({ imageUrls: 'Ce champ ne doit pas dépasser 3 éléments' });
  });

  it('limits all texts and lists [D-87]', async () => {
    const tooLong = (max: number) => `Ce champ ne doit pas dépasser ${max} caractères`;
    const tooMany = 'Ce champ ne doit pas dépasser 50 éléments';
    const entries = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    const map = (count: number) => Object.fromEntries(entries(count).map((entry) => [entry, entry]));
    const good = { name: 'n'.repeat(200), description: 'd'.repeat(5000), price: 'p'.repeat(200) };
    const lists = { features: entries(50), specifications: map(50) };
    expect((await catalog.post({ ...good, ...lists })).statusCode).toBe(201);
    for (const [body, errors] of [
      [{ name: 'n'.repeat(201) }, { name: tooLong(200) }],
      [{ description: 'd'.repeat(5001) }, { description: tooLong(5000) }],
      [{ price: 'p'.repeat(201) }, { price: tooLong(200) }],
      [{ features: entries(51) }, { features: tooMany }],
      [{ features: ['ok', 'f'.repeat(201)] }, { 'features.1': tooLong(200) }],
      [{ specifications: map(51) }, { specifications: tooMany }],
      [{ specifications: { Poids: 's'.repeat(201) } }, { 'specifications.Poids': tooLong(200) }],
      [{ imageUrl: `https://example.com/${'a'.repeat(2000)}` }, { imageUrl: tooLong(2000) }],
    ]) {
      const response = await catalog.post(body);
      expect([response.statusCode, errorsOf(response)]).toEqual([400, errors]);
    }
  });

  it('drops blank features and incomplete specifications, and keeps the order of the others', async () => {
    const features = ['b', '', '  ', ' a '];
    const specifications = { zz: '1', ' ': 'x', 'Une longue clé': '2', vide: '', a: '3' };
    const product = await catalog.createProduct({ features, specifications });
    expect(product.features).toEqual(['b', 'a']);
    expect(Object.entries(product.specifications)).toEqual([
      ['zz', '1'],
      ['Une longue clé', '2'],
      ['a', '3'],
    ]);
  });

  it.each([
    ['U+0000', 'a\u0000b'],
    ['half a character', 'a\ud83d'],
  ])('stores texts without %s, which nobody sees [READ-001]', async (_what, odd) => {
    const clean = odd.replace(/[^ab]/gu, '');
    const texts = { name: odd, description: odd, price: odd, features: [odd], specifications: { [odd]: odd } };
    const imageUrl = `https://example.com/${odd}`;
    expect(await catalog.createProduct({ ...texts, imageUrl, imageUrls: [imageUrl] })).toMatchObject({
      ...{ name: clean, description: clean, price: clean, features: [clean], specifications: { [clean]: clean } },
      imageUrl: `https://example.com/${clean}`,
    });
  });

  it('responds with 400 to values of another type', async () => {
    for (const body of [
      { features: 'x' },
      { specifications: [] },
      { specifications: 'x' },
      { hasFreeshipping: 'oui' },
      { imageUrl: 5 },
      { imageUrls: 'https://example.com' },
    ]) {
      expect([body, (await catalog.post(body)).statusCode]).toEqual([body, 400]);
    }
  });

  it('ignores unknown fields', async () => {
    const product = await catalog.createProduct({ id: 777_777, createdAt: '2020-01-01', searchText: 'x', owner: 5 });
    expect(product.id).not.toBe(777_777);
    expect(Object.keys(product)).toHaveLength(9);
  });
});

describe('GET /api/products/{id}', () => {
  it('responds with a product to every caller, and with 404 when there is none [API-033]', async () => {
    const product = await catalog.createProduct();
    const response = await get(`/api/products/${product.id}`);
    expect([response.statusCode, response.json()]).toEqual([200, product]);
    const absent = await get('/api/products/999999');
    expect([absent.statusCode, absent.json().message]).toEqual([404, 'Produit non trouvé']);
  });

  it('can be revalidated with a few bytes', async () => {
    const { id } = await catalog.createProduct();
    const first = await get(`/api/products/${id}`);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const etag = String(first.headers.etag);
    expect([etag.slice(0, 3), first.headers['cache-control']]).toEqual(['W/"', 'public, no-cache']);
    const again = await get(`/api/products/${id}`, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const headers = { 'if-none-match': etag };
    expect((await call(catalog.app, { method: 'HEAD', url: `/api/products/${id}`, headers })).statusCode).toBe(304);
    await catalog.patch(id, { price: '1 FCFA' });
    expect((await get(`/api/products/${id}`, { 'if-none-match': etag })).json().price).toBe('1 FCFA');
  });
});

describe('PATCH /api/products/{id}', () => {
  it('changes the given fields and keeps the others [API-035] [D-88]', async () => {
    const before = await catalog.createProduct({
      imageUrl: 'https://example.com/0.jpg',
      imageUrls: ['https://example.com/1.jpg', 'https://example.com/2.jpg'],
      features: ['a'],
      specifications: { a: 'b' },
    });
    let expected = before;
    for (const change of [
      {},
      { name: 'Lampe de chevet' },
      { description: 'Douce.' },
      { price: '1 000 FCFA' },
      { hasFreeshipping: false },
      { features: [] },
      { specifications: { c: 'd' } },
      { imageUrl: null },
      { imageUrls: ['https://example.com/3.jpg'] },
      { imageUrl: 'https://example.com/4.jpg' },
      { imageUrls: [] },
      { imageUrl: 'https://example.com/5.jpg', imageUrls: ['https://example.com/6.jpg'] },
    ]) {
      expected = { ...expected, ...change };
      const response = await catalog.patch(before.id, change);
      expect([response.statusCode, response.json()]).toEqual([200, expected]);
    }
    expect((await get(`/api/products/${before.id}`)).json()).toEqual(expected);
  });

  it('refuses what POST refuses, and responds with 404 when there is no such product [API-035]', async () => {
    const { id } = await catalog.createProduct();
    expect(errorsOf(await catalog.patch(id, { name: '' }))).toEqual({ name: 'Nom requis' });
    expect((await catalog.patch(999_999, { name: 'Autre' })).statusCode).toBe(404);
  });

  it('keeps both changes when two administrators save different fields concurrently', async () => {
    const { id } = await catalog.createProduct();
    await Promise.all([
      catalog.patch(id, { name: 'Nouveau nom' }),
      catalog.patch(id, { description: 'Nouvelle description' }),
      catalog.patch(id, { imageUrls: ['https://example.com/1.jpg'] }),
      catalog.patch(id, { imageUrls: ['https://example.com/2.jpg'] }),
    ]);
    const product = (await get(`/api/products/${id}`)).json();
    expect(product).toMatchObject({ name: 'Nouveau nom', description: 'Nouvelle description' });
    expect(product.imageUrls).toHaveLength(1);
    const found = await get(`/api/products?filter=${JSON.stringify({ q: 'nouveau nom nouvelle description', id })}`);
    expect(found.json()).toEqual([product]);
  });
});

describe('DELETE /api/products/{id}', () => {
  it('removes a product from list and detail [API-036]', async () => {
    const { id } = await catalog.createProduct({ imageUrl: 'https://example.com/a.jpg' });
    const response = await catalog.remove(id);
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Produit supprimé' }]);
    expect((await get(`/api/products/${id}`)).statusCode).toBe(404);
    const ids = (await get('/api/products')).json<{ id: number }[]>().map((product) => product.id);
    expect(ids).not.toContain(id);
    expect((await catalog.remove(id)).statusCode).toBe(404);
  });
});
