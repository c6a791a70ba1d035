import { ReferenceSchema } from '../order-input.ts';
import { isGenerated, isMistyped, pieceInCode } from './reference.ts';
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

const SHORT_LINK = /(?:^|\/)c\/[^/]+/i;
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

/** Whether a reference has the form that references usually have. */
export const isUsualReference = (reference: string): boolean =>
  USUAL.test(reference) && (/\d/.test(reference) || reference === reference.toUpperCase());

/** The reference that a code or a typed text names, or why it is none. */
export function readCode(code: string): Reading {
  const text = cleanText(code.slice(0, 1000)).replace(AIM_PREFIX, '').replace(AROUND_CODE, '');
  if (SHORT_LINK.test(text)) {
    const [linked] = referencesIn(text);
    const [, piece] = PIECE_IN_LINK.exec(text) ?? [];
    if (linked !== undefined)
      return judged(linked, { isLink: true, piece: piece === undefined ? undefined : Number(piece) });
  }
  const kind = KINDS.find(([form]) => form.test(text));
  if (kind) return { problem: kind[1] };
  const ofPiece = pieceInCode(text);
  if (ofPiece && (isGenerated(ofPiece.reference) || isMistyped(ofPiece.reference)))
    return judged(ofPiece.reference, { piece: ofPiece.piece });
  return judged(numberOfCourier(text) ?? text);
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

/** The number in "SF1369874521035|MMM=…" and {"k1":"YT7512345678901"}, as Chinese couriers print them. */
function numberOfCourier(text: string): string | undefined {
  const isCourier = (reference: string) => /^[A-Z]{0,4}\d{8,}$/i.test(reference);
  if (/^[\w-]+\|/.test(text)) {
    const [first, ...others] = text.split('|');
    return [first ?? '', ...others].find(isCourier) ?? first;
  }
  if (!/^[{[]/.test(text)) return undefined;
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

/**
 * The text of keystrokes. A scanner that is set to another layout than the computer presses the keys of its own: on a French
 * computer "7" becomes "è". Where the text does not fit, it is read by the keys.
 */
export function textOfStrokes(strokes: readonly Stroke[]): string {
  const text = strokes
    .map((stroke) => (stroke.key.length === 1 ? stroke.key : isOfNumberPad(stroke.code) ? americanOf(stroke) : ''))
    .join('');
  if (isFit(readCode(text))) return text;
  const pressed = strokes.map(americanOf).join('');
  return isFit(readCode(pressed)) ? pressed : text;
}

/** Whether a key is a part of a code. The number pad has arrows without Num Lock. */
export const isCharacter = ({ key, code }: Stroke): boolean =>
  key.length === 1 || ((key === 'Dead' || isOfNumberPad(code)) && AMERICAN.has(code));
