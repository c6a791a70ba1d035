import { lettering, placed, shade, shadow, stage } from './stage.ts';

const TABLE: [string, string] = ['#e7e5e4', '#d6d3d1'];

const DEFINITIONS = `
  ${shade('dusk', ['#1e3a8a', '#f59e0b'])}${shade('dune', ['#c2410c', '#7c2d12'])}${shade('frame', ['#475569', '#0f172a'], 'right')}
  ${shade('gloss', ['#ffffff', '#94a3b8'])}
  <linearGradient id="reflection" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="0.45" stop-color="#fff" stop-opacity="0"/>
  </linearGradient>
  <clipPath id="screen"><rect x="-92" y="-194" width="184" height="388" rx="24"/></clipPath>`;

const APPS = ['#22c55e', '#f59e0b', '#38bdf8', '#f472b6'];

/** 204 by 408 units around the origin. */
const FRONT = `
  <rect x="-102" y="-204" width="204" height="408" rx="34" fill="url(#frame)"/>
  <rect x="-97" y="-199" width="194" height="398" rx="29" fill="#020617"/>
  <g clip-path="url(#screen)">
    <rect x="-92" y="-194" width="184" height="388" fill="url(#dusk)"/>
    <circle cx="28" cy="52" r="44" fill="#fde68a"/>
    <path d="M-92 92c46-34 84-30 116-6s52 18 68 6v110H-92z" fill="url(#dune)"/>
    <path d="M-92 132c60-30 110 14 184-14v90H-92z" fill="#7c2d12"/>
    ${placed(0, -112, lettering('10:09', { colour: '#fff', thickness: 3.5 }), { scale: 1.08 })}
    ${APPS.map((colour, index) => `<rect x="${-78 + index * 42}" y="140" width="32" height="32" rx="9" fill="${colour}"/>`).join('')}
  </g>
  <circle cx="0" cy="-176" r="7" fill="#020617"/>
  <rect x="-92" y="-194" width="184" height="388" rx="24" fill="url(#reflection)"/>`;

const lens = (x: number, y: number) => `
  <circle cx="${x}" cy="${y}" r="23" fill="#0f172a" stroke="url(#gloss)" stroke-width="3"/>
  <circle cx="${x}" cy="${y}" r="11" fill="#1e293b"/><circle cx="${x - 4}" cy="${y - 5}" r="4" fill="#93c5fd"/>`;

const back = (colour: string) => `
  <rect x="-102" y="-204" width="204" height="408" rx="34" fill="${colour}"/>
  <rect x="-98" y="-200" width="196" height="400" rx="30" fill="url(#reflection)"/>
  <rect x="-84" y="-186" width="74" height="168" rx="28" fill="#0f172a" fill-opacity="0.22"/>
  ${lens(-47, -150)}${lens(-47, -102)}${lens(-47, -54)}
  <circle cx="12" cy="-152" r="9" fill="#fef9c3"/>
  <path d="M-34 150h68" stroke="#fff" stroke-opacity="0.35" stroke-width="6" stroke-linecap="round"/>`;

const CHARGER = `
  <rect x="-46" y="-52" width="92" height="104" rx="18" fill="url(#gloss)"/>
  <rect x="-22" y="-76" width="10" height="28" rx="4" fill="#94a3b8"/><rect x="12" y="-76" width="10" height="28" rx="4" fill="#94a3b8"/>
  <rect x="-16" y="26" width="32" height="12" rx="6" fill="#0f172a"/>
  ${placed(0, -4, lettering('33 W', { colour: '#475569', thickness: 6 }), { scale: 0.56 })}`;

/** The telephone from both sides. */
export const phone = stage(
  { wall: ['#dbeafe', '#f5f3ff'], table: TABLE },
  `${shadow(318, 518, 260)}${shadow(500, 528, 300)}
   ${placed(318, 300, back('#166534'), { turn: -9 })}${placed(480, 306, FRONT, { turn: 5 })}`,
  DEFINITIONS,
);

/** Its back, near. */
export const phoneBack = stage(
  { wall: ['#dcfce7', '#f0fdf4'], table: TABLE },
  `${shadow(400, 562, 420)}${placed(400, 306, back('#166534'), { turn: -14, scale: 1.22 })}`,
  DEFINITIONS,
);

/** Its three colours. */
export const phoneColours = stage(
  { wall: ['#fef3c7', '#fffbeb'], table: TABLE },
  ['#166534', '#1d4ed8', '#a8a29e']
    .map((colour, index) => {
      const x = 180 + index * 220;
      return shadow(x, 520, 220) + placed(x, 310, back(colour), { scale: 0.98 });
    })
    .join(''),
  DEFINITIONS,
);

/** What is in the box. */
export const phoneBox = stage(
  { wall: ['#fae8ff', '#fdf4ff'], table: TABLE },
  `${shadow(250, 500, 330)}${shadow(560, 500, 200)}
   <path d="M110 190h270v290H110z" fill="#fff"/><path d="M380 190l34 22v284l-34-16z" fill="#d6d3d1"/>
   ${placed(245, 335, FRONT, { scale: 0.6 })}
   <path d="M560 402c0 90 60 96 96 66s66-20 60 26-90 46-150 28-120 14-118 44" fill="none" stroke="#f8fafc" stroke-width="13" stroke-linecap="round"/>
   <rect x="434" y="556" width="26" height="34" rx="6" fill="#94a3b8"/>
   ${placed(560, 352, CHARGER, { scale: 1.15 })}`,
  DEFINITIONS,
);
