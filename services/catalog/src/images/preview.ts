import { PRODUCT_IMAGE_PREVIEW } from '@fasocolis/contracts/catalog';
import { loadSharp } from '@fasocolis/image-kit/sharp';

const CANVAS = '#f3f4f6';

/** The picture messengers show with a link: the whole image, on the grey of the site. WhatsApp takes up to 300 kB. */
export async function drawPreview(image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await loadSharp();
  const jpeg = await sharp(image)
    .resize({ ...PRODUCT_IMAGE_PREVIEW, fit: 'contain', background: CANVAS })
    .flatten({ background: CANVAS })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
