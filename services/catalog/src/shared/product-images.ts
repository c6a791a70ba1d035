import { PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_PREVIEW, PRODUCT_IMAGE_TOO_LARGE } from '@fasocolis/contracts/catalog';
import { tooLong } from '@fasocolis/contracts/common';
import { convertImage, hashImage } from '@fasocolis/image-kit/convert';
import { isDataUrl, readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import type { ImageUrls } from '@fasocolis/image-kit/image-routes';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

const MAX_ADDRESS = 2000;

interface KeptImage {
  hash: string;
  width: number;
}

type ImagePlace = { address: string } | KeptImage;

export interface ImageDependencies {
  database: Database;
  urls: ImageUrls;
}

/**
 * Accepts images as the form sends them, by the name of their field: a file in a data URL, a URL of ours, or an
 * external URL. One after the other, so that four large images need the memory of one.
 */
export async function receiveImages(
  dependencies: ImageDependencies,
  values: ReadonlyMap<string, string>,
): Promise<ImagePlace[]> {
  const places: ImagePlace[] = [];
  const fields: Record<string, string> = {};
  for (const [field, value] of values) {
    try {
      places.push(await receiveImage(dependencies, value));
    } catch (cause) {
      if (!(cause instanceof ImageRefused) && !(cause instanceof AppError && cause.code === 'validation')) throw cause;
      fields[field] = cause instanceof ImageRefused ? sentenceFor(cause) : cause.message;
    }
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new AppError('validation', message, { fields });
  return places;
}

export async function keepImage(database: Database, bytes: Uint8Array): Promise<KeptImage> {
  const hash = hashImage(bytes);
  const kept = await touch(database, hash);
  if (kept) return kept;
  const variants = await convertImage(bytes);
  const largest = variants.reduce((one, other) => (other.width > one.width ? other : one));
  const preview = await drawPreview(largest.bytes);
  await database.$transaction([
    database.storedImage.createMany({ data: [{ hash, width: largest.width, preview }], skipDuplicates: true }),
    database.imageVariant.createMany({
      data: variants.map((variant) => ({ hash, ...variant })),
      skipDuplicates: true,
    }),
  ]);
  return { hash, width: largest.width };
}

async function receiveImage({ database, urls }: ImageDependencies, value: string): Promise<ImagePlace> {
  if (isDataUrl(value)) return keepImage(database, readDataUrl(value, PRODUCT_IMAGE_MAX_BYTES));
  if (!urls.include(value)) return { address: checkAddress(value) };
  const hash = urls.hashIn(value);
  const kept = hash === undefined ? undefined : await touch(database, hash);
  if (!kept) throw new ImageRefused('not-an-image');
  return kept;
}

/** Renews an image, so that it is not deleted before its product is written. */
async function touch(database: Database, hash: string): Promise<KeptImage | undefined> {
  const data = { usedAt: new Date() };
  const select = { hash: true, width: true };
  const [kept] = await database.storedImage.updateManyAndReturn({ where: { hash }, data, select });
  return kept;
}

function checkAddress(address: string): string {
  if (address.length > MAX_ADDRESS) throw new AppError('validation', tooLong(MAX_ADDRESS));
  return address;
}

const sentenceFor = (refused: ImageRefused) =>
  refused.reason === 'too-many-pixels' ? PRODUCT_IMAGE_TOO_LARGE : refused.messageWith(PRODUCT_IMAGE_TOO_LARGE);

/** How long an image without a product is kept. */
const UNUSED_MS = 3_600_000;

export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // It is one statement, so that an image that is renewed concurrently is kept.
  return database.$executeRaw`
    DELETE FROM images
    WHERE used_at < ${since} AND NOT EXISTS (SELECT FROM product_images WHERE product_images.hash = images.hash)`;
}

const CANVAS = '#f3f4f6';

/** The JPEG for link previews: the whole image on the grey of the site. WhatsApp accepts up to 300 kB. */
async function drawPreview(image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const jpeg = await sharp(image)
    .resize({ ...PRODUCT_IMAGE_PREVIEW, fit: 'contain', background: CANVAS })
    .flatten({ background: CANVAS })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
