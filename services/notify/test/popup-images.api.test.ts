import { randomBytes } from 'node:crypto';
import { IMAGE_INVALID } from '@fasocolis/contracts/images';
import { POPUP_IMAGE_MAX_BYTES, POPUP_IMAGE_TOO_LARGE, type Popup } from '@fasocolis/contracts/popups';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeUnusedImages } from '../src/popups/popup-images.ts';
import { type Notify, startNotify } from './helpers.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
beforeEach(async () => {
  await notify.database.popup.deleteMany();
  await notify.database.storedImage.deleteMany();
});
afterAll(() => notify.close());

const url = '/api/popup-notifications';
const HOME = 'https://colis.example.com';
const HOUR_MS = 3_600_000;

const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const picture = (width: number, height: number, background = '#f59e0b') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const post = (imageUrl: unknown) =>
  call(notify.app, { method: 'POST', url, payload: { title: 'x', content: 'x', imageUrl } }, asAdmin());
const create = async (imageUrl: unknown) => {
  const response = await post(imageUrl);
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<Popup>();
};
const patch = (id: number, imageUrl: unknown) =>
  call(notify.app, { method: 'PATCH', url: `${url}/${id}`, payload: { imageUrl } }, asAdmin());
const get = (address: string | null) => call(notify.app, { url: address?.replace(HOME, '') ?? '/none' });
const images = () => notify.database.storedImage.count();

describe('the image of a popup', () => {
  it('is returned as a public URL that browsers cache', async () => {
    const { imageUrl } = await create(dataUrl(await picture(1600, 900)));
    expect(imageUrl).toMatch(/^https:\/\/colis\.example\.com\/api\/popup-notifications\/images\/[\w-]{43}-1280\.webp$/);
    const response = await get(imageUrl);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 720 });
    for (const width of [320, 640]) {
      const small = await get(imageUrl?.replace('-1280', `-${width}`) ?? null);
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width });
    }
    expect((await get(imageUrl?.replace('-1280', '-800') ?? null)).statusCode).toBe(404);
  });

  it('is returned in its largest width when the original is small', async () => {
    const { imageUrl } = await create(dataUrl(await picture(500, 100)));
    expect(imageUrl).toMatch(/-640\.webp$/);
    expect(await sharp((await get(imageUrl)).rawPayload).metadata()).toMatchObject({ width: 500, height: 100 });
  });

  it('is stored once however often it is uploaded, concurrently or later', async () => {
    const upload = dataUrl(await picture(50, 50, '#111111'));
    const popups = await Promise.all([create(upload), create(upload), create(upload)]);
    expect(new Set(popups.map(({ imageUrl }) => imageUrl)).size).toBe(1);
    expect((await create(upload)).imageUrl).toBe(popups[0]?.imageUrl);
    expect(await images()).toBe(1);
  });

  it('is kept when its own URL is sent back, and removed when none is sent', async () => {
    const { id, imageUrl } = await create(dataUrl(await picture(700, 50)));
    expect((await patch(id, imageUrl)).json()).toMatchObject({ id, imageUrl });
    expect((await patch(id, imageUrl?.replace('-1280', '-320'))).json()).toMatchObject({ id, imageUrl });
    expect((await create(imageUrl)).imageUrl).toBe(imageUrl);
    expect(await images()).toBe(1);
    expect((await patch(id, '')).json()).toMatchObject({ id, imageUrl: null });
    const unknown = `${HOME}${url}/images/${'x'.repeat(43)}-320.webp`;
    for (const address of [unknown, `${HOME}${url}/images/logo.svg`]) {
      const response = await patch(id, address);
      expect([response.statusCode, response.json().errors]).toEqual([400, { imageUrl: IMAGE_INVALID }]);
    }
  });

  it('may be an external URL, which is stored unchanged', async () => {
    const { id } = await create(dataUrl(await picture(9, 9)));
    const imageUrl = 'http://images.example.com/a b.jpg?x=1';
    expect((await patch(id, imageUrl)).json()).toMatchObject({ imageUrl });
    const response = await patch(id, 'ftp://images.example.com/a.jpg');
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      "L'URL doit commencer par http://, https:// ou être une image encodée en base64",
    ]);
    expect((await patch(id, `https://example.com/${'x'.repeat(2000)}`)).statusCode).toBe(400);
  });

  it('may have exactly two megabytes and not one byte more [CONST-042]', async () => {
    const upload = await jpegOf(POPUP_IMAGE_MAX_BYTES);
    expect(upload).toHaveLength(2_097_152);
    expect((await post(dataUrl(upload, 'image/jpeg'))).statusCode).toBe(201);
    const response = await post(dataUrl(Buffer.concat([upload, Buffer.alloc(1)]), 'image/jpeg'));
    expect([response.statusCode, response.json().errors]).toEqual([400, { imageUrl: POPUP_IMAGE_TOO_LARGE }]);
    expect(POPUP_IMAGE_TOO_LARGE).toBe("La taille de l'image ne doit pas dépasser 2 MB.");
  });

  it('is validated by its content, not by the type it claims', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const faulty = [
      dataUrl(Buffer.from(svg), 'image/svg+xml'),
      dataUrl(Buffer.from(svg), 'image/png'),
      dataUrl(Buffer.from('%PDF-1.7'), 'image/jpeg'),
      dataUrl((await jpegOf(100_000)).subarray(0, 10_000), 'image/jpeg'),
      dataUrl(await picture(12_000, 8000)),
      'data:image/png;base64,%%%',
      'data:image/png,plain',
      'data:',
    ];
    for (const imageUrl of faulty) {
      const response = await post(imageUrl);
      expect([response.statusCode, response.json().errors], imageUrl.slice(0, 60)).toEqual([
        400,
        { imageUrl: 'Veuillez sélectionner une image valide.' },
      ]);
    }
    expect((await post(dataUrl(await picture(9, 9), 'text/plain'))).statusCode).toBe(201);
    expect(await images()).toBe(1);
  });

  it('is not stored by a request that fails for another reason', async () => {
    const { id, imageUrl } = await create(dataUrl(await picture(9, 9, '#222222')));
    const other = dataUrl(await picture(9, 9, '#333333'));
    const payload = { imageUrl: other, startDate: '2026-12-02', endDate: '2026-12-01' };
    expect((await call(notify.app, { method: 'PATCH', url: `${url}/${id}`, payload }, asAdmin())).statusCode).toBe(400);
    expect((await call(notify.app, { method: 'PATCH', url: `${url}/99`, payload }, asAdmin())).statusCode).toBe(400);
    expect((await patch(999_999, other)).statusCode).toBe(404);
    expect(await images()).toBe(1);
    expect((await patch(id, imageUrl)).json()).toMatchObject({ imageUrl });
  });
});

describe('images without a popup', () => {
  it('are deleted after an hour', async () => {
    const { id, imageUrl } = await create(dataUrl(await picture(9, 9, '#444444')));
    const kept = await create(dataUrl(await picture(9, 9, '#555555')));
    await patch(id, null);
    expect(await removeUnusedImages(notify.database)).toBe(0);
    expect(await removeUnusedImages(notify.database, new Date(Date.now() + HOUR_MS))).toBe(1);
    expect((await get(imageUrl)).statusCode).toBe(404);
    expect((await get(kept.imageUrl)).statusCode).toBe(200);
    expect(await notify.database.imageVariant.count()).toBe(1);
  });

  it('may be uploaded again at the moment of their deletion', async () => {
    const upload = dataUrl(await picture(9, 9, '#666666'));
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create(upload);
      await call(notify.app, { method: 'DELETE', url: `${url}/${id}` }, asAdmin());
      await notify.database.storedImage.updateMany({ data: { createdAt: new Date(0) } });
      const [again] = await Promise.all([post(upload), removeUnusedImages(notify.database)]);
      expect(again.statusCode).toBe(201);
      expect((await get(again.json<Popup>().imageUrl)).statusCode).toBe(200);
      await notify.database.popup.deleteMany();
    }
  });
});

/** A valid JPEG of exactly this size: decoders ignore the bytes after its end. */
async function jpegOf(size: number): Promise<Buffer> {
  const side = 200;
  const jpeg = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
}
