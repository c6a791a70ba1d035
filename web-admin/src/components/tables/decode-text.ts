import { FileRefused } from './table.ts';

/** Characters outside ASCII, as windows-1252 has them, with the letters around them. */
const HIGH = /[a-z]?[\u0080-\uffff]+[a-z]?/g;
/** Two accents in a row stand within a word, as in "créée"; Chinese words do not. */
const CHINESE = /^(?:[a-z]?(?:[\u0080-\uffff]{2})+|(?:[\u0080-\uffff]{2})+[a-z]?)$/;

/** Signs and capitals after a letter, where a text in another encoding of French has accents. */
const MISREAD = /\p{L}[\u0081\u0090\u008d\u008f‚ƒ„†‡ˆ‰Š‹Ž]+(?=\p{L}|[;,\t\r\n |"')]|$)/u;
const MISREAD_MACINTOSH = /\p{Ll}[ÄÅÇÉÑÖÜ]|\p{L}[ÄÅÇÉÑÖÜ]+\p{Ll}|\p{Lu}{2}[à-öø-ÿ]|[à-öø-ÿ]\p{Lu}/u;
/** "œ" and "Œ" of ISO-8859-15 within a word. */
const LATIN_9 = /\p{L}[\u00bc\u00bd](?=\p{L})/u;
/** How accented letters of Chinese encodings look, in names among Chinese or alone. */
const CHINESE_ACCENT = /\u00a8[\u00a1-\u00ba](?=\p{L}|[;,\t\r\n |"')]|$)/u;
/** A text whose bytes in UTF-8 were taken for characters and encoded once more: "Ã©". */
const ENCODED_TWICE = /\u00c3[\u00a0-\u00bf\u2030\u0160\u0152\u017d]/;

/**
 * Signs that French text never has beside letters, and four accented capitals in a row: the file has another encoding.
 */
const NOT_FRENCH = /\p{L}[¡¦¨¬¯¶¸¿ƒ†‡ˆ‰˜]|[¡¦¨¬¯¶¸¿ƒ†‡ˆ‰˜](?:\p{L}|[¡¦¨¬¯¶¸¿ƒ†‡ˆ‰˜])|[À-ÖØ-Þ]{4}/u;
/** Characters that appear only when a text is decoded with the wrong encoding. */
const UNASSIGNED = /[\p{Co}\ufffd]/u;

const ILLEGIBLE = 'Les accents de ce fichier sont illisibles. Enregistrez-le au format .xlsx ou CSV UTF-8.';

/**
 * UTF-16, also without its mark; UTF-8; else the encoding of Excel in Chinese, in French or on a Macintosh.
 * @throws FileRefused for those of MS-DOS, which Excel offers as well, and of other languages, and for accents that another
 * program has destroyed
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0))
    return new TextDecoder('utf-16be').decode(bytes);
  const text = decodeBytes(bytes);
  if (ENCODED_TWICE.test(text)) throw new FileRefused(ILLEGIBLE);
  return text;
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const french = new TextDecoder('windows-1252').decode(bytes);
    if (isTraditional(bytes)) return decodeChinese('big5', bytes);
    if (CHINESE_ACCENT.test(french) || isChinese(french)) return decodeChinese('gb18030', bytes);
    if (LATIN_9.test(french)) return new TextDecoder('iso-8859-15').decode(bytes);
    if (!MISREAD.test(french)) {
      if (NOT_FRENCH.test(french)) throw new FileRefused(ILLEGIBLE);
      return french;
    }
    const macintosh = new TextDecoder('macintosh').decode(bytes);
    if (!MISREAD_MACINTOSH.test(macintosh)) return macintosh;
    throw new FileRefused(ILLEGIBLE);
  }
}

function decodeChinese(encoding: 'big5' | 'gb18030', bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (UNASSIGNED.test(text)) throw new FileRefused(ILLEGIBLE);
  return text;
}

/**
 * Whether a text is in the encoding of Hong Kong and Taiwan: the first bytes of its frequent characters, and more of them than of
 * those of mainland China. Half of their second bytes are letters and signs of ASCII. Words have several characters, unlike the
 * accents of French.
 */
function isTraditional(bytes: Uint8Array): boolean {
  let [all, traditional, simplified, inAscii, inWords] = [0, 0, 0, 0, 0];
  let end = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const first = bytes[index] ?? 0;
    if (first < 0x80) continue;
    if (index > 0 && index === end) inWords += 1;
    index += 1;
    end = index + 1;
    const second = bytes[index] ?? 0;
    all += 1;
    if (second < 0x80) inAscii += 1;
    if (first >= 0xa4 && first <= 0xc6 && second >= 0x40) traditional += 1;
    if (first >= 0xb0 && first <= 0xd7 && second > 0xa0) simplified += 1;
  }
  return inWords > 0 && inAscii > 0 && traditional > simplified && traditional > all / 2;
}

/** Chinese characters have two bytes outside ASCII, French accents stand between letters. */
function isChinese(text: string): boolean {
  // A French quotation mark and its space look like such a pair.
  const runs = text.replace(/«\u00a0|\u00a0»/g, '').match(HIGH) ?? [];
  const pairs = runs.filter((run) => CHINESE.test(run));
  return pairs.length > runs.length / 2;
}
