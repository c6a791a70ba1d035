import { createHash } from 'node:crypto';
import { IMAGE_WIDTHS } from '@fasocolis/contracts/images';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ImageRefused } from './image-refused.ts';
import { loadSharp } from './sharp.ts';

const MAX_PIXELS = 50_000_000;
/**
 * Pictures that cannot be decoded line by line are held whole: as many bytes take a process that serves others too
 * close to the memory limit of its container (docker-compose.yml).
 */
const MAX_BYTES_HELD = 320_000_000;
const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS);
/** Taller images are scaled down: WebP is limited to 16,383 pixels. */
const MAX_PROPORTION = 4;
const QUALITY = 76;

const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true };

interface ImageVariant {
  width: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The name of an upload: its content hash. */
export const hashImage = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

let last: Promise<unknown> = Promise.resolve();

/**
 * Converts an upload to WebP in `IMAGE_WIDTHS`, up to the first width that holds all of it: rotated upright, without
 * metadata, never enlarged, and only the first frame of an animation. Calls are serialized.
 * @throws ImageRefused `not-an-image` for anything but a valid JPEG, PNG, GIF or WebP, `too-many-pixels`,
 * `too-complex` for one that would take too much memory
 */
export function convertImage(bytes: Uint8Array): Promise<ImageVariant[]> {
  const conversion = last.then(() => convert(bytes));
  last = conversion.catch(() => {});
  return conversion;
}

async function convert(bytes: Uint8Array): Promise<ImageVariant[]> {
  const sharp = await loadSharp();
  try {
    // The header is read without a limit, to tell a too large image from a broken one.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width: columns, height: rows, autoOrient } = metadata;
    if (columns * rows > MAX_PIXELS) throw new ImageRefused('too-many-pixels');
    if (bytesHeld(metadata) > MAX_BYTES_HELD) throw new ImageRefused('too-complex');
    const { data, info } = await fit(sharp(bytes, options).autoOrient(), LARGEST_WIDTH)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const variants: ImageVariant[] = [];
    for (const target of widthsFor(autoOrient.width)) {
      const picture = sharp(data, { raw: { width, height, channels } });
      const webp = await fit(picture, target).webp({ quality: QUALITY, effort: 4 }).toBuffer();
      variants.push({ width: target, bytes: new Uint8Array(webp) });
    }
    return variants;
  } catch (cause) {
    throw cause instanceof ImageRefused ? cause : new ImageRefused('not-an-image', { cause });
  }
}

/** The decoder holds all coefficients of progressive JPEGs, of two bytes each, and all samples of interlaced PNGs. */
function bytesHeld({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  if (!isProgressive) return 0;
  return width * height * channels * (format === 'jpeg' || depth !== 'uchar' ? 2 : 1);
}

const fit = (picture: Sharp, width: number) =>
  picture.resize({ width, height: width * MAX_PROPORTION, fit: 'inside', withoutEnlargement: true });

function widthsFor(width: number): number[] {
  const sufficient = IMAGE_WIDTHS.findIndex((candidate) => candidate >= width);
  return IMAGE_WIDTHS.slice(0, sufficient === -1 ? undefined : sufficient + 1);
}
