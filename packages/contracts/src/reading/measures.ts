import { cleanText, composed } from './text.ts';

const GRAMS: Record<string, number> = {
  '': 1000,
  kg: 1000,
  kgs: 1000,
  kilo: 1000,
  kilos: 1000,
  g: 1,
  gr: 1,
  t: 1_000_000,
};
const CENTIMETRES: Record<string, number> = { '': 1, cm: 1, m: 100, mm: 0.1 };

/** A comma or a point before the decimals, spaces between thousands. */
function numberIn(text: string): number {
  const digits = text.replace(/[\s'\u2019]/g, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

const plain = (text: string) => (text.length > 60 ? '' : composed(cleanText(text), 'NFKC').toLowerCase());

/** A weight in whole grams: "12,5 kg", "2500 g"; a number alone is in kilograms. Null when the text is no weight. */
export function readWeight(text: string): number | null {
  const [, number = '', unit = ''] = /^([\d\s.,'\u2019]+)([a-z]*)\.?$/.exec(plain(text)) ?? [];
  const grams = Math.round(numberIn(number) * (GRAMS[unit] ?? Number.NaN));
  return grams > 0 ? grams : null;
}

/** "12,5 kg". */
export const writtenWeight = (grams: number): string =>
  `${(grams / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 3 })}\u00a0kg`;

/** "0,125 m³". */
export const writtenVolume = (cm3: number): string =>
  `${(cm3 / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 6 })}\u00a0m³`;

/** A volume in whole cubic centimetres: "0,125 m³", or length × width × height, in centimetres unless a unit is given. */
export function readVolume(text: string): number | null {
  const written = plain(text);
  const [, cubic = ''] = /^([\d\s.,]+)(?:m\s?3|cbm|m)?$/.exec(written) ?? [];
  const sides = written.split(/[x×*]/);
  const volume = sides.length === 3 ? product(sides) : numberIn(cubic) * 1_000_000;
  return volume > 0 ? Math.round(volume) : null;
}

/** The last unit is that of the sides without one. */
function product(sides: string[]): number {
  const parts = sides.map((side) => /^\s*([\d\s.,]+?)\s*(mm|cm|m|)\s*$/.exec(side) ?? []);
  const unit = parts[2]?.[2] ?? '';
  return parts.reduce(
    (volume, [, number = '', own = '']) => volume * numberIn(number) * (CENTIMETRES[own || unit] ?? Number.NaN),
    1,
  );
}
