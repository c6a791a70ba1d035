import { IMAGE_INVALID } from '@fasocolis/contracts/images';
import { POPUP_IMAGE_MAX_BYTES, POPUP_IMAGE_TOO_LARGE } from '@fasocolis/contracts/popups';
import { convertImage, hashImage } from '@fasocolis/image-kit/convert';
import { isDataUrl, readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import type { ImageUrls } from '@fasocolis/image-kit/image-routes';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

export interface PopupImage {
  imageAddress: string | null;
  imageHash: string | null;
}

export interface PopupDependencies {
  database: Database;
  urls: ImageUrls;
}

export async function receiveImage({ database, urls }: PopupDependencies, value: string | null): Promise<PopupImage> {
  if (value === null) return { imageAddress: null, imageHash: null };
  if (urls.include(value)) {
    const hash = urls.hashIn(value);
    if (hash === undefined || !(await touch(database, hash))) throw refusal(IMAGE_INVALID);
    return { imageAddress: null, imageHash: hash };
  }
  if (!isDataUrl(value)) return { imageAddress: value, imageHash: null };
  try {
    return { imageAddress: null, imageHash: await keep(database, readDataUrl(value, POPUP_IMAGE_MAX_BYTES)) };
  } catch (cause) {
    if (!(cause instanceof ImageRefused)) throw cause;
    throw refusal(cause.messageWith(POPUP_IMAGE_TOO_LARGE), cause);
  }
}

async function keep(database: Database, bytes: Uint8Array): Promise<string> {
  const hash = hashImage(bytes);
  if (await touch(database, hash)) return hash;
  const variants = await convertImage(bytes);
  await database.$transaction([
    database.storedImage.createMany({ data: [{ hash }], skipDuplicates: true }),
    database.imageVariant.createMany({
      data: variants.map((variant) => ({ hash, ...variant })),
      skipDuplicates: true,
    }),
  ]);
  return hash;
}

/** Protects an image from the clean-up until its popup is written. */
async function touch(database: Database, hash: string): Promise<boolean> {
  const { count } = await database.storedImage.updateMany({ where: { hash }, data: { createdAt: new Date() } });
  return count === 1;
}

const refusal = (message: string, cause?: unknown) => AppError.field('imageUrl', message, { cause });

const UNUSED_MS = 3_600_000;

export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // It is one statement, so that a concurrent upload counts.
  return database.$executeRaw`
    DELETE FROM images i
    WHERE created_at < ${since} AND NOT EXISTS (SELECT FROM popups p WHERE p.image_hash = i.hash)`;
}
