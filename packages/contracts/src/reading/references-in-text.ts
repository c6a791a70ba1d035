import {
  cleanReference,
  generatedIn,
  isGenerated,
  pieceInCode,
  REFERENCE_MAX,
  REFERENCE_MIN,
  referenceKey,
  unreadableCharacter,
} from './reference.ts';
import { cleanLines, composed, latin, withLatinDigits, withoutListMarks } from './text.ts';

/** References of one text. */
export const MAX_REFERENCES = 20;
/** The rest of a longer text is not read. NFKC makes a text longer: "ﷺ" becomes 18 characters. */
export const READ_MAX = 4096;
/** In characters; longer words, and lines without a space, are no reference. */
const WORD_MAX = 250;

/** In a link of the product, whatever the site's address was: the short link of a parcel, also within another link, or a search. */
const IN_LINK = /(?:\/c\/+|%2Fc%2F|[?&]tracking=)([^\s/?&#"<>«»,;:。、]+)/i;
const isLink = (word: string) => word.includes('://') || IN_LINK.test(word);

/** What people write before a reference. After the first ones any word is meant as one, after the others one in capitals. */
const COMMAND = /^(?:suivi|suivre|n|numero|ref|reference)$/;
const NUMERO = /(^|[^\p{L}\p{N}])(?:n[°º]|(?:no?|num|r[eé]f)\.)/giu;
const NOUN = /^(?:colis|commande|tracking|track)$/;
/** The most words after the first one of a reference with spaces. */
const WORDS_AFTER = 16;
const plain = (word: string) => composed(word, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

const SPACE_OR_PUNCTUATION = /[^\p{L}\p{M}\p{N}.\-\u2010-\u2015\u2212/_#&+']+/u;
/** Emphasis, quotes and punctuation that reach a word. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
/** Characters around a text that are no part of its reference. */
const AROUND_TEXT = /^[\s"'<>«»“”„‘’*_~`,;:!?|[\]{}]+|[\s"'<>«»“”„‘’*_~`,;:!?|[\]{}。，、！？；：]+$/gu;

const DATE = /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4})$/;
const isCode = (word: string) => /\p{N}/u.test(word) || (/\p{Lu}/u.test(word) && word === word.toUpperCase());

/**
 * The references that a text may name, the likeliest first: in links of the product, after "SUIVI" and the like, words
 * with a digit, and the whole text. Which of them exist is looked up in the database.
 */
export function referencesIn(text: string): string[] {
  const plain = withLatinDigits(cleanLines(withoutListMarks(text.slice(0, READ_MAX))));
  const written = composed(plain.replace(/\S+/g, withNumero), 'NFKC').slice(0, READ_MAX);
  const lines = linesOf(written);
  const links = lines.flat().filter(isLink);
  const sentences = sentencesOf(lines);
  const whole = sentences.length === 1 ? withoutAround(sentences[0] ?? '', AROUND_TEXT) : '';
  const known = new Set(sentences);
  const unwrapped = sentencesOf(linesOf(withoutWrapping(written))).filter((sentence) => !known.has(sentence));
  const candidates = [
    ...links.flatMap(linked),
    ...generatedIn(written),
    ...(whole.includes(' ') ? [] : [whole]),
    ...sentences.flatMap(inSentence),
    ...unwrapped.flatMap(inSentence),
    whole,
    ...Array.from(written.matchAll(WITHOUT_PREFIX), ([, word]) => `FC-${word}`).filter(isGenerated),
  ];
  const found = new Map<string, string>();
  for (const reference of new Set(candidates)) {
    if (found.size === MAX_REFERENCES) break;
    if (!isPossible(reference)) continue;
    const key = referenceKey(reference);
    found.set(key, found.get(key) ?? reference);
  }
  return [...found.values()];
}

/** The characters of a generated reference alone, as people dictate them. */
const WITHOUT_PREFIX = /(?:^|[^\p{L}\p{N}_-])([2-9A-HJ-NP-Z]{8})(?![\p{L}\p{N}_-])/giu;

/** A link stays as it is: its reference may begin like an abbreviation, as "N.A&1". */
const withNumero = (word: string) => (isLink(word) ? word : word.replace(NUMERO, '$1 n '));

const linesOf = (text: string) =>
  text.split('\n').map((line) => line.split(/\s+/).filter((word) => word.length <= WORD_MAX));

const sentencesOf = (lines: string[][]) => lines.map((line) => line.filter((word) => !isLink(word)).join(' '));

/**
 * Joins lines that end or begin at a hyphen within a word, as in texts that were copied from a narrow column, and leaves out the
 * numbers of a list, as in "1.DEMO0003".
 */
const withoutWrapping = (text: string) =>
  text
    .replace(/^ *\d{1,2}[.):、-](?=[\p{L}\p{N}])/gmu, '')
    .replace(/([\p{L}\p{N}]\p{Pd}) *\n *(?=[\p{L}\p{N}])/gu, '$1')
    .replace(/([\p{L}\p{N}]) *\n *(?=\p{Pd}[\p{L}\p{N}])/gu, '$1');

/** Whether a word of a sentence is likely to be a reference: it has a digit, or was generated. */
export const isLikely = (word: string): boolean => /\p{N}/u.test(word) || isGenerated(word);

const withoutAround = (text: string, around: RegExp) => (text.length > WORD_MAX ? '' : text.replace(around, ''));

/** Whether a text may be a reference, see `ReferenceSchema`. */
function isPossible(text: string): boolean {
  const { length } = cleanReference(text);
  return (
    length >= REFERENCE_MIN &&
    length <= REFERENCE_MAX &&
    !COMMAND.test(plain(text)) &&
    /[\p{L}\p{N}]/u.test(text) &&
    unreadableCharacter(cleanReference(text)) === undefined
  );
}

/** The reference of a link, without what a short link encodes, without all punctuation after it, and with it. */
function linked(word: string): string[] {
  const [, part = ''] = IN_LINK.exec(word) ?? [];
  const spaced = part.replace(/\+/g, ' ');
  const endings = [/[!'()*,;:]+$/g, /[^\p{L}\p{M}\p{N}%_]+$/gu, /$^/g];
  return endings.flatMap((ending) => {
    const each = withoutAround(spaced, ending);
    try {
      return [decodeURIComponent(each)];
    } catch {
      return [];
    }
  });
}

/** Candidates: words after a noun such as "colis", words with a digit, neighbours such as "DEMO 0003", and parts of a list. */
function inSentence(sentence: string): string[] {
  const words = sentence
    .split(SPACE_OR_PUNCTUATION)
    .map((word) => withoutAround(word, AROUND))
    .filter(Boolean);
  const named = words.flatMap((word, index) => {
    if (!COMMAND.test(plain(word)) && !NOUN.test(plain(word))) return [];
    const [next = '', ...others] = words.slice(index + 1, index + 1 + WORDS_AFTER);
    if (COMMAND.test(plain(word))) return [next, [next, ...others].join(' ')];
    return isCode(next) ? [next] : [];
  });
  const codes = words.filter((word) => isLikely(word) && !DATE.test(word));
  const parts = sentence.split(/[,;]/).map((part) => withoutAround(part, AROUND));
  return [
    ...named,
    ...codes,
    ...neighbours(words),
    ...(parts.length > 1 ? parts.filter(isLikely) : []),
    ...codes.flatMap(joinedIn),
  ];
}

/** Two and more words in a row that look like parts of one code, and before them the letters that may be its beginning. */
function neighbours(words: string[]): string[] {
  const rows: string[][] = [];
  for (const [index, word] of words.entries()) {
    if (!isCode(word)) continue;
    const before = words[index - 1] ?? '';
    if (index > 0 && isCode(before)) rows[rows.length - 1]?.push(word);
    else rows.push([before, word]);
  }
  return rows.flatMap(([before = '', ...codes]) => {
    const code = codes.join(' ');
    const isBeginning = isPossible(code) && isLikely(code) && LETTERS.test(before) && !NOUN.test(before);
    return [...(codes.length > 1 ? [code] : []), ...(isBeginning ? [`${before} ${code}`] : [])];
  });
}
/** In lower case, as people type codes. */
const LETTERS = /^\p{Ll}{2,5}$/u;

/**
 * The references that were written with a sign instead of a space between them, that of the label of a piece, what stands
 * between Chinese words, and what follows a word of ours without a space, as in "suiviDEMO0003".
 */
function joinedIn(word: string): string[] {
  const [, rest = ''] = STUCK.exec(word) ?? [];
  if (isLikely(rest)) return [rest];
  const { reference = '' } = pieceInCode(word) ?? {};
  if (reference.length >= JOINED_MIN) return [reference];
  if (HAN.test(word)) return word.split(HAN).filter((part) => part.length >= JOINED_MIN && isLikely(part));
  const parts = word.split(/[/+#&]/);
  return parts.length > 1 && parts.every((part) => part.length >= JOINED_MIN && isLikely(part)) ? parts : [];
}
const STUCK =
  /^(?:suivi|suivre|numero|numéro|ref|réf|reference|référence|colis|commande|[ld](?='))[_.'#-]?([\p{L}\p{N}].{3,})$/iu;
/** Shorter ones are parts of one reference, such as "FC/2026/17". */
const JOINED_MIN = 8;
const HAN = /\p{Script=Han}+/u;

const TWINS = new Map([
  ['O', '0'],
  ['0', 'O'],
  ['I', '1'],
  ['L', '1'],
  ['1', 'I'],
]);
/** With more letters that have a twin, not every combination is tried, only one or two letters and all of a kind. */
const MAX_TWINS = 6;
/** With more, no two letters. */
const MAX_PAIRED = 20;

const pairsOf = (places: number[]) =>
  places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other]));

/** The keys of references that look like one: with O for 0, I for 1, Latin for Cyrillic letters, and the other way round. */
export function lookAlikes(reference: string): string[] {
  const key = referenceKey(reference);
  const letters = Array.from(latin(key));
  const places = letters.flatMap((letter, index) => (TWINS.has(letter) ? index : []));
  const swapped = (at: readonly number[]) =>
    letters.map((letter, index) => (at.includes(index) ? (TWINS.get(letter) ?? letter) : letter)).join('');
  const all = [...letters.keys()];
  const choices =
    places.length > MAX_TWINS
      ? [
          [],
          all,
          ...places.map((place) => [place]),
          ...(places.length > MAX_PAIRED ? [] : pairsOf(places)),
          ...['O', '0', 'I', '1'].map((twin) => all.filter((at) => letters[at] === twin)),
        ]
      : Array.from({ length: 2 ** places.length }, (_, bits) => places.filter((_place, index) => bits & (1 << index)));
  return [...new Set(choices.map(swapped))].filter((each) => each !== key);
}
