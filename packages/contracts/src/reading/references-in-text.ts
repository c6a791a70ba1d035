import {
  cleanReference,
  isGenerated,
  REFERENCE_MAX,
  REFERENCE_MIN,
  referenceKey,
  unreadableCharacter,
} from './reference.ts';
import { cleanLines, composed } from './text.ts';

/** References of one text. */
export const MAX_REFERENCES = 20;
/** The rest of a longer text is not read. */
const READ_MAX = 4096;
/** In characters; longer words, and lines without a space, are no reference. */
const WORD_MAX = 250;

/** In a link of the product, whatever the site's address was: the short link of a parcel, or a search. */
const IN_LINK = /(?:\/c\/|[?&]tracking=)([^\s/?&#"<>«»]+)/i;
const isLink = (word: string) => word.includes('://') || IN_LINK.test(word);

/** What people write before a reference. After the first ones any word is meant as one, after the others one in capitals. */
const COMMAND = /^(?:suivi|suivre|n|numero|ref|reference)$/;
const NUMERO = /(^|[^\p{L}\p{N}])n[°º]/giu;
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
  const lines = composed(cleanLines(text.slice(0, READ_MAX)).replace(NUMERO, '$1 n '), 'NFKC')
    .split('\n')
    .map((line) => line.split(/\s+/).filter((word) => word.length <= WORD_MAX));
  const links = lines.flat().filter(isLink);
  const sentences = lines.map((line) => line.filter((word) => !isLink(word)).join(' '));
  const whole = sentences.length === 1 ? withoutAround(sentences[0] ?? '', AROUND_TEXT) : '';
  const candidates = [
    ...links.flatMap(linked),
    ...(whole.includes(' ') ? [] : [whole]),
    ...sentences.flatMap(inSentence),
    whole,
  ];
  const found = new Map<string, string>();
  for (const reference of candidates.filter(isPossible)) {
    const key = referenceKey(reference);
    found.set(key, found.get(key) ?? reference);
  }
  return [...found.values()].slice(0, MAX_REFERENCES);
}

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
    unreadableCharacter(text) === undefined
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
  const words = sentence.split(SPACE_OR_PUNCTUATION).map((word) => withoutAround(word, AROUND));
  const named = words.flatMap((word, index) => {
    if (!COMMAND.test(plain(word)) && !NOUN.test(plain(word))) return [];
    const [next = '', ...others] = words.slice(index + 1, index + 1 + WORDS_AFTER).filter(Boolean);
    if (COMMAND.test(plain(word))) return [next, [next, ...others].join(' ')];
    return isCode(next) ? [next] : [];
  });
  const codes = words.filter((word) => isLikely(word) && !DATE.test(word));
  const parts = sentence.split(/[,;]/).map((part) => withoutAround(part, AROUND));
  return [...named, ...codes, ...neighbours(words), ...(parts.length > 1 ? parts.filter(isLikely) : [])];
}

/** Two and more words in a row that look like parts of one code. */
function neighbours(words: string[]): string[] {
  const rows = [[] as string[]];
  for (const word of words) {
    if (isCode(word)) rows[rows.length - 1]?.push(word);
    else rows.push([]);
  }
  return rows.filter(({ length }) => length > 1).map((row) => row.join(' '));
}

/** Letters that look like a Latin one, in upper case. */
const CYRILLIC = new Map(Array.from('АВЕКМНОРСТУХІЈЅ', (letter, index) => [letter, 'ABEKMHOPCTYXIJS'.charAt(index)]));
const TWINS = new Map([
  ['O', '0'],
  ['0', 'O'],
  ['I', '1'],
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
  const latin = Array.from(key, (letter) => CYRILLIC.get(letter) ?? letter);
  const places = latin.flatMap((letter, index) => (TWINS.has(letter) ? index : []));
  const swapped = (at: readonly number[]) =>
    latin.map((letter, index) => (at.includes(index) ? (TWINS.get(letter) ?? letter) : letter)).join('');
  const all = [...latin.keys()];
  const choices =
    places.length > MAX_TWINS
      ? [
          [],
          all,
          ...places.map((place) => [place]),
          ...(places.length > MAX_PAIRED ? [] : pairsOf(places)),
          ...['O', '0', 'I', '1'].map((twin) => all.filter((at) => latin[at] === twin)),
        ]
      : Array.from({ length: 2 ** places.length }, (_, bits) => places.filter((_place, index) => bits & (1 << index)));
  return [...new Set(choices.map(swapped))].filter((each) => each !== key);
}
