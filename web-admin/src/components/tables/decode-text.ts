import { FileRefused } from './table.ts';

/** Characters outside ASCII, as windows-1252 has them, with the letters around them. */
const HIGH = /[a-z]?[\u0080-\uffff]+[a-z]?/g;
/** Two accents in a row stand within a word, as in "créée"; Chinese words do not. */
const CHINESE = /^(?:[a-z]?(?:[\u0080-\uffff]{2})+|(?:[\u0080-\uffff]{2})+[a-z]?)$/;

/** Signs and capitals after a letter, where a text in another encoding of French has accents. */
const MISREAD = /\p{L}[\u0081\u0090\u008d\u008f‚ƒ„†‡ˆ‰Š‹Ž]+(?=\p{L}|[;,\t\r\n |"')]|$)/u;
const MISREAD_MACINTOSH = /\p{Ll}[ÄÅÇÉÑÖÜ]|\p{L}[ÄÅÇÉÑÖÜ]+\p{Ll}/u;

/**
 * UTF-16 with a byte order mark; UTF-8; else the encoding of Excel in Chinese, in French or on a Macintosh.
 * @throws FileRefused for that of MS-DOS, which Excel offers as well
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const french = new TextDecoder('windows-1252').decode(bytes);
    if (isChinese(french)) return new TextDecoder('gb18030').decode(bytes);
    if (!MISREAD.test(french)) return french;
    const macintosh = new TextDecoder('macintosh').decode(bytes);
    if (!MISREAD_MACINTOSH.test(macintosh)) return macintosh;
    throw new FileRefused('Les accents de ce fichier sont illisibles. Enregistrez-le au format .xlsx ou CSV UTF-8.');
  }
}

/** Chinese characters have two bytes outside ASCII, French accents stand between letters. */
function isChinese(text: string): boolean {
  // A French quotation mark and its space look like such a pair.
  const runs = text.replace(/«\u00a0|\u00a0»/g, '').match(HIGH) ?? [];
  const pairs = runs.filter((run) => CHINESE.test(run));
  return pairs.length > runs.length / 2;
}
