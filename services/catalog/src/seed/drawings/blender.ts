import { placed, shade, shadow, stage } from './stage.ts';

const ORANGE = `
  <circle r="46" fill="url(#orange)"/><circle cx="-15" cy="-17" r="10" fill="#fff" fill-opacity="0.35"/>
  <path d="M0-44c4-12 16-16 28-14-4 12-16 18-28 14z" fill="#15803d"/>`;

const MANGO = `
  <path d="M-54 10c-6-40 34-66 66-50s52 58 20 82-80 14-86-32z" fill="url(#mango)"/>
  <path d="M14-40c4-8 8-12 14-14" stroke="#713f12" stroke-width="5" stroke-linecap="round"/>`;

const SLICE = `
  <circle r="38" fill="#f97316"/><circle r="33" fill="#ffedd5"/><circle r="29" fill="#fb923c"/>
  <path d="M0-29v58M-25-14.500l50 29M-25 14.500l50-29" stroke="#ffedd5" stroke-width="4"/>`;

const MARKS = [0, 1, 2, 3].map(
  (index) =>
    `<path d="M456 ${164 + index * 42}h${index % 2 ? 16 : 26}" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
);

/** A blender at work, with what goes into it. */
export const blender = stage(
  { wall: ['#ccfbf1', '#f0fdfa'], table: ['#fef3c7', '#fcd34d'] },
  `${shadow(400, 540, 330)}${shadow(590, 532, 240)}${shadow(210, 536, 200)}
   <path d="M486 148c88-4 92 150 0 158" fill="none" stroke="#99f6e4" stroke-width="22" stroke-linecap="round"/>
   <path d="M486 148c88-4 92 150 0 158" fill="none" stroke="#5eead4" stroke-width="6" stroke-opacity="0.8"/>
   <path d="M296 116h208l-30 246H326z" fill="#ecfeff" fill-opacity="0.75" stroke="#5eead4" stroke-width="5"/>
   <path d="M305 192c34-16 60 12 96 2s56-20 94-4l-21 172H326z" fill="url(#juice)"/>
   <circle cx="366" cy="246" r="7" fill="#fff" fill-opacity="0.5"/><circle cx="420" cy="290" r="9" fill="#fff" fill-opacity="0.4"/>
   <circle cx="388" cy="322" r="6" fill="#fff" fill-opacity="0.5"/><circle cx="440" cy="232" r="5" fill="#fff" fill-opacity="0.5"/>
   <path d="M318 134l20 214" stroke="#fff" stroke-opacity="0.75" stroke-width="11" stroke-linecap="round"/>
   ${MARKS.join('')}
   <path d="M284 92h232a10 10 0 0 1 10 10v18H274v-18a10 10 0 0 1 10-10z" fill="#0f766e"/><rect x="362" y="66" width="76" height="30" rx="10" fill="#115e59"/>
   <path d="M316 362h168l12 30H304z" fill="#134e4a"/>
   <path d="M306 392h188l34 120a22 22 0 0 1-22 26H294a22 22 0 0 1-22-26z" fill="url(#base)"/>
   <circle cx="400" cy="468" r="38" fill="#f8fafc"/><circle cx="400" cy="468" r="30" fill="url(#knob)"/>
   <path d="M400 468l14-20" stroke="#f59e0b" stroke-width="6" stroke-linecap="round"/>
   <circle cx="330" cy="476" r="8" fill="#fbbf24"/><circle cx="470" cy="476" r="8" fill="#fbbf24"/>
   ${placed(196, 490, MANGO)}${placed(576, 486, ORANGE)}${placed(664, 500, ORANGE, { scale: 0.86 })}${placed(628, 538, SLICE)}`,
  `${shade('juice', ['#fdba74', '#ea580c'])}${shade('base', ['#14b8a6', '#115e59'])}${shade('knob', ['#475569', '#0f172a'])}
   ${shade('orange', ['#fdba74', '#ea580c'])}${shade('mango', ['#facc15', '#dc2626'])}`,
);
