import { placed, shade, shadow, stage } from './stage.ts';

const PENCIL = `
  <rect x="-9" y="-60" width="18" height="110" fill="#facc15"/><rect x="-3" y="-60" width="6" height="110" fill="#eab308"/>
  <path d="M-9-60h18L0-90z" fill="#fde68a"/><path d="M-3.500-78h7L0-90z" fill="#1c1917"/>`;

const NOTEBOOKS = `
  <rect x="-96" y="-16" width="192" height="32" rx="5" fill="#1d4ed8"/><path d="M-84-8H96M-84 0H96M-84 8H96" stroke="#fff" stroke-width="4"/>
  <rect x="-84" y="-50" width="180" height="32" rx="5" fill="#be123c"/><path d="M-72-42H96M-72-34H96M-72-26H96" stroke="#fff" stroke-width="4"/>`;

/** A rucksack for school, with notebooks and pencils. */
export const schoolBag = stage(
  { wall: ['#ede9fe', '#faf5ff'], table: ['#d6b48a', '#a47148'] },
  `${shadow(350, 540, 420)}${shadow(630, 540, 270)}
   <path d="M196 250c-50 40-60 190-34 236M504 250c50 40 60 190 34 236" fill="none" stroke="#14532d" stroke-width="30" stroke-linecap="round"/>
   <path d="M296 112c0-52 108-52 108 0" fill="none" stroke="#14532d" stroke-width="18" stroke-linecap="round"/>
   <path d="M188 262c0-104 62-156 162-156s162 52 162 156v230a44 44 0 0 1-44 44H232a44 44 0 0 1-44-44z" fill="url(#canvas)"/>
   <path d="M212 266c0-88 50-134 138-134s138 46 138 134" fill="none" stroke="#fbbf24" stroke-width="6" stroke-dasharray="9 5"/>
   <path d="M212 266v150M488 266v150" stroke="#fbbf24" stroke-width="6" stroke-dasharray="9 5"/>
   <rect x="470" y="404" width="34" height="13" rx="6" fill="#e5e7eb"/>
   <path d="M300 196h100a12 12 0 0 1 12 12v44H288v-44a12 12 0 0 1 12-12z" fill="#fff" fill-opacity="0.92"/>
   <path d="M350 204l5.600 12.500 13.600 1.400-10.200 9.100 2.900 13.400-11.900-6.900-11.900 6.900 2.900-13.400-10.200-9.100 13.600-1.400z" fill="#f59e0b"/>
   <path d="M232 356c0-28 18-44 46-44h144c28 0 46 16 46 44v112a34 34 0 0 1-34 34H266a34 34 0 0 1-34-34z" fill="url(#pocket)"/>
   <path d="M252 362h196" stroke="#fbbf24" stroke-width="7" stroke-linecap="round"/><rect x="424" y="354" width="40" height="16" rx="7" fill="#e5e7eb"/>
   <path d="M262 472h176" stroke="#fff" stroke-opacity="0.35" stroke-width="4" stroke-dasharray="10 8"/>
   <path d="M214 300c0-96 30-142 96-156" fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="13" stroke-linecap="round"/>
   ${placed(640, 520, NOTEBOOKS)}${placed(606, 384, PENCIL, { turn: -14 })}${placed(654, 372, PENCIL, { turn: 9 })}
   <path d="M572 380h128l-12 92H584z" fill="#0ea5e9"/><path d="M572 380h128l-3 22H575z" fill="#0369a1"/>
   <path d="M606 416l4 46" stroke="#fff" stroke-opacity="0.4" stroke-width="8" stroke-linecap="round"/>`,
  `${shade('canvas', ['#22c55e', '#14532d'])}${shade('pocket', ['#16a34a', '#14532d'])}`,
);
