import { placed, shade, shadow, stage } from './stage.ts';

/** A running shoe that looks to the right, 400 units long, its sole on y = 0. */
const shoe = (body: string, stripe: string) => `
  <path d="M-196-8C-204-30-200-44-196-54H60c50 2 96 0 130 8 14 4 18 22 12 38-2 6-8 8-14 8H-182c-8 0-12-2-14-8z" fill="#f8fafc"/>
  <path d="M-196-8c0-8-2-14-2-20 130 12 270 12 402 2-2 8-2 14-4 18-2 6-8 8-14 8H-182c-8 0-12-2-14-8z" fill="${stripe}"/>
  <path d="M-192-52C-206-92-200-134-190-162C-176-178-152-174-140-160C-124-144-98-142-78-160L-58-176C-22-118 32-98 92-92C152-86 206-88 205-44z" fill="url(#${body})"/>
  <path d="M84-92C146-88 206-88 205-44L118-48C92-54 80-72 84-92z" fill="#fff" fill-opacity="0.88"/>
  <path d="M-192-52C-206-92-200-134-190-162C-182-170-170-173-160-171C-168-128-164-88-146-51z" fill="${stripe}"/>
  <path d="M-140-160C-124-144-98-142-78-160L-70-150C-96-128-130-130-148-148z" fill="#0f172a" fill-opacity="0.35"/>
  <path d="M-78-160L-58-176C-30-130 6-108 50-98L36-84C-14-96-54-122-78-160z" fill="#fff" fill-opacity="0.92"/>
  <path d="M-118-52c30-18 50-38 62-66l22 10c-12 26-28 44-50 57zM-62-50c24-14 42-32 54-54l22 8c-10 20-24 36-44 47z" fill="#fff" fill-opacity="0.85"/>
  <path d="M-66-146l-22 12M-48-126l-22 14M-26-110l-20 16M2-98l-16 18" stroke="#0f172a" stroke-width="6" stroke-linecap="round"/>
  <path d="M-150-8l10-16M-110-6l10-16M-70-5l10-16M-30-4l10-16M10-4l10-16M50-5l10-16M90-6l10-16M130-8l10-16" stroke="#fff" stroke-opacity="0.55" stroke-width="5"/>`;

/** A pair of running shoes. */
export const shoes = stage(
  { wall: ['#e0f2fe', '#f0f9ff'], table: ['#fde68a', '#f59e0b'] },
  `<circle cx="400" cy="270" r="190" fill="#fff" fill-opacity="0.6"/>
   ${shadow(360, 420, 470, 46)}${placed(350, 412, shoe('blue', '#f59e0b'), { turn: -9, scale: 1.05 })}
   ${shadow(440, 548, 540, 54)}${placed(438, 546, shoe('blue', '#f59e0b'), { scale: 1.28 })}`,
  shade('blue', ['#2563eb', '#1e3a8a']),
);
