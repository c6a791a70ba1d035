import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { operation } from '@fasocolis/contracts/operations/operation';
import { createService } from '@fasocolis/service-kit/http/service';
import { call, TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertImage, hashImage } from '../src/convert.ts';
import { isDataUrl, readDataUrl } from '../src/data-url.ts';
import { ImageRefused } from '../src/image-refused.ts';
import { imageFile, parseImageFile, registerImages } from '../src/image-routes.ts';

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
/** Random pixels, which do not compress. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const plain = (width: number, height: number, background = '#c0ffee') =>
  sharp({ create: { width, height, channels: 3, background } });
const refusal = (reason: string) => expect.objectContaining({ name: 'ImageRefused', reason });
const sizesOf = async (bytes: Uint8Array) =>
  Promise.all(
    (await convertImage(bytes)).map(async (variant) => {
      const { format, width, height } = await sharp(variant.bytes).metadata();
      return [variant.width, format, width, height];
    }),
  );

describe('readDataUrl', () => {
  it('returns the bytes, whatever type is claimed', () => {
    const bytes = randomBytes(1000);
    for (const type of ['image/png', 'text/plain', 'image/svg+xml;charset=utf-8', '']) {
      expect(readDataUrl(dataUrl(bytes, type), 1000)).toEqual(bytes);
    }
  });

  it('accepts exactly the limit and not one byte more', () => {
    for (const size of [998, 999, 1000]) expect(readDataUrl(dataUrl(randomBytes(size)), 1000)).toHaveLength(size);
    expect(() => readDataUrl(dataUrl(randomBytes(1001)), 1000)).toThrow(refusal('too-many-bytes'));
  });

  it.each(['data:', 'data:image/png,abc', 'data:image/png;base64,', 'data:image/png;base64,ab$=', 'data:;base64,abc'])(
    'refuses %s',
    (text) => {
      expect(isDataUrl(text)).toBe(true);
      expect(() => readDataUrl(text, 1000)).toThrow(refusal('not-an-image'));
    },
  );
});

describe('convertImage', () => {
  it('converts a large image to WebP in three widths', async () => {
    const expected = [
      [320, 'webp', 320, 240],
      [640, 'webp', 640, 480],
      [1280, 'webp', 1280, 960],
    ];
    expect(await sizesOf(await noise(1600, 1200).jpeg().toBuffer())).toEqual(expected);
    expect(await sizesOf(await plain(1600, 1200).png().toBuffer())).toEqual(expected);
    expect(await sizesOf(await plain(1600, 1200).webp().toBuffer())).toEqual(expected);
    expect(await sizesOf(await plain(1600, 1200).gif().toBuffer())).toEqual(expected);
  });

  it('never enlarges an image, and stops at the first width that holds all of it', async () => {
    expect(await sizesOf(await plain(500, 100).png().toBuffer())).toEqual([
      [320, 'webp', 320, 64],
      [640, 'webp', 500, 100],
    ]);
    expect(await sizesOf(await plain(20, 10).png().toBuffer())).toEqual([[320, 'webp', 20, 10]]);
  });

  it('scales down an extremely tall image', async () => {
    expect(await sizesOf(await plain(300, 20_000).png().toBuffer())).toEqual([[320, 'webp', 19, 1280]]);
  });

  it('keeps transparency, and the colours of every colour space', async () => {
    const clear = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const print = await plain(10, 10, '#ff0000').toColourspace('cmyk').jpeg().toBuffer();
    const deep = await plain(10, 10, '#ff0000').toColourspace('rgb16').png().toBuffer();
    const grey = await plain(10, 10, '#777777').toColourspace('b-w').png().toBuffer();
    const pixelOf = async (bytes: Uint8Array) => {
      const [variant] = await convertImage(bytes);
      return [...(await sharp(variant?.bytes).raw().toBuffer()).subarray(0, 4)];
    };
    expect((await pixelOf(clear))[3]).toBe(128);
    for (const bytes of [print, deep]) {
      const [red = 0, green = 255] = await pixelOf(bytes);
      expect(red - green).toBeGreaterThan(150);
    }
    const [red = 0, green = 0] = await pixelOf(grey);
    expect([Math.abs(red - 0x77) < 8, Math.abs(green - 0x77) < 8]).toEqual([true, true]);
  });

  it('rotates photos upright and removes the metadata of place and camera', async () => {
    const photo = await noise(400, 200)
      .withExif({ IFD0: { Copyright: 'Awa', Make: 'Secret' }, IFD3: { GPSLatitude: '12/1 22/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const variants = await convertImage(photo);
    for (const { bytes } of variants) {
      const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect(height).toBe(width * 2);
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
    expect(variants).toHaveLength(1);
  });

  it('keeps the first frame of an animation', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => plain(40, 30, colour).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);
    const [variant] = await convertImage(animation);
    const { pages, width, height } = await sharp(variant?.bytes, { animated: true }).metadata();
    expect([pages ?? 1, width, height]).toEqual([1, 40, 30]);
  });

  it('refuses files that are no image, truncated, or of a format that can run code', async () => {
    const jpeg = await noise(400, 400).jpeg().toBuffer();
    const png = await noise(100, 100).png().toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const faulty: [string, Uint8Array][] = [
      ['a JPEG cut in half', jpeg.subarray(0, jpeg.length / 2)],
      ['a PNG cut in half', png.subarray(0, png.length / 2)],
      ['a renamed PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
      ['an SVG with a script', Buffer.from(svg)],
      ['an SVG behind an XML head', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
      ['a TIFF', await plain(9, 9).tiff().toBuffer()],
      ['an AVIF', await plain(9, 9).avif().toBuffer()],
      ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['the head of a PNG alone', png.subarray(0, 8)],
      ['nothing', Buffer.alloc(0)],
      ['noise', randomBytes(5000)],
    ];
    for (const [name, bytes] of faulty) {
      await expect(convertImage(bytes), name).rejects.toEqual(refusal('not-an-image'));
    }
  });

  it('refuses a small file that would decode to a huge image, without allocating the memory', async () => {
    const before = process.memoryUsage.rss();
    const bomb = pngOf(20_000, 20_000);
    expect(bomb.length).toBeLessThan(2_097_152);
    await expect(convertImage(bomb)).rejects.toEqual(refusal('too-many-pixels'));
    await expect(convertImage(pngOf(50_001, 1000))).rejects.toBeInstanceOf(ImageRefused);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('converts the largest accepted image in little memory', async () => {
    const large = pngOf(10_000, 5000);
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    expect(await sizesOf(large)).toHaveLength(3);
    clearInterval(watch);
    expect(peak - before).toBeLessThan(120 * 1024 * 1024);
  });

  it('still works after a failed conversion', async () => {
    const good = await plain(10, 10).png().toBuffer();
    const results = await Promise.allSettled([good, Buffer.from('x'), good].map((bytes) => convertImage(bytes)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

/**
 * A PNG of one colour with one bit per pixel, written by hand, because an image library would allocate the whole image.
 */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

describe('registerImages', () => {
  const hash = hashImage(Buffer.from('an upload'));
  const bytes = new Uint8Array([1, 2, 3]);
  let app: Awaited<ReturnType<typeof createService>>;
  beforeAll(async () => {
    app = await createService({ name: 'images', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });
    const load = async (requested: string, width: number) => (requested === hash && width === 320 ? bytes : null);
    const getThing = operation('GET /api/things/images/:file', 'public', { responses: {} });
    registerImages(app, { ...getThing, id: 'getThing' }, load);
  });
  afterAll(() => app.close());
  const get = (file: string, headers = {}) => call(app, { url: `/api/things/images/${file}`, headers });

  it('lets browsers cache an image forever', async () => {
    const response = await get(imageFile(hash, 320));
    expect([response.statusCode, [...response.rawPayload]]).toEqual([200, [1, 2, 3]]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '3',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}-320.webp"`,
    });
    const again = await get(imageFile(hash, 320), { 'if-none-match': String(response.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(imageFile(hash, 320), { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });

  it('responds with 404 in JSON to every other name', async () => {
    for (const file of [
      `${hash}-640.webp`,
      `${hash}.webp`,
      'x-320.webp',
      '..%2f..%2fetc%2fpasswd',
      `${hash}-320.svg`,
    ]) {
      const response = await get(file);
      expect([response.statusCode, response.json().code], file).toEqual([404, 'not-found']);
      expect(response.headers['cache-control']).toBeUndefined();
    }
  });

  it('parses the names that it creates', () => {
    expect(parseImageFile(imageFile(hash, 1280))).toEqual({ hash, width: 1280 });
    expect(parseImageFile('logo.svg')).toBeNull();
  });
});
