import { onCircle, placed, shade, shadow, stage } from './stage.ts';

/** A toothed wheel around the origin. */
function sprocket(teeth: number, radius: number, holes: number): string {
  const step = 360 / teeth;
  const outline = Array.from({ length: teeth }, (_, index) => {
    const at = (share: number, height: number) => onCircle(radius + height, (index + share) * step).join(' ');
    return `${at(0, 0)}L${at(0.2, 13)}L${at(0.45, 13)}L${at(0.65, 0)}`;
  });
  const cuts = Array.from({ length: holes }, (_, index) => {
    const [x, y] = onCircle(radius * 0.64, (index * 360) / holes + 15);
    return `<circle cx="${x}" cy="${y}" r="${radius * 0.17}" fill="#78716c" stroke="#44403c" stroke-width="2"/>`;
  });
  return `
    <path d="M${outline.join('L')}Z" fill="url(#steel)" stroke="#44403c" stroke-width="2.5" stroke-linejoin="round"/>
    <circle r="${radius * 0.87}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="3"/>
    ${cuts.join('')}
    <circle r="${radius * 0.32}" fill="url(#hub)" stroke="#44403c" stroke-width="2.5"/>
    <circle r="${radius * 0.2}" fill="#57534e" stroke="#292524" stroke-width="2"/>`;
}

/** Around the large wheel at (290, 300), radius 158, and the small one at (612, 340), radius 66. */
const LOOP = 'M318 144.5L627.6 275.9A66 66 0 0 1 595.8 404L250.8 453A158 158 0 1 1 318 144.5';

/** Links of a chain: dark plates with bright rollers. */
const CHAIN = `
  <path d="${LOOP}" fill="none" stroke="#292524" stroke-width="25" stroke-linejoin="round"/>
  <path d="${LOOP}" fill="none" stroke="url(#gold)" stroke-width="20" stroke-dasharray="19 5" stroke-linejoin="round"/>
  <path d="${LOOP}" fill="none" stroke="#44403c" stroke-width="9" stroke-dasharray="9 15" stroke-linecap="round"/>`;

const bolt = (x: number, y: number) =>
  placed(
    x,
    y,
    `<path d="M-20 0l10-17h20l10 17-10 17h-20z" fill="url(#hub)" stroke="#44403c" stroke-width="2.5"/><circle r="8" fill="#57534e"/>`,
  );

/** Chain and both wheels of a motorbike. */
export const chainKit = stage(
  { wall: ['#cbd5e1', '#f1f5f9'], table: ['#64748b', '#475569'] },
  `${shadow(300, 500, 420)}${shadow(610, 480, 220)}
   ${placed(290, 300, sprocket(38, 152, 6))}${placed(612, 340, sprocket(14, 58, 4), { turn: 8 })}
   ${CHAIN}${bolt(500, 528)}${bolt(566, 546)}${bolt(640, 522)}`,
  `${shade('steel', ['#f5f5f4', '#a8a29e'])}${shade('hub', ['#fafaf9', '#a8a29e'])}${shade('gold', ['#fcd34d', '#b45309'])}`,
);
