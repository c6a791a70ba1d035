interface Stage {
  /** Colours of the wall behind, from top to bottom. */
  wall: [string, string];
  /** Colours of the table, from its far edge to the near one. */
  table: [string, string];
}

/** A picture of 960 by 720 pixels, drawn on 800 by 600 units: a wall, a table from y = 430 on, and things upon it. */
export function stage({ wall, table }: Stage, things: string, definitions = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720" viewBox="0 0 800 600">
    <defs>
      ${shade('wall', wall)}${shade('table', table)}
      <radialGradient id="light" cx="0.32" cy="0.2" r="0.9">
        <stop offset="0" stop-color="#fff" stop-opacity="0.55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
      <radialGradient id="shadow">
        <stop offset="0" stop-color="#1c1917" stop-opacity="0.42"/><stop offset="1" stop-color="#1c1917" stop-opacity="0"/>
      </radialGradient>
      ${definitions}
    </defs>
    <rect width="800" height="600" fill="url(#wall)"/>
    <rect width="800" height="430" fill="url(#light)"/>
    <rect y="430" width="800" height="170" fill="url(#table)"/>
    ${things}
  </svg>`;
}

/** A colour that changes from top to bottom, to fill things with. */
export function shade(id: string, [from, to]: [string, string], direction: 'down' | 'right' = 'down'): string {
  const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>
    <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** The soft shadow of something that stands on the table. */
export const shadow = (x: number, y: number, width: number, height = width / 7) =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="url(#shadow)"/>`;

/** Puts things elsewhere: turned by degrees around their own origin, and scaled. */
export const placed = (x: number, y: number, things: string, { turn = 0, scale = 1 } = {}) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${things}</g>`;

/** The point at an angle, in degrees, on a circle around the origin. */
export const onCircle = (radius: number, degrees: number): [x: number, y: number] => {
  const angle = (degrees * Math.PI) / 180;
  return [round(radius * Math.cos(angle)), round(radius * Math.sin(angle))];
};

const round = (value: number) => Math.round(value * 100) / 100;

type Glyph = [width: number, strokes: string];

/** Width and strokes of the few characters that our things show, 32 units high. */
const GLYPHS: Record<string, Glyph> = {
  '0': [20, 'M10 0a10 10 0 0 1 10 10v12a10 10 0 0 1-20 0V10A10 10 0 0 1 10 0z'],
  '1': [14, 'M2 7l9-7v32'],
  '3': [20, 'M1 5C4-1 18-1 18 8S10 15 8 15C12 15 20 16 20 24S4 35 0 27'],
  '9': [20, 'M19.5 10a9.500 10 0 1 1-19 0a9.500 10 0 1 1 19 0v10c0 8-7 13-15 11'],
  ':': [8, 'M4 10v.1M4 24v.1'],
  W: [26, 'M0 0l6.500 32L13 8l6.500 24L26 0'],
  ' ': [8, ''],
};
const NOTHING: Glyph = [0, ''];
const GAP = 8;

/** Writes around the origin without any font, because not every machine has one. */
export function lettering(text: string, { colour, thickness }: { colour: string; thickness: number }): string {
  const glyphs = text.split('').map((character) => GLYPHS[character] ?? NOTHING);
  let x = -glyphs.reduce((sum, [width]) => sum + width + GAP, -GAP) / 2;
  const paths = glyphs.map(([width, strokes]) => {
    const path = `<path transform="translate(${x} -16)" d="${strokes}"/>`;
    x += width + GAP;
    return path;
  });
  return `<g fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
}
