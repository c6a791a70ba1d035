import type { Product } from '@fasocolis/contracts/catalog';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoProducts } from '../src/seed/seed-demo-products.ts';
import { type Catalog, PUBLIC_URL, startCatalog } from './helpers.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.close());

const products = async () => (await call(catalog.app, { url: '/api/products' })).json<Product[]>();

it('a fresh installation has no product [SEED-006]', async () => {
  expect(await products()).toEqual([]);
});

describe('the seed of products in demo mode', () => {
  // The conversion of the images needs seconds of the processor.
  beforeAll(() => seedDemoProducts(catalog.database));

  it('creates eight products with our own images, once [SEED-011]', async () => {
    await seedDemoProducts(catalog.database);
    const shop = await products();
    expect(shop).toHaveLength(8);
    expect(new Set(shop.map(({ hasFreeshipping }) => hasFreeshipping))).toEqual(new Set([true, false]));
    expect(shop.filter(({ imageUrls }) => imageUrls.length === 3)).toHaveLength(1);
    expect(shop.filter(({ imageUrl, imageUrls }) => imageUrl && imageUrls.length === 0).length).toBeGreaterThan(0);
    expect(shop.map(({ price }) => price)).toContain('99,99€');
    for (const { features, specifications, imageUrl, imageUrls } of shop) {
      expect(features.length).toBeGreaterThan(1);
      expect(Object.keys(specifications).length).toBeGreaterThan(1);
      for (const address of [String(imageUrl), ...imageUrls]) {
        expect(address.startsWith(`${PUBLIC_URL}/api/product-images/`)).toBe(true);
        expect((await catalog.loadImage(address)).statusCode).toBe(200);
      }
    }
  });

  it('does not restore what an administrator deleted', async () => {
    for (const { id } of await products()) await catalog.remove(id);
    await seedDemoProducts(catalog.database);
    expect(await products()).toEqual([]);
  });
});
