import * as z from 'zod/mini';
import { optionalText } from './common.ts';
import { CONTENTS_MAX, deliveryDate, PIECES_MAX, ReferenceSchema, VOLUME_MAX, WEIGHT_MAX } from './order-input.ts';
import { TRANSPORT_MODES, type TransportMode } from './orders.ts';
import { isCourierNumber, readCourierNumber, TOGETHER } from './reading/courier-number.ts';
import { readDay } from './reading/day.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';
import { readPieces, readVolume, readWeight } from './reading/measures.ts';
import { phoneProblem, readPhone } from './reading/phone.ts';
import { composed, searchForm } from './reading/text.ts';

/** A cell as a function reads it. What it cannot read stays a text, which the schema refuses; blank means none. */
const cell = <T extends z.core.$ZodType>(read: (text: string) => unknown, schema: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => {
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? null : (read(text) ?? text);
    }),
    schema,
  );

const quantity = (max: number, message: string) =>
  z.nullable(z.int(message).check(z.gte(1, message), z.lte(max, message)));

const SEVERAL_NUMBERS = 'Plusieurs numéros dans une cellule\u00a0: mettez chacun sur une ligne';
const MORE_THAN_NUMBER = 'Cette cellule contient plus qu’un numéro\u00a0: laissez-y le numéro seul';
const UNLIKELY_DAY = 'Date peu probable\u00a0: vérifiez l’année';
const UNREADABLE_DAY = 'Date illisible\u00a0: écrivez 31/12/2026';
const UNREADABLE_PIECES = 'Nombre de pièces illisible\u00a0: écrivez un nombre entier entre 1 et 10\u00a0000';
const UNREADABLE_WEIGHT = 'Poids illisible\u00a0: écrivez 12,5 kg';
const UNREADABLE_VOLUME = 'Volume illisible\u00a0: écrivez 0,125 m³ ou 60 x 40 x 50 cm';
const UNREADABLE_MODE = 'Transport illisible\u00a0: écrivez Avion ou Bateau';

/** As for a single order, in the spellings of lists. Apart from the calls, which the back office loads with its first screen. */
export const ImportedOrderSchema = z.object({
  reference: z.pipe(
    z.unknown().check(
      z.refine((cell) => !isSeveralNumbers(textOf(cell)), { error: SEVERAL_NUMBERS, abort: true }),
      z.refine((cell) => !hasOtherWords(textOf(cell)), { error: MORE_THAN_NUMBER, abort: true }),
    ),
    z.pipe(z.transform(withoutHan), ReferenceSchema),
  ),
  client: optionalText(200),
  recipientName: optionalText(100),
  recipientPhone: z.pipe(
    optionalText(PHONE_MAX).check(
      z.refine((text) => !text || readPhone(text) !== null, { error: ({ input }) => phoneProblem(String(input)) }),
    ),
    z.transform((text: string | null | undefined) => (text ? readPhone(text) : null)),
  ),
  mode: cell(readMode, z.nullable(z.enum(TRANSPORT_MODES, UNREADABLE_MODE))),
  pieces: cell(readPieces, quantity(PIECES_MAX, UNREADABLE_PIECES)),
  weight: cell(readWeight, quantity(WEIGHT_MAX, UNREADABLE_WEIGHT)),
  volume: cell(readVolume, quantity(VOLUME_MAX, UNREADABLE_VOLUME)),
  contents: optionalText(CONTENTS_MAX),
  estimatedDelivery: cell(
    (text) => readDay(text, { isSerial: true }),
    z.nullable(deliveryDate(UNREADABLE_DAY).check(z.refine(isLikelyDay, UNLIKELY_DAY))),
  ),
  consignment: optionalText(40),
});

const textOf = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '');

const BETWEEN = /\s*(?:[+&,;，；、/]|\b(?:et|and)\b|[和跟])\s*|\s+/;
/** Between references that may have a slash or a space within them. */
const BETWEEN_REFERENCES = /\s*[+&,;，；、]\s*|\s+(?:\/|et|and)\s+/;

/** Whether a text has several lines, or the numbers of several parcels; groups of digits alone may be one number. */
function isSeveralNumbers(text: string): boolean {
  const words = text.split(BETWEEN).filter(Boolean);
  const areNumbers = words.every((word) => isCourierNumber(word) && (/[A-Z]/i.test(word) || word.length > 11));
  const parts = text.split(BETWEEN_REFERENCES);
  const areReferences = parts.every((part) => part.length > 3 && /\d/.test(part));
  return (
    text.includes('\n') ||
    (words.length > 1 && areNumbers) ||
    (parts.length > 1 && areReferences) ||
    TOGETHER.test(text.replace(/\s/g, ''))
  );
}

/** Whether a text has words beside the number of a courier, or the end of a series: "YT7512345678903/904". */
function hasOtherWords(text: string): boolean {
  const [number = '', ...others] = text.split(BETWEEN).filter(Boolean);
  return others.length > 0 && /^[A-Z]{2}/i.test(number) && isCourierNumber(number) && !IN_GROUPS.test(text);
}
const IN_GROUPS = /^[A-Z]{2,5}\d+(?:[ -]\d{4,6})+(?:\/[1-9]\d?)?$/i;

/** The number of a courier among Chinese words, such as the name of the courier. */
function withoutHan(cell: unknown): unknown {
  const reading = /\p{Script=Han}/u.test(textOf(cell)) ? readCourierNumber(textOf(cell)) : { problem: '' };
  return 'number' in reading ? reading.number : cell;
}

const YEAR_MS = 365 * 86_400_000;
/** A voyage takes weeks, and lists may be some years old: beyond that, a number was read as a day, or its year is wrong. */
function isLikelyDay(day: string): boolean {
  const years = (Date.parse(day) - Date.now()) / YEAR_MS;
  return years > -5 && years < 5;
}

const MODE_WORDS: Record<TransportMode, RegExp> = {
  AIR: /\b(?:air|avion|aerien(?:ne)?|aero|plane|flight|express)\b|空|飞机/,
  SEA: /\b(?:sea|mer|bateau|maritime|navire|ocean|ship|boat|conteneur|container|lcl|fcl)\b|海|船/,
};

function readMode(text: string): TransportMode | null {
  const [mode, ...others] = TRANSPORT_MODES.filter((each) => MODE_WORDS[each].test(searchForm(composed(text, 'NFKC'))));
  return others.length === 0 ? (mode ?? null) : null;
}
