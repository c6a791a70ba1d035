import { PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_PREVIEW, PRODUCT_IMAGE_TOO_LARGE } from '@fasocolis/contracts/catalog';
import { tooLong } from '@fasocolis/contracts/common';
import { IMAGE_ADDRESS_INVALID, IMAGE_INVALID } from '@fasocolis/contracts/images';
import { convertImage, hashImage } from '@fasocolis/image-kit/convert';
import { isDataUrl, readDataUrl } from '@fasocolis/image-kit/data-url';
import { ImageRefused } from '@fasocolis/image-kit/image-refused';
import { imageFile, parseImageFile } from '@fasocolis/image-kit/image-routes';
import { loadSharp } from '@fasocolis/image-kit/sharp';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

export const PRODUCT_IMAGES_PATH = '/api/product-images';

const MAX_ADDRESS = 2000;

/** An image of ours, and the largest width it is kept in. */
interface KeptImage {
  hash: string;
  width: number;
}

/** Where an image is: at somebody else's address, or with us. */
type ImagePlace = { address: string } | KeptImage;

/** The images of products, each kept once however many show it. */
export class ProductImages {
  readonly #database: Database;
  /** What the addresses of our own images begin with. */
  readonly #home: string;

  constructor(database: Database, publicUrl: string) {
    this.#database = database;
    this.#home = new URL(`${PRODUCT_IMAGES_PATH}/`, publicUrl).href;
  }

  /** The address people load an image from. */
  urlOf = (hash: string, width: number) => this.#home + imageFile(hash, width);

  /**
   * Takes images as the form sends them, by the name of their field: a file in a data URL, our own address of one, or
   * anybody's address. One after the other, so that a product with four large ones needs the memory of one.
   * @throws AppError `validation` naming the fields with files that are too large or no images
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

  /** Takes a file. @throws ImageRefused */
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

  /** Makes an image new again, so that it is not removed before its product is written. */
  async #touch(hash: string): Promise<KeptImage | undefined> {
    const data = { usedAt: new Date() };
    const select = { hash: true, width: true };
    const [kept] = await this.#database.storedImage.updateManyAndReturn({ where: { hash }, data, select });
    return kept;
  }
}

function checkAddress(address: string): string {
  if (address.length > MAX_ADDRESS) throw new AppError('validation', tooLong(MAX_ADDRESS));
  if (/\p{C}/u.test(address)) throw new AppError('validation', IMAGE_ADDRESS_INVALID);
  return address;
}

const sentenceFor = ({ reason }: ImageRefused) => (reason === 'not-an-image' ? IMAGE_INVALID : PRODUCT_IMAGE_TOO_LARGE);

/** How long an image may wait for the product it was uploaded for. */
const UNUSED_MS = 3_600_000;

/** Removes images that no product shows (any more). @returns how many there were */
export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // In one statement: an image that is touched meanwhile is checked by its new time.
  return database.$executeRaw`
    DELETE FROM images
    WHERE used_at < ${since} AND NOT EXISTS (SELECT FROM product_images WHERE product_images.hash = images.hash)`;
}

const CANVAS = '#f3f4f6';

/** The picture messengers show with a link: the whole image, on the grey of the site. WhatsApp takes up to 300 kB. */
async function drawPreview(image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const jpeg = await sharp(image)
    .resize({ ...PRODUCT_IMAGE_PREVIEW, fit: 'contain', background: CANVAS })
    .flatten({ background: CANVAS })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
