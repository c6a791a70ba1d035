import { randomBytes } from 'node:crypto';
import { previewImageOf } from '@fasocolis/contracts/catalog';
import { call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeUnusedImages } from '../src/shared/product-images.ts';
import { type Catalog, dataUrl, drawImage, PUBLIC_URL, startCatalog } from './helpers.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.close());

const INVALID = 'Veuillez sélectionner une image valide.';
const TOO_LARGE = "L'image ne doit pas dépasser 10 Mo et 50 mégapixels.";
const ADDRESS = new RegExp(`^${PUBLIC_URL}/api/product-images/[\\w-]{43}-(320|640|1280)\\.webp$`);
const MIB = 1024 * 1024;

/** A JPEG of exactly that many bytes: decoders ignore what follows its end. */
async function jpegOf(bytes: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#14532d' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([picture, randomBytes(bytes - picture.length)]);
}

describe('an image sent with a product', () => {
  it('is converted to WebP in three widths, at URLs of ours that browsers cache forever [D-80]', async () => {
    const { imageUrl } = await catalog.createProduct({ imageUrl: await drawImage({ width: 1600, height: 1200 }) });
    expect(imageUrl).toMatch(ADDRESS);
    const address = String(imageUrl);
    expect(address).toContain('-1280.webp');
    for (const width of [320, 640, 1280]) {
      const response = await catalog.loadImage(address.replace('-1280.', `-${width}.`));
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect((await catalog.loadImage(address.replace('-1280.', '-500.'))).statusCode).toBe(404);
  });

  it('has the largest stored width in its name', async () => {
    const { imageUrl } = await catalog.createProduct({ imageUrl: await drawImage({ width: 500, height: 500 }) });
    expect(imageUrl).toContain('-640.webp');
    expect((await catalog.loadImage(String(imageUrl))).statusCode).toBe(200);
  });

  it('may be one of four', async () => {
    const images = await Promise.all([drawImage(), drawImage(), drawImage(), drawImage()]);
    const [imageUrl, ...imageUrls] = images;
    const product = await catalog.createProduct({ imageUrl, imageUrls });
    const addresses = [String(product.imageUrl), ...product.imageUrls];
    expect(new Set(addresses).size).toBe(4);
    for (const address of addresses) expect((await catalog.loadImage(address)).statusCode).toBe(200);
  });

  it('is stored once for several products', async () => {
    const image = await drawImage();
    const before = await catalog.database.storedImage.count();
    const first = await catalog.createProduct({ imageUrl: image, imageUrls: [image] });
    const second = await catalog.createProduct({ imageUrl: image });
    expect([...first.imageUrls, second.imageUrl]).toEqual([first.imageUrl, first.imageUrl]);
    expect(await catalog.database.storedImage.count()).toBe(before + 1);
  });

  it('is stored once when it is uploaded several times concurrently', async () => {
    const image = await drawImage();
    const products = await Promise.all(Array.from({ length: 4 }, () => catalog.createProduct({ imageUrl: image })));
    expect(new Set(products.map(({ imageUrl }) => imageUrl)).size).toBe(1);
  });

  it('is kept when its own URL is sent back [D-80]', async () => {
    const { id, imageUrl, imageUrls } = await catalog.createProduct({
      imageUrl: await drawImage(),
      imageUrls: [await drawImage()],
    });
    const response = await catalog.patch(id, { imageUrl, imageUrls });
    expect(response.json()).toMatchObject({ imageUrl, imageUrls });
    const smaller = await catalog.patch(id, { imageUrl: String(imageUrl).replace(/-\d+\.webp/, '-320.webp') });
    expect(smaller.json().imageUrl).toBe(imageUrl);
  });

  it('is refused when a URL of ours does not exist', async () => {
    const unknown = randomBytes(32).toString('base64url');
    for (const imageUrl of [
      `${PUBLIC_URL}/api/product-images/${unknown}-640.webp`,
      `${PUBLIC_URL}/api/product-images/x`,
    ]) {
      const response = await catalog.post({ imageUrl });
      expect([response.statusCode, response.json().errors]).toEqual([400, { imageUrl: INVALID }]);
    }
  });

  it('is rotated upright, without the metadata of its camera', async () => {
    const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#f59e0b' } });
    const photo = await picture.jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { imageUrl } = await catalog.createProduct({ imageUrl: dataUrl(photo) });
    const { rawPayload } = await catalog.loadImage(String(imageUrl));
    const { width, height, exif } = await sharp(rawPayload).metadata();
    expect({ width, height, exif }).toEqual({ width: 200, height: 400, exif: undefined });
  });

  it('is refused with its field when it is not an image [D-80, D-87]', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    const noise = { raw: { width: 90, height: 90, channels: 3 } } as const;
    const jpeg = await sharp(randomBytes(90 * 90 * 3), noise)
      .jpeg()
      .toBuffer();
    for (const file of [svg, Buffer.from('%PDF-1.7 …'), jpeg.subarray(0, jpeg.length / 2), randomBytes(500)]) {
      const response = await catalog.post({
        imageUrl: dataUrl(file, 'image/jpeg'),
        imageUrls: [await drawImage(), dataUrl(file)],
      });
      expect([response.statusCode, response.json()]).toEqual([
        400,
        expect.objectContaining({ message: INVALID, errors: { imageUrl: INVALID, 'imageUrls.1': INVALID } }),
      ]);
    }
    const broken = await catalog.post({ imageUrl: 'data:image/png;base64,%%%' });
    expect(broken.json().errors).toEqual({ imageUrl: INVALID });
  });

  it('may have ten megabytes and not one byte more [D-87]', async () => {
    expect((await catalog.post({ imageUrl: dataUrl(await jpegOf(10 * MIB)) })).statusCode).toBe(201);
    const response = await catalog.post({ imageUrls: [dataUrl(await jpegOf(10 * MIB + 1))] });
    expect([response.statusCode, response.json().errors]).toEqual([400, { 'imageUrls.0': TOO_LARGE }]);
  });

  it('may have fifty megapixels and not more [D-87]', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 5001, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const response = await catalog.post({ imageUrl: dataUrl(bomb) });
    expect([response.statusCode, response.json().errors]).toEqual([400, { imageUrl: TOO_LARGE }]);
  });

  it('is converted while the service responds to other requests', async () => {
    const noise = await sharp(randomBytes(2400 * 1800 * 3), { raw: { width: 2400, height: 1800, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer();
    let longest = 0;
    let last = performance.now();
    const clock = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const upload = catalog.post({ imageUrl: dataUrl(noise), imageUrls: [await drawImage()] });
    expect((await upload).statusCode).toBe(201);
    clearInterval(clock);
    expect(longest).toBeLessThan(400);
  });

  it('has a JPEG for link previews, small enough for WhatsApp', async () => {
    const { imageUrl } = await catalog.createProduct({ imageUrl: await drawImage() });
    const response = await catalog.loadImage(String(previewImageOf(String(imageUrl))));
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(response.rawPayload.length).toBeLessThan(300_000);
    for (const hash of ['a'.repeat(43), '%00']) {
      const missing = await call(catalog.app, { url: `/api/product-images/previews/${hash}.jpg` });
      expect(missing.statusCode, hash).toBe(404);
    }
  });
});

describe('images without a product', () => {
  const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);

  it('are deleted after an hour, and no others', async () => {
    const kept = await catalog.createProduct({ imageUrl: await drawImage() });
    const { id, imageUrl } = await catalog.createProduct({ imageUrl: await drawImage(), imageUrls: [kept.imageUrl] });
    await catalog.patch(id, { imageUrl: null });
    expect(await removeUnusedImages(catalog.database)).toBe(0);
    expect((await catalog.loadImage(String(imageUrl))).statusCode).toBe(200);
    expect(await removeUnusedImages(catalog.database, inTwoHours())).toBeGreaterThan(0);
    expect((await catalog.loadImage(String(imageUrl))).statusCode).toBe(404);
    expect((await catalog.loadImage(String(kept.imageUrl))).statusCode).toBe(200);
  });

  it('are deleted with their last product, and can be uploaded again', async () => {
    const image = await drawImage();
    const { id, imageUrl } = await catalog.createProduct({ imageUrl: image });
    await catalog.remove(id);
    await removeUnusedImages(catalog.database, inTwoHours());
    expect((await catalog.loadImage(String(imageUrl))).statusCode).toBe(404);
    expect((await catalog.createProduct({ imageUrl: image })).imageUrl).toBe(imageUrl);
    expect((await catalog.loadImage(String(imageUrl))).statusCode).toBe(200);
  });
});
