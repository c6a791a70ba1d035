import { onCircle, shadow, stage } from './stage.ts';

const PETALS = [0, 45, 90, 135, 180, 225, 270, 315];

/** A flower of wax prints, in a square of 80. */
function flower(id: string, ground: string, petals: string, heart: string): string {
  const leaves = PETALS.map((angle) => `<ellipse cx="17" rx="15" ry="6.5" transform="rotate(${angle})"/>`).join('');
  const dots = PETALS.map((angle) => {
    const [x, y] = onCircle(37, angle + 22.5);
    return `<circle cx="${x}" cy="${y}" r="2.6"/>`;
  }).join('');
  return `<pattern id="${id}" width="80" height="80" patternUnits="userSpaceOnUse">
    <rect width="80" height="80" fill="${ground}"/>
    <g transform="translate(40 40)"><g fill="${petals}" stroke="#1c1917" stroke-width="1.4">${leaves}</g>
    <circle r="8" fill="${heart}" stroke="#1c1917" stroke-width="1.4"/><g fill="${heart}">${dots}</g></g></pattern>`;
}

/** Rings within rings, in a square of 60. */
function rings(id: string, ground: string, colours: string[]): string {
  const circles = colours
    .map((colour, index) => `<circle cx="30" cy="30" r="${25 - index * 6}" fill="${colour}"/>`)
    .join('');
  return `<pattern id="${id}" width="60" height="60" patternUnits="userSpaceOnUse">
    <rect width="60" height="60" fill="${ground}"/>${circles}
    <path d="M0 0l8 8M60 0l-8 8M0 60l8-8M60 60l-8-8" stroke="${colours[0]}" stroke-width="3"/></pattern>`;
}

/** Zigzags, in a square of 48. */
const zigzag = (id: string, ground: string, light: string, dark: string) => `
  <pattern id="${id}" width="48" height="48" patternUnits="userSpaceOnUse"><rect width="48" height="48" fill="${ground}"/>
  <path d="M0 12l12 12 12-12 12 12 12-12" fill="none" stroke="${light}" stroke-width="7"/>
  <path d="M0 34l12 12 12-12 12 12 12-12" fill="none" stroke="${dark}" stroke-width="5"/></pattern>`;

/** A folded cloth seen from its fold: rounded at the left, layers at the right. */
const folded = (y: number, pattern: string, inset: number) => `
  <path d="M${180 + inset} ${y}h${440 - inset * 2}v74H${180 + inset}a37 37 0 0 1 0-74z" fill="url(#${pattern})"/>
  <path d="M${180 + inset} ${y + 37}h${440 - inset * 2}" stroke="#1c1917" stroke-opacity="0.4" stroke-width="3"/>
  <path d="M${180 + inset} ${y + 56}h${440 - inset * 2}v18H${180 + inset}a37 37 0 0 1-26-11z" fill="#1c1917" fill-opacity="0.18"/>
  <path d="M${180 + inset} ${y}h${440 - inset * 2}v9H${168 + inset}z" fill="#fff" fill-opacity="0.28"/>`;

/** Wax prints: a pile of folded ones, and one that hangs over it. */
export const fabric = stage(
  { wall: ['#fef9c3', '#ffedd5'], table: ['#a16207', '#713f12'] },
  `${shadow(400, 530, 600, 70)}
   ${folded(456, 'ocean', 0)}${folded(382, 'sun', 12)}${folded(308, 'leaf', 4)}${folded(234, 'night', 18)}
   <path d="M300 226c40-54 190-58 250-6 12 60-6 150 14 268-40 22-80-14-116 4s-78 22-128-2c18-120-28-190-20-264z" fill="url(#bloom)"/>
   <path d="M352 222c14 80-8 170 4 264M428 204c8 90-14 180-4 286M500 206c16 96-10 190 8 272" fill="none" stroke="#1c1917" stroke-opacity="0.2" stroke-width="12"/>
   <path d="M384 210c12 84-12 176-2 282M462 202c12 96-12 184 0 284" fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="9"/>
   <path d="M300 226c40-54 190-58 250-6-70-30-190-26-250 6z" fill="#fff" fill-opacity="0.3"/>`,
  `${flower('bloom', '#ea580c', '#facc15', '#1d4ed8')}${flower('night', '#1e3a8a', '#f472b6', '#fde047')}
   ${rings('ocean', '#0f766e', ['#facc15', '#0f172a', '#f97316', '#fef3c7'])}${rings('sun', '#be123c', ['#fde047', '#7f1d1d', '#fb923c', '#fff7ed'])}
   ${zigzag('leaf', '#15803d', '#fde047', '#052e16')}`,
);
