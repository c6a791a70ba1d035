import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ORDER_STATUSES, STATUS_KINDS, type StatusKind, statusHeadline } from '@fasocolis/contracts/order-status';
import sharp from 'sharp';

const SITE = join(import.meta.dirname, '../../../web-customer/public');
const PREVIEWS = join(SITE, 'previews');

const [WIDTH, HEIGHT] = [1200, 630];
const FONT = 'font-family="DejaVu Sans, sans-serif" font-weight="bold"';

const KIND_TEXTS: Record<StatusKind, [text: string, colour: string]> = {
  step: ['Votre colis avance', '#ccfbf1'],
  waiting: ['Votre colis est en attente', '#fde68a'],
  problem: ['Un point est à régler pour votre colis', '#fecaca'],
  end: ['Le suivi de votre colis est terminé', '#e5e7eb'],
};

/** Five steps in a row, filled up to one. */
function tracker(reached: number): string {
  const x = (step: number) => 160 + step * 220;
  const bar = (to: number, colour: string) =>
    `<path d="M${x(0)} 480H${x(to)}" stroke="${colour}" stroke-width="16" stroke-linecap="round"/>`;
  const steps = ORDER_STATUSES.map((_, step) => {
    const colour = step < reached ? '#fbbf24' : step === reached ? '#f59e0b' : '#166534';
    return `<circle cx="${x(step)}" cy="480" r="${step === reached ? 52 : 38}" fill="${colour}"/>`;
  });
  return bar(ORDER_STATUSES.length - 1, '#166534') + bar(reached, '#fbbf24') + steps.join('');
}

function drawing(logo: string, text: string, colour: string, below: string): Buffer {
  const size = Math.min(58, 1700 / text.length);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#14532d"/>
    <svg x="80" y="70" width="120" height="120" viewBox="0 0 40 40" fill="none">${logo}</svg>
    <text x="230" y="155" ${FONT} font-size="76" fill="#ffffff">FasoColis</text>
    <text x="80" y="330" ${FONT} font-size="${size}" fill="${colour}">${text}</text>
    ${below}
  </svg>`);
}

/**
 * Draws the pictures of links to the customer site, one per status and kind of status, without anything of a parcel:
 * `node packages/image-kit/scripts/site-previews.ts`.
 */
async function drawPreviews(): Promise<void> {
  const logo = (await readFile(join(SITE, 'favicon.svg'), 'utf8')).replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  const route = `<text x="80" y="500" ${FONT} font-size="46" fill="#fbbf24">Chine → Burkina Faso</text>`;
  const previews: [name: string, picture: Buffer][] = [
    ['site', drawing(logo, 'Suivez votre colis', '#ffffff', route)],
    ...ORDER_STATUSES.map((status, step): [string, Buffer] => [
      status,
      drawing(logo, statusHeadline(status), '#ffffff', tracker(step)),
    ]),
    ...STATUS_KINDS.map((kind): [string, Buffer] => [kind, drawing(logo, ...KIND_TEXTS[kind], route)]),
  ];
  await mkdir(PREVIEWS, { recursive: true });
  for (const [name, picture] of previews) {
    await sharp(picture)
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(join(PREVIEWS, `${name}.jpg`));
  }
}

await drawPreviews();
