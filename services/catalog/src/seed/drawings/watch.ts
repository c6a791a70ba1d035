import { lettering, onCircle, placed, shade, shadow, stage } from './stage.ts';

/** A part of a ring, as the watch shows how far one got today. */
function ring(radius: number, percent: number, colour: string): string {
  const [x, y] = onCircle(radius, percent * 3.6 - 90);
  return `
    <circle r="${radius}" fill="none" stroke="${colour}" stroke-opacity="0.22" stroke-width="15"/>
    <path d="M0 ${-radius}A${radius} ${radius} 0 ${percent > 50 ? 1 : 0} 1 ${x} ${y}" fill="none" stroke="${colour}"
      stroke-width="15" stroke-linecap="round"/>`;
}

const HOLES = [0, 1, 2, 3]
  .map((index) => `<ellipse cx="0" cy="${194 + index * 22}" rx="9" ry="5" fill="#0f172a"/>`)
  .join('');

/** A watch upon its strap. */
export const smartwatch = stage(
  { wall: ['#ffe4e6', '#fff7ed'], table: ['#fecdd3', '#fda4af'] },
  `${shadow(410, 548, 420)}
   <g transform="translate(400 300) rotate(-8)">
     <path d="M-74-130c4-80 14-120 30-150h88c16 30 26 70 30 150z" fill="url(#strap)"/>
     <path d="M-74 130c4 80 14 110 30 150h88c16-40 26-70 30-150z" fill="url(#strap)"/>
     ${HOLES}
     <rect x="128" y="-34" width="20" height="46" rx="9" fill="#64748b"/><rect x="128" y="30" width="14" height="52" rx="7" fill="#475569"/>
     <rect x="-136" y="-150" width="272" height="300" rx="78" fill="url(#case)"/>
     <rect x="-122" y="-136" width="244" height="272" rx="66" fill="#020617"/>
     ${placed(0, -95, lettering('10:09', { colour: '#fff', thickness: 5 }), { scale: 0.72 })}
     <g transform="translate(0 26)">
       ${ring(88, 78, '#f43f5e')}${ring(67, 62, '#22c55e')}${ring(46, 88, '#38bdf8')}
       <path d="M0 15c-26-17-22-34-11-34 7 0 11 6 11 9 0-3 4-9 11-9 11 0 15 17-11 34z" fill="#f43f5e"/>
     </g>
     <path d="M-96-136h90L-122 40v-110c0-40 10-58 26-66z" fill="#fff" fill-opacity="0.09"/>
   </g>`,
  `${shade('strap', ['#1f2937', '#475569'], 'right')}${shade('case', ['#e2e8f0', '#64748b'])}`,
);
