import { PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_PREVIEW, PRODUCT_IMAGE_TOO_LARGE } from '@fasocolis/contracts/catalog';
import { tooLong } from '@fasocolis/contracts/common';
import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { convertImage, hashImage } from '@fasocolis/image-kit/convert';
import { isDataUrl, readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import { imageFile, parseImageFile } from '@fasocolis/image-kit/image-routes';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

const MAX_ADDRESS = 2000;

interface KeptImage {
  hash: string;
  width: number;
}

type ImagePlace = { address: string } | KeptImage;

export class ProductImages {
  readonly #database: Database;
  readonly #home: string;

  constructor(database: Database, publicUrl: string) {
    this.#database = database;
    this.#home = new URL(catalogOperations.getProductImage.path.replace(':file', ''), publicUrl).href;
  }

  urlOf = (hash: string, width: number) => this.#home + imageFile(hash, width);

  /**
   * Accepts images as the form sends them, by the name of their field: a file in a data URL, a URL of ours, or an
   * external URL. One after the other, so that four large images need the memory of one.
   */
  async receive(values: ReadonlyMap<string, string>): Promise<ImagePlace[]> {
    const places: ImagePlace[] = [];
    const fields: Record<string, string> = {};
    for (const [field, value] of values) {
      try {
        places.push(await this.#receive(value));
      } catch (cause) {
        if (!(cause instanceof ImageRefused) && !(cause instanceof AppError && cause.code === 'validation'))
          throw cause;
        fields[field] = cause instanceof ImageRefused ? sentenceFor(cause) : cause.message;
      }
    }
    const [message] = Object.values(fields);
    if (message !== undefined) throw new AppError('validation', message, { fields });
    return places;
  }

  async keep(bytes: Uint8Array): Promise<KeptImage> {
    const hash = hashImage(bytes);
    const kept = await this.#touch(hash);
    if (kept) return kept;
    const variants = await convertImage(bytes);
    const largest = variants.reduce((one, other) => (other.width > one.width ? other : one));
    const preview = await drawPreview(largest.bytes);
    await this.#database.$transaction([
      this.#database.storedImage.createMany({ data: [{ hash, width: largest.width, preview }], skipDuplicates: true }),
      this.#database.imageVariant.createMany({
        data: variants.map((variant) => ({ hash, ...variant })),
        skipDuplicates: true,
      }),
    ]);
    return { hash, width: largest.width };
  }

  async load(hash: string, width: number): Promise<Uint8Array | null> {
    const variant = await this.#database.imageVariant.findUnique({ where: { hash_width: { hash, width } } });
    return variant?.bytes ?? null;
  }

  async loadPreview(hash: string): Promise<Uint8Array | null> {
    const image = await this.#database.storedImage.findUnique({ where: { hash }, select: { preview: true } });
    return image?.preview ?? null;
  }

  async #receive(value: string): Promise<ImagePlace> {
    if (isDataUrl(value)) return this.keep(readDataUrl(value, PRODUCT_IMAGE_MAX_BYTES));
    if (!value.startsWith(this.#home)) return { address: checkAddress(value) };
    const hash = parseImageFile(value.slice(this.#home.length))?.hash;
    const kept = hash === undefined ? undefined : await this.#touch(hash);
    if (!kept) throw new ImageRefused('not-an-image');
    return kept;
  }

  /** Renews an image, so that it is not deleted before its product is written. */
  async #touch(hash: string): Promise<KeptImage | undefined> {
    const data = { usedAt: new Date() };
    const select = { hash: true, width: true };
    const [kept] = await this.#database.storedImage.updateManyAndReturn({ where: { hash }, data, select });
    return kept;
  }
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
  // In one statement, so that an image that is renewed concurrently is kept.
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
