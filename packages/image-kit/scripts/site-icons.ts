import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const SITE = join(import.meta.dirname, '../../../web-customer/public');
const ICONS = join(SITE, 'icons');

/** Phones crop icons to their own shape: these fill the square, with the drawing well inside. */
const EDGE_TO_EDGE = { 'maskable-512': 512, 'apple-touch-180': 180 };
const ROUNDED = { 'icon-192': 192, 'icon-512': 512 };

/** Renders the customer site's icons from its favicon.svg: `node packages/image-kit/scripts/site-icons.ts`. */
async function drawIcons(): Promise<void> {
  const rounded = await readFile(join(SITE, 'favicon.svg'), 'utf8');
  const edgeToEdge = rounded.replace(/ rx="\d+"/, '');
  await mkdir(ICONS, { recursive: true });
  for (const [drawing, icons] of [
    [rounded, ROUNDED],
    [edgeToEdge, EDGE_TO_EDGE],
  ] as const) {
    for (const [name, size] of Object.entries(icons)) {
      await sharp(Buffer.from(drawing), { density: (72 * size) / 40 })
        .resize(size, size)
        .png({ palette: true, compressionLevel: 9, effort: 10 })
        .toFile(join(ICONS, `${name}.png`));
    }
  }
}

await drawIcons();
