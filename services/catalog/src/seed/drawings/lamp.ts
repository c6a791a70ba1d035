import { shade, shadow, stage } from './stage.ts';

const STARS: [x: number, y: number, r: number][] = [
  [90, 80, 2],
  [160, 150, 1.6],
  [236, 60, 2.4],
  [610, 70, 2],
  [700, 150, 2.6],
  [740, 60, 1.6],
  [560, 160, 1.4],
  [60, 230, 1.8],
];

/** A lantern under the evening sky, with its solar panel on top. */
export const solarLamp = stage(
  { wall: ['#0b1a3a', '#7c3f58'], table: ['#5b3a29', '#2b1a12'] },
  `${STARS.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fef9c3"/>`).join('')}
   <path d="M0 430V372l60-26 54 22 70-40 60 34 74-18 92 36 80-30 96 26 70-34 84 30 60-14v72z" fill="#1b1026"/>
   <circle cx="400" cy="330" r="330" fill="url(#glow)"/>
   <ellipse cx="400" cy="520" rx="300" ry="60" fill="#fbbf24" fill-opacity="0.22"/>
   ${shadow(400, 530, 320)}
   <path d="M262 250C240 40 560 40 538 250" fill="none" stroke="#1f2937" stroke-width="14" stroke-linecap="round"/>
   <path d="M286 188h228l26 44H260z" fill="url(#panel)" stroke="#94a3b8" stroke-width="5" stroke-linejoin="round"/>
   <path d="M276 210h248M343 188l-9 44M400 188v44M457 188l9 44" stroke="#93c5fd" stroke-opacity="0.7" stroke-width="2.5"/>
   <rect x="268" y="232" width="264" height="34" rx="12" fill="url(#yellow)"/>
   <rect x="292" y="266" width="216" height="178" rx="16" fill="url(#globe)"/>
   <rect x="330" y="284" width="24" height="142" rx="12" fill="#fffbeb"/><rect x="388" y="284" width="24" height="142" rx="12" fill="#fffbeb"/>
   <rect x="446" y="284" width="24" height="142" rx="12" fill="#fffbeb"/>
   <path d="M292 310h216M292 356h216M292 402h216" stroke="#b45309" stroke-opacity="0.35" stroke-width="4"/>
   <path d="M262 444h276l18 66a16 16 0 0 1-16 18H260a16 16 0 0 1-16-18z" fill="url(#yellow)"/>
   <circle cx="400" cy="486" r="21" fill="#1f2937"/>
   <path d="M400 475v11m-8-6a11 11 0 1 0 16 0" fill="none" stroke="#34d399" stroke-width="3.4" stroke-linecap="round"/>
   <rect x="296" y="478" width="34" height="17" rx="4" fill="#1f2937"/>
   <circle cx="470" cy="486" r="5" fill="#22c55e"/><circle cx="488" cy="486" r="5" fill="#22c55e"/><circle cx="506" cy="486" r="5" fill="#a16207"/>`,
  `${shade('panel', ['#1e40af', '#0f172a'])}${shade('yellow', ['#fde047', '#ca8a04'])}
   <radialGradient id="glow"><stop offset="0" stop-color="#fde68a" stop-opacity="0.95"/>
     <stop offset="0.45" stop-color="#f59e0b" stop-opacity="0.32"/><stop offset="1" stop-color="#f59e0b" stop-opacity="0"/></radialGradient>
   <radialGradient id="globe" r="0.75"><stop offset="0" stop-color="#fffbeb"/><stop offset="1" stop-color="#fbbf24"/></radialGradient>`,
);
