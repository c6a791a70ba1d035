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
