import { type Product, ProductsSchema, previewImageOf } from '@fasocolis/contracts/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';

let stack: CommonStack;
let cookie: string;
beforeAll(async () => {
  stack = await useCommonStack();
  const signedIn = await fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword }),
  });
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterAll(() => stack?.stop());

const MIB = 1024 * 1024;
/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4Oo8bAAQqAZ85RU3SAAAAAElFTkSuQmCC',
  'base64',
);

const create = (body: object) =>
  fetch(`${stack.url}/api/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'Lampe', description: 'Solaire.', price: '12 500 FCFA', ...body }),
  });

describe('a product through the gateway', () => {
  it('may contain an image of five megabytes, which browsers cache [API-063]', async () => {
    // The PNG ends before the bytes do.
    const upload = Buffer.concat([PICTURE, Buffer.alloc(5 * MIB - PICTURE.length)]);
    const response = await create({ imageUrl: `data:image/png;base64,${upload.toString('base64')}` });
    expect(response.status).toBe(201);
    const { imageUrl } = (await response.json()) as Product;
    const image = await fetch(String(imageUrl));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is refused with 413 JSON above thirty megabytes', async () => {
    const response = await create({ imageUrl: `data:image/png;base64,${'A'.repeat(30 * MIB)}` });
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ message: 'Contenu trop volumineux', code: 'too-large' }),
    ]);
  });

  it('is revalidated with a few bytes', async () => {
    const first = await fetch(`${stack.url}/api/products`);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await fetch(`${stack.url}/api/products`, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has a page whose preview shows its image', async () => {
    const filter = encodeURIComponent('{"q":"montre connectée"}');
    const found = await fetch(`${stack.url}/api/products?filter=${filter}`);
    const [watch] = ProductsSchema.parse(await found.json());
    const page = await (await fetch(`${stack.url}/product/${watch?.id}`)).text();
    const picture = previewImageOf(String(watch?.imageUrl)) ?? '';
    expect(page).toContain(`<meta property="og:title" content="${watch?.name}"/>`);
    expect(page).toContain(`<meta property="og:image" content="${picture}"/>`);
    const jpeg = await fetch(picture);
    expect([jpeg.status, jpeg.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await jpeg.arrayBuffer()).byteLength).toBeLessThan(300_000);
  });
});

describe("a parcel's page", () => {
  it('has a preview with its reference and status', async () => {
    const page = await (await fetch(`${stack.url}/?tracking=demo-0003`)).text();
    expect(page).toContain('<meta property="og:title" content="Colis DEMO0003\u00a0: En Transit"/>');
  });
});
