import sharp from 'sharp';

/** What messengers show large; WhatsApp takes no more than 300 kB. */
const SIZE = { width: 1200, height: 630 };
const CANVAS = '#f3f4f6';

/** The picture messengers show beside a link: the whole image, on the grey of the site. */
export async function drawPreview(image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await sharp(image)
    .resize({ ...SIZE, fit: 'contain', background: CANVAS })
    .flatten({ background: CANVAS })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
