import { plainText, searchForm } from './text.ts';

const GRAMS: Record<string, number> = {
  ...{ '': 1000, k: 1000, kg: 1000, kgs: 1000, kilo: 1000, kilos: 1000, kilogramme: 1000, kilogrammes: 1000 },
  ...{ kilogram: 1000, kilograms: 1000, g: 1, gr: 1, grs: 1, gram: 1, grams: 1, gramme: 1, grammes: 1 },
  ...{ t: 1_000_000, tonne: 1_000_000, tonnes: 1_000_000 },
  // A 斤 is half a kilogram.
  ...{ 公斤: 1000, 千克: 1000, 斤: 500, jin: 500, 克: 1, 吨: 1_000_000 },
};
const CENTIMETRES: Record<string, number> = {
  ...{ '': 1, cm: 1, cms: 1, m: 100, mm: 0.1 },
  ...{ 厘米: 1, 公分: 1, 米: 100, 毫米: 0.1 },
};
const CUBIC_CENTIMETRES: [unit: RegExp, volume: number][] = [
  [/^(?:m\s?\^?3|cbm|m|metres? cubes?|立方米?|方|)$/, 1_000_000],
  [/^dm\^?3$/, 1000],
  [/^cm\^?3$/, 1],
];
/** A carton whose three sides are all shorter was measured in metres, and the unit is missing. */
const SHORTEST_CM = 3;
/** No carton in a container has two sides longer than this: they were written in millimetres. */
const LONGEST_CM = 270;

/** Thousands in groups, and decimals after another sign: "1 234,5", "1.234,5", "1,234.5", "1,234,567". */
const GROUPED =
  /^\d{1,3}(?:(?:[\s'\u2019]\d{3})+(?:[.,]\d+)?|(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
const UNGROUPED = /^\d*[.,]?\d+$/;

/** NaN for a text that is no number. A single comma or point stands before decimals. */
function numberIn(text: string): number {
  const written = text.trim();
  if (UNGROUPED.test(written)) return Number(written.replace(',', '.'));
  if (!GROUPED.test(written)) return Number.NaN;
  const sign = /[.,](?=\d+$)/.exec(written)?.[0] ?? ' ';
  const [whole = '', decimals = '', ...others] = sign === ' ' ? [written] : written.split(sign);
  const digits = (others.length > 0 ? written : whole).replace(/\D/g, '');
  return Number(others.length > 0 ? digits : `${digits}.${decimals}`);
}

/** What may precede a weight: "Poids : 12 kg", "G.W. 12". */
const WEIGHT_LABEL = /^(?:poids(?: brut| net)?|(?:gross |net )?weight|[gn]\.?w\.?|[毛净实总]?重量?)\s*[:=]?\s*/;
/** What may precede a volume: "Vol. 0,36", "Dim : 60x40x30". */
const VOLUME_LABEL = /^(?:volume|vol\.?|dim(?:ensions?|\.)?|体积|尺寸|规格)\s*[:=]?\s*/;
/** "12 kg net". */
const NET_OR_GROSS = /\s(?:brute?s?|nets?|gross)$/;
/** "50 x 50 x 50 (cm)". */
const UNIT_IN_BRACKETS = /\s?\((kgs?|cms?|mm|m3?|cbm)\)$/;
/** "CBM 0,36". */
const UNIT_FIRST = /^(kgs?|cbm|m3)\.?\s*:?\s*([\d.,\s]*\d)$/;

const plain = (text: string) => (text.length > 60 ? '' : searchForm(plainText(text)));
const bare = (text: string, label: RegExp) =>
  plain(text)
    .replace(label, '')
    .replace(NET_OR_GROSS, '')
    .replace(UNIT_IN_BRACKETS, ' $1')
    .replace(UNIT_FIRST, '$2 $1');

const NUMBER_AND_UNIT = /^([\d\s.,'\u2019]*\d)\s*(.*?)\.?$/;

/** Grams with three digits, which mean the same as decimals: of "2 kg 50" that is not true. */
const KILOGRAMS_AND_GRAMS = /^(\d+)\s?(?:kgs?|kilos?)\s?(?:et\s)?(\d{3})\s?(?:g|gr|grammes)?$/;

/** In small units, a point or comma before three digits separates thousands: thousandths of a gram are never weighed. */
const THOUSANDS = /^([1-9]\d{0,2})[.,](\d{3})$/;
const withoutThousands = (number: string) => number.trim().replace(THOUSANDS, '$1$2');

/** A weight in whole grams: "12,5 kg", "2500 g", "2 kg 300"; a number alone is in kilograms. Null when the text is no weight. */
export function readWeight(text: string): number | null {
  const written = bare(text, WEIGHT_LABEL).replace(KILOGRAMS_AND_GRAMS, '$1,$2 kg');
  const [, number = '', unit = ''] = NUMBER_AND_UNIT.exec(written) ?? [];
  const factor = GRAMS[unit] ?? Number.NaN;
  const grams = numberIn(factor === 1 ? withoutThousands(number) : number) * factor;
  return grams >= 1 ? Math.round(grams) : null;
}

/**
 * Words and letters for single pieces, as in "3 cartons". Other words count something else, and an unknown letter may be a misread
 * digit: "1O" is ten.
 */
const PIECE_WORDS = new RegExp(
  `^(?:${[
    '|pcs?|pces?|pieces?|colis|cartons?|cartoons?|crtns?|ctns?|ct|unites?|units?|u|nos|articles?|items?',
    'paquets?|packages?|packs?|packets?|pkgs?|pkts?|parcels?|pks?|boites?|box(?:es)?|bxs?|caisses?|crates?|cases?|cs',
    'sacs?|sachets?|bags?|bgs?|ballots?|balles?|bales?|balots?|bundles?|rouleaux?|rolls?|rlx|palettes?|pallets?|plts?',
    'valises?|malles?|cantines?|cabas|futs?|drums?|bidons?|barils?|touques?|lots?|sets?|machines?|motos?|pneus?',
    '件|箱|包|个|個|袋|卷|托|桶|只|台|条|捆|板|套|票|张|块板|纸箱|包裹|木箱',
  ].join('|')})$`,
);

const PIECES =
  /^(?:(?:x|×|qte|qty|nbre?|quantite|pcs|pieces|colis|cartons?|ctns?|nombre|数量|件数|共)\s?[.:]?\s?)?(\d(?:[\d\s.,'\u2019]*\d)?)\s*(\p{L}*)\.?$/u;

/** "3", "3 cartons", "3件", "x 3". Null for "2,000", which could be two or two thousand, and for what counts something else. */
export function readPieces(text: string): number | null {
  const [, number = '', unit = ''] = PIECES.exec(plain(text)) ?? [];
  const isCounted = PIECE_WORDS.test(unit) && !/^\d+[.,]\d{3}$/.test(number);
  const pieces = isCounted ? numberIn(number) : Number.NaN;
  return Number.isInteger(pieces) ? pieces : null;
}

/** "12,5 kg". */
export const writtenWeight = (grams: number): string =>
  `${(grams / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 3 })}\u00a0kg`;

/** "0,125 m³". */
export const writtenVolume = (cm3: number): string =>
  `${(cm3 / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 6 })}\u00a0m³`;

/** A volume in whole cubic centimetres: "0,125 m³", or length × width × height, in centimetres unless a unit is given. */
export function readVolume(text: string): number | null {
  const written = bare(text, VOLUME_LABEL);
  const sides = written.replace(/\.$/, '').split(/[x×х✕✖*]|\b(?:par|sur)\b/);
  const volume = Math.round(sides.length === 3 ? product(sides) : cubic(written));
  return volume > 0 ? volume : null;
}

function cubic(written: string): number {
  const [, number = '', unit = ''] = NUMBER_AND_UNIT.exec(written) ?? [];
  const [, factor = Number.NaN] = CUBIC_CENTIMETRES.find(([form]) => form.test(unit)) ?? [];
  return numberIn(factor === 1 ? withoutThousands(number) : number) * factor;
}

/** The letter or the word that says which side it is. */
const WHICH_SIDE = /(^|\P{L})\(?(?:long(?:ueur)?|larg(?:eur)?|haut(?:eur)?|[lhwp长宽高])(?!\p{L})\)?:?/gu;
const SIDE = /^\s*([\d\s.,]+?)\s*(mm|cms?|m|厘米|公分|毫米|米|)\s*$/;

/** The last unit is that of the sides without one. */
function product(texts: string[]): number {
  const parts = texts.map((side) => SIDE.exec(side.replace(WHICH_SIDE, '$1')) ?? []);
  const unit = parts[2]?.[2] ?? '';
  const sides = parts.map(([, number = '', own = '']) => sideIn(number, own || unit));
  if (sides.every((side) => side < SHORTEST_CM) || sides.filter((side) => side > LONGEST_CM).length > 1)
    return Number.NaN;
  return sides.reduce((volume, side) => volume * side, 1);
}

/** In centimetres; NaN for "1,200" centimetres, which could be twelve metres, or a metre and twenty. */
function sideIn(number: string, unit: string): number {
  const factor = CENTIMETRES[unit] ?? Number.NaN;
  if (factor === 1 && THOUSANDS.test(number.trim())) return Number.NaN;
  return numberIn(factor < 1 ? withoutThousands(number) : number) * factor;
}
