import { join } from 'node:path';
import type { Product } from '@fasocolis/contracts/catalog';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  asAdmin,
  call,
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
} from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database.ts';

export const PUBLIC_URL = 'https://colis.example';

/** The catalog service with a database of its own. */
export async function startCatalog() {
  const testDatabase = await createTestDatabase('catalog', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(testDatabase.url);
  // Without auth, workbooks have the numbers of staff.
  const auth = new ServiceClient({
    service: 'auth',
    baseUrl: 'http://127.0.0.1:1',
    identityKey: TEST_IDENTITY_KEYS.catalog,
  });
  const app = await buildApp({ database, publicUrl: PUBLIC_URL, auth }, TEST_APP_OPTIONS);
  const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    call(app, { method, url, payload }, asAdmin());

  return {
    app,
    database,
    databaseUrl: testDatabase.url,
    /** Creates a product as the administrator. @returns the response */
    post: (body: object = {}) => send('POST', '/api/products', { ...VALID, ...body }),
    /** Changes a product as the administrator. @returns the response */
    patch: (id: number, body: object) => send('PATCH', `/api/products/${id}`, body),
    /** Deletes a product as the administrator. @returns the response */
    remove: (id: number) => call(app, { method: 'DELETE', url: `/api/products/${id}` }, asAdmin()),
    async createProduct(body: object = {}): Promise<Product> {
      const response = await send('POST', '/api/products', { ...VALID, ...body });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json<Product>();
    },
    /** An image, loaded from the URL in a response. */
    loadImage: (address: string) => call(app, { url: new URL(address).pathname }),
    async close() {
      await app.close();
      await database.$disconnect();
      await testDatabase.remove();
    },
  };
}

export type Catalog = Awaited<ReturnType<typeof startCatalog>>;

const VALID = { name: 'Lampe solaire', description: 'Éclaire toute la nuit.', price: '12 500 FCFA' };

let colour = 0;

/** A unique image, as a data URL. */
export async function drawImage({ width = 800, height = 600 } = {}): Promise<string> {
  colour += 1;
  const background = { r: colour % 256, g: process.pid % 256, b: colour >> 8 };
  return dataUrl(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}

export const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
