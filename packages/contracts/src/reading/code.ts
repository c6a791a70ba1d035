import { ReferenceSchema } from '../order-input.ts';
import { COURIERS } from './couriers.ts';
import { generatedIn, isGenerated, isMistyped, pieceInCode, withHyphens } from './reference.ts';
import { referencesIn } from './references-in-text.ts';
import { cleanText } from './text.ts';

/** What a code, read by a camera or a scanner, or typed, names. */
export type Reading =
  | {
      reference: string;
      /** The piece of a label. "AWA/2" of another form may be a reference: the server finds out which it is. */
      piece?: number;
      /** Whether the product printed it: a short link, or a generated reference. */
      isOwn: boolean;
      /** Whether it has the form of a reference; others are created after a confirmation only. */
      isUsual: boolean;
    }
  | { problem: string };

/** The kind of symbology that a scanner may report before a code, see ISO/IEC 15424. */
const AIM_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;

/** Signs that scanners are set to put around a code, and that no reference has. */
const AROUND_CODE = /^[~^"]+|[~^";,]+$/g;

const TWICE = /^(\S{8,}?)[\s,;|]?\1$/;
/** A code that a scanner has read twice in a row, or that was pasted twice, once. */
export const withoutRepetition = (code: string): string => code.replace(TWICE, '$1');

/** Removes what the bar codes of JD add to the number of a parcel of one piece: "JDVA12345678901-1-1-". */
export const withoutOnlyPiece = (text: string): string => text.replace(/\b(JD[A-Z\d]{8,})-1-1-?(?![A-Z\d])/gi, '$1');

/** What the bar code of one of several pieces adds to the number of a courier: "YT7512345678901-2", "JD0012345678901-2-3-". */
const COURIER_PIECE = new RegExp(
  `^((?:${COURIERS})\\d{9,}|\\d{12,15})[-_#/]0*([1-9]\\d{0,2})(?:[-_/]\\d{1,3})?-?$`,
  'i',
);

/** The address of a page about a parcel, at a courier or a tracking site. Numbers in addresses of shops are those of articles. */
const IN_QUERY =
  /[?&#](?:nu|nums?|numbers?|post_?id|waybill_?no|express_?no|logistics_?no|mailno(?:list)?|txtbill|bill_?(?:no|code)|track[\w-]*)=([^&#]+)/gi;
const IN_ADDRESS = /[/=]([A-Z]{2,5}\d{10,}[A-Z]{0,2})(?![A-Z\d])/gi;

/** The numbers of couriers in the address of a page. */
export function numbersInLink(address: string): string[] {
  const link = decoded(address);
  const values = Array.from(link.matchAll(IN_QUERY), ([, value = '']) => value.split(/[^A-Z\d]+/i)).flat();
  const named = Array.from(link.matchAll(IN_ADDRESS), ([, number = '']) => number);
  return [...new Set([...values, ...named])].filter((each) => /^[A-Z]{0,5}\d{8,}[A-Z]{0,2}$/i.test(each));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const SHORT_LINK = /\/c\/[^/]+/i;
const PIECE_IN_LINK = /[?&]p=([1-9]\d{0,3})(?![^&#])/;

const KINDS: [form: RegExp, problem: string][] = [
  [/^wifi:/i, "Ce code est celui d'un réseau Wi-Fi, pas d'un colis."],
  [
    /^(?:wxp:|alipays?:|upi:|bitcoin:|0002\d\d)|(?:alipay|wechat|weixin)[^/]*\//i,
    "Ce code est celui d'un paiement, pas d'un colis.",
  ],
  [
    /^(?:tel|sms|smsto|mailto|mecard|begin|geo|matmsg|msg|market|otpauth):/i,
    "Ce code est celui d'un contact ou d'un message, pas d'un colis.",
  ],
  [/^\w+:\/\/|^www\./i, 'Ce code est un lien vers un autre site, pas un colis.'],
];

const NO_REFERENCE = "Ce code n'est pas une référence de colis.";
const MISTYPED = 'Cette référence contient une erreur. Vérifiez-la.';

/** Letters of one case or digits, with single signs between them. */
const USUAL = /^[A-Z0-9]+(?:[-./_# ][A-Z0-9]+)*$/i;

/**
 * Texts of that form which are something else: a pick-up code, a phone number, a weight or a count, dimensions, a day, the number of a
 * book, a name with a number, a number with that of a piece or of its pieces, and two numbers.
 */
const UNUSUAL = [
  /^\d{6}$/,
  /^(?:00)?(?:226[ .-]?)?\d\d([ .-]?)\d\d\1\d\d\1\d\d$/,
  /^(?:(?:00)?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}$/,
  /^(?:00)?225(?:0[157]|2[157])\d{8}$/,
  /^\d+(?:\.\d+)? ?(?:kgs?|kilos?|gr?|pcs|pieces?|ctns?|colis|cartons?|cms?|cbm|m3)$/i,
  /^\d+(?:\.\d+)? ?x ?\d+(?:\.\d+)? ?x ?\d+(?:\.\d+)? ?(?:cm|mm|m)?$/i,
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4}))$/,
  /^97[89](?:-?\d){10}$/,
  /^(?:[A-Z]+ )*[A-Z]{4,} (?:[A-Z]+ )*\d/i,
  /^\S*\d{6}\S* x ?\d{1,3}$/i,
  // Two codes of a scanner that presses no key after them.
  /^[A-Z]{1,4}\d{8,}[A-Z]{1,4}\d{8,}$/i,
  /^[A-Z]{1,5}\d{8,}[-_#/. ]\d{1,3}(?:[-_/]\d{1,3})?$/i,
  /\/0+\d*$/,
  /^\d{23,}$/,
];

/**
 * The number on an article, EAN-13, or on a carton of it, ITF-14 and GS1-128: 690 to 699 are those of China, and the last digit
 * checks the others.
 */
const ARTICLE = /^(?:(?:01)?(\d?69\d{11})|01(\d{14})(?:1[0-7]|21|3[0-7])\S+)$/;

/** Whether a number is that on an article of China; one in ten numbers of couriers has such a check digit by chance. */
export function isArticle(text: string): boolean {
  const [, chinese, any = ''] = ARTICLE.exec(text) ?? [];
  const digits = Array.from(chinese ?? any, Number).reverse();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether a reference has the form that references usually have. Two words that may each be one are two references. */
export const isUsualReference = (reference: string): boolean =>
  USUAL.test(reference) &&
  (/\d/.test(reference) || reference === reference.toUpperCase()) &&
  !UNUSUAL.some((form) => form.test(reference)) &&
  !isArticle(reference) &&
  reference.split(' ').filter((word) => word.length >= 8 && /\d/.test(word)).length < 2;

/** The reference that a code or a typed text names, or why it is none. */
export function readCode(code: string): Reading {
  const whole = cleanText(code.slice(0, 1000)).replace(AIM_PREFIX, '').replace(AROUND_CODE, '');
  const text = withoutOnlyPiece(withoutRepetition(whole));
  if (SHORT_LINK.test(text)) {
    const [linked] = referencesIn(text);
    const [, piece] = PIECE_IN_LINK.exec(text) ?? [];
    if (linked !== undefined)
      return judged(linked, { isLink: true, piece: piece === undefined ? undefined : Number(piece) });
  }
  const linked = /^https?:/i.test(text) ? numbersInLink(text) : [];
  if (linked.length === 1) return judged(linked[0] ?? '');
  const kind = KINDS.find(([form]) => form.test(text));
  if (kind) return { problem: kind[1] };
  const ofPiece = pieceInCode(text);
  if (ofPiece && (isGenerated(ofPiece.reference) || isMistyped(ofPiece.reference)))
    return judged(ofPiece.reference, { piece: ofPiece.piece });
  const [, number, piece] = COURIER_PIECE.exec(text) ?? [];
  if (number !== undefined) return judged(number, { piece: Number(piece) });
  return judged(ownAmongWords(text) ?? numberOfCourier(text) ?? text);
}

/** The generated reference in "Colis FC-7ABCDEFG", "(FC-7ABCDEFG)" and the rest of a link that lost its beginning. */
function ownAmongWords(code: string): string | undefined {
  const text = withHyphens(code);
  const [own = ''] = generatedIn(text);
  const [before = '', after = '', ...others] = text.split(own);
  const isApart = !/[\p{L}\p{Pd}_.]$/u.test(before) && !/^[\p{L}\p{Pd}_.]/u.test(after);
  return own && others.length === 0 && isApart && !/\d/.test(before + after) ? own : undefined;
}

interface Circumstances {
  isLink?: boolean;
  piece?: number | undefined;
}

function judged(text: string, { isLink = false, piece }: Circumstances = {}): Reading {
  const { data: reference } = ReferenceSchema.safeParse(text);
  if (reference === undefined) return { problem: NO_REFERENCE };
  if (isMistyped(reference)) return { problem: MISTYPED };
  const isOwn = isLink || isGenerated(reference);
  const isUsual = isOwn || isUsualReference(reference);
  return { reference, ...(piece !== undefined && { piece }), isOwn, isUsual };
}

/** The number in "SF1369874521035|MMM=…", and MMM={'k5':'SF1369874521035'}, as Chinese couriers print them. */
function numberOfCourier(text: string): string | undefined {
  const isCourier = (reference: string) => /^[A-Z]{0,4}\d{8,}$/i.test(reference);
  if (/^[\w-]+\|/.test(text)) {
    const [first, ...others] = text.split('|');
    return [first ?? '', ...others].find(isCourier) ?? first;
  }
  if (!/^(?:MMM=)?[{[]/.test(text)) return undefined;
  return referencesIn(text.replace(/[{}[\]":,]+/g, ' ')).find(isCourier);
}

/** A keystroke of a scanner that works as a keyboard, see `KeyboardEvent`. */
export interface Stroke {
  key: string;
  code: string;
  shiftKey: boolean;
}

/** The characters of the American layout by the code of the key, without and with Shift. */
const AMERICAN = new Map<string, string>([
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter): [string, string] => [
    `Key${letter}`,
    letter.toLowerCase() + letter,
  ]),
  ...Array.from(')!@#$%^&*(', (sign, digit): [string, string] => [`Digit${digit}`, digit + sign]),
  ...Array.from('0123456789', (digit): [string, string] => [`Numpad${digit}`, digit + digit]),
  ...Object.entries({ Minus: '-_', Equal: '=+', BracketLeft: '[{', BracketRight: ']}', Backslash: '\\|' }),
  ...Object.entries({ Semicolon: ';:', Quote: '\'"', Comma: ',<', Period: '.>', Slash: '/?', Space: '  ' }),
]);

const americanOf = ({ code, shiftKey }: Stroke) => AMERICAN.get(code)?.charAt(shiftKey ? 1 : 0) ?? '';
const isOfNumberPad = (code: string) => /^Numpad\d$/.test(code);
const isFit = (reading: Reading) => 'reference' in reading && reading.isUsual;
const isOwn = (reading: Reading) => 'reference' in reading && reading.isOwn;
/** How labels spell a generated reference or a link. With Caps Lock a French computer shows them as "fc6" and "/::". */
const LABEL_SPELLING = /fc-|:\/\//i;

/** The letters of an American layout that a French computer shows for others. */
const FRENCH: Record<string, string> = { KeyA: 'q', KeyQ: 'a', KeyW: 'z', KeyZ: 'w', Semicolon: 'm' };

/** With Caps Lock, a French computer shows digits for the keys of an American layout, but other letters. */
const isFrenchCapsLock = (strokes: readonly Stroke[]) =>
  strokes.some(({ key, code, shiftKey }) => !shiftKey && /^Digit/.test(code) && /^\d$/.test(key)) &&
  strokes.some(({ key, code }) => FRENCH[code] === key.toLowerCase());

/** What Caps Lock exchanges on a French computer, beside the cases of letters: it acts as Shift for the other keys too. */
const FRENCH_SHIFT = '1&2é3"4\'5(6-7è8_9ç0à°)+=?,.;/:§!';

/** The text that a French computer would show without Caps Lock; undefined unless Caps Lock has changed letters. */
function withoutCapsLock(text: string, strokes: readonly Stroke[]): string | undefined {
  if (!strokes.some(({ key, shiftKey }) => (shiftKey ? /^[a-zéèçà]$/ : /^[A-Z]$/).test(key))) return undefined;
  return Array.from(text, (sign) => {
    const place = FRENCH_SHIFT.indexOf(sign);
    if (place >= 0) return FRENCH_SHIFT.charAt(place % 2 === 0 ? place + 1 : place - 1);
    return sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
  }).join('');
}

/**
 * The text of keystrokes. A scanner that is set to another layout than the computer presses the keys of its own: on a French
 * computer "7" becomes "è". Where the text does not fit, it is read by the keys. With Caps Lock on a French computer, "FC-" of
 * a scanner that is set to its layout becomes "fc6", which could be a reference too: one of the product's own is preferred.
 * Digits alone are read by the keys even if they are to be asked about.
 */
export function textOfStrokes(strokes: readonly Stroke[]): string {
  const text = strokes
    .map((stroke) => (stroke.key.length === 1 ? stroke.key : isOfNumberPad(stroke.code) ? americanOf(stroke) : ''))
    .join('');
  const unlocked = withoutCapsLock(text, strokes);
  const isLabel = isOwn(readCode(text)) && LABEL_SPELLING.test(text);
  if (unlocked !== undefined && isOwn(readCode(unlocked)) && !isLabel) return unlocked;
  const isWhole = strokes.every(({ key, code }) => key.length === 1 || isOfNumberPad(code));
  if (isFit(readCode(text)) && isWhole && !isFrenchCapsLock(strokes)) return text;
  const pressed = strokes.map(americanOf).join('');
  const isNumber = (each: string) => /^\d+$/.test(each) && each.length === strokes.length;
  return [pressed, unlocked].find((each = '') => isNumber(each) || isFit(readCode(each))) ?? text;
}

/** Whether a key is a part of a code. The number pad has arrows without Num Lock, and input methods for Chinese hide the others. */
export const isCharacter = ({ key, code }: Stroke): boolean =>
  key.length === 1 || ((key === 'Dead' || key === 'Process' || isOfNumberPad(code)) && AMERICAN.has(code));
