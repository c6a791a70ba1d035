import { IMAGE_INVALID } from '@fasocolis/contracts/images';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { POPUP_IMAGE_MAX_BYTES, POPUP_IMAGE_TOO_LARGE } from '@fasocolis/contracts/popups';
import { convertImage, hashImage } from '@fasocolis/image-kit/convert';
import { isDataUrl, readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import { imageFile, parseImageFile } from '@fasocolis/image-kit/image-routes';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

export interface PopupImage {
  imageAddress: string | null;
  imageHash: string | null;
}

export class PopupImages {
  readonly #database: Database;
  readonly #home: string;

  constructor(database: Database, publicUrl: string) {
    this.#database = database;
    this.#home = new URL(notificationOperations.getPopupImage.path.replace(':file', ''), publicUrl).href;
  }

  urlOf = (hash: string, width: number) => this.#home + imageFile(hash, width);

  async receive(value: string | null): Promise<PopupImage> {
    if (value === null) return { imageAddress: null, imageHash: null };
    if (value.startsWith(this.#home)) return { imageAddress: null, imageHash: await this.#ownImage(value) };
    if (!isDataUrl(value)) return { imageAddress: value, imageHash: null };
    try {
      return { imageAddress: null, imageHash: await this.#keep(readDataUrl(value, POPUP_IMAGE_MAX_BYTES)) };
    } catch (cause) {
      if (!(cause instanceof ImageRefused)) throw cause;
      throw refusal(cause.messageWith(POPUP_IMAGE_TOO_LARGE), cause);
    }
  }

  async load(hash: string, width: number): Promise<Uint8Array | null> {
    const variant = await this.#database.imageVariant.findUnique({ where: { hash_width: { hash, width } } });
    return variant?.bytes ?? null;
  }

  async #ownImage(url: string): Promise<string> {
    const hash = parseImageFile(url.slice(this.#home.length))?.hash;
    if (hash === undefined || !(await this.#touch(hash))) throw refusal(IMAGE_INVALID);
    return hash;
  }

  async #keep(bytes: Uint8Array): Promise<string> {
    const hash = hashImage(bytes);
    if (await this.#touch(hash)) return hash;
    const variants = await convertImage(bytes);
    await this.#database.$transaction([
      this.#database.storedImage.createMany({ data: [{ hash }], skipDuplicates: true }),
      this.#database.imageVariant.createMany({
        data: variants.map((variant) => ({ hash, ...variant })),
        skipDuplicates: true,
      }),
    ]);
    return hash;
  }

  /** Protects an image from the clean-up until its popup is written. */
  async #touch(hash: string): Promise<boolean> {
    const { count } = await this.#database.storedImage.updateMany({ where: { hash }, data: { createdAt: new Date() } });
    return count === 1;
  }
}

const refusal = (message: string, cause?: unknown) => AppError.field('imageUrl', message, { cause });

const UNUSED_MS = 3_600_000;

export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // In one statement, so that a concurrent upload counts.
  return database.$executeRaw`
    DELETE FROM images i
    WHERE created_at < ${since} AND NOT EXISTS (SELECT FROM popups p WHERE p.image_hash = i.hash)`;
}
