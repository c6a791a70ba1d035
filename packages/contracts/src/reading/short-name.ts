import { cleanText, composed, plainText } from './text.ts';

/** What precedes a name, in the form of {@link plain}. */
const TITLES = new Set([
  ...['m', 'mr', 'monsieur', 'mme', 'mdme', 'madame', 'mlle', 'melle', 'mle', 'mademoiselle', 'mrs', 'ms', 'miss'],
  ...['dr', 'docteur', 'pr', 'prof', 'professeur', 'me', 'maitre', 'monseigneur', 'mgr', 'oustaz'],
  ...['hadj', 'hadji', 'hadja', 'adja', 'elhadj', 'elhadji', 'hajj', 'alhaji', 'alhadji', 'alhadj'],
  ...['veuve', 'vve', 'pasteur', 'abbe', 'soeur', 'frere', 'imam', 'maman', 'papa', 'pere', 'mere'],
  ...['tantie', 'tanti', 'tantine', 'tonton', 'et', 'le', 'la', 'chez', 'pour', 'nee', 'epouse', 'epse'],
  ...['sr', 'colonel', 'col', 'capitaine', 'commandant', 'cdt', 'lieutenant', 'lt', 'sergent', 'general'],
]);
/** What people write before a name: "S/C" (care of), "à l'attention de", and its number in a list. */
const BEFORE_NAME =
  /^\s*(?:\d{1,3}\s*[.):-]?\s+|\d{1,3}[.)]|[spa]\/[cs]\s+(?:de\s+)?|[àa] l['\u2019]attention de\s+)/iu;
/** "et Fils" and the like, at the end of the name of a company. */
const AND_SONS = /\s(?:et|&)\s(?:fils|fr[eè]res|s(?:oe|œ)urs|cie|associ[eé]s)\b\.?/giu;
/** Anywhere in a name. */
const COMPANY = new Set(['ste', 'societe', 'sarl', 'ets', 'etablissements', 'entreprise', 'gie', 'boutique']);
/** Followed by another surname of the same person. */
const OTHER_NAME = new Set(['nee', 'epouse', 'epse', 'ep', 'alias', 'dit', 'dite']);
/** Before a surname: a name that begins with one has the surname first. */
const PARTICLE = new Set(['de', 'da', 'do', 'dos', 'du', 'di', 'van', 'von', 'ould']);
/** "Maman de Issa", "boutique d'Awa": the person is named after these words. */
const RELATION = /(^|\s)(?:maman|papa|boutique) (?:de |d['\u2019])/giu;
/** A remark in brackets, or "c/o" with the person who receives the parcel. */
const REMARK = /[([（【].*?(?:[)\]）】]|$)|\sc\/o\s.*/giu;
const FIELD = [
  'noms?|pr[eé]noms?|complet|destinataire|cliente?|receveu(?:r|se)|b[eé]n[eé]ficiaire|contact|et|du|de|la|le',
  'full|name|receiver|recipient|consignee|customer|收[件货]人|姓名|客户|联系人',
].join('|');
/** "Destinataire : Awa Zongo", "Nom et prénom : Awa", as copied from a form. */
const LABEL = new RegExp(`^\\P{L}*(?:(?:${FIELD})[^\\p{L}:：=]*)+[:：=]`, 'iu');
/** "Monsieur", "Madame", "chef" and "reçoit" after a Chinese name. */
const HAN_TITLE = /(?:先生|女士|小姐|太太|师傅|老板|经理|总|收)+(?!\p{Script=Han})/gu;
/** Signs that people write in place of a space, such as an emoji: what follows them is no part of the first name. */
const BETWEEN_NAMES = /[\s/_,;|+&*，、；\p{Extended_Pictographic}\u2013\u2014]+/u;
/** "M.Issa", "Awa.Zongo". */
const POINT_IN_WORD = /(\p{L})\.(?=\p{L}{2})/gu;

const plain = (word: string) =>
  composed(word, 'NFD')
    .replace(/[\p{M}.-]/gu, '')
    .toLowerCase();
/** Commas and quotes around a name; the point of an initial stays, as in "Awa O.". */
const withoutSigns = (word: string) =>
  word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.]+$/gu, '').replace(/(\p{L}{3})\.$/u, '$1');
const isArticle = (word: string, next: string | undefined) =>
  plain(word) === 'el' && plain(next ?? '').startsWith('had');
const isOtherName = (index: number, words: string[]) => index > 0 && OTHER_NAME.has(plain(words[index] ?? ''));
const isSurname = (word: string) => /\p{Lu}[^.]*\p{Lu}/u.test(word) && word === word.toUpperCase();

/** An email address, a number, or no letters. */
const NO_NAME = /@|\(at\)|\[at\]|\d{4}|^\P{L}*$/iu;
/** The Chinese surnames of two characters. */
const LONG_SURNAME = '欧阳|司马|上官|诸葛|夏侯|皇甫|尉迟|公孙|慕容|令狐|司徒|端木|长孙|宇文';
/** A Chinese name in one word: the surname comes first. What follows the name repeats it, or is a place. */
const HAN_NAME = new RegExp(`^(${LONG_SURNAME}|\\p{Script=Han})(\\p{Script=Han}{1,3})(?!\\p{Script=Han})`, 'u');
/** After the given name in a short name. */
const HAN_INITIAL = /^\p{Script=Han}\.$/u;
/** "AwaTraore" alone: without a space the surname would be public. */
const JOINED_NAMES = /^(\p{Lu}\p{Ll}{2,})(\p{Lu}\p{Ll}{2,})$/u;

/** The first name, then the others; empty for an email address, a number, and titles alone. */
function namesIn(name: string): string[] {
  const text = cleanText(name);
  if (NO_NAME.test(plainText(text).replace(/[\s.-]/g, ''))) return [];
  const bare = text.replace(REMARK, ' ');
  const words = (/\p{L}/u.test(bare) ? bare : text)
    .replace(LABEL, '')
    .replace(BEFORE_NAME, '')
    .replace(AND_SONS, ' ')
    .replace(HAN_TITLE, ' ')
    .replace(RELATION, '$1')
    .replace(JOINED_NAMES, '$1 $2')
    .replace(POINT_IN_WORD, '$1. ')
    .split(BETWEEN_NAMES)
    .map(withoutSigns)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !COMPANY.has(plain(word)))
    .filter((_word, index, all) => !isOtherName(index, all) && !isOtherName(index - 1, all));
  const start = words.findIndex((word, index) => !TITLES.has(plain(word)) && !isArticle(word, words[index + 1]));
  const names = start < 0 ? [] : words.slice(start);
  const [, surname, given] = HAN_NAME.exec(names[0] ?? '') ?? [];
  if (surname && given && !HAN_INITIAL.test(names[1] ?? '')) return [given, surname];
  const [particle = '', family = '', ...givenNames] = names;
  if (PARTICLE.has(plain(particle)) && givenNames.length > 0) return [...givenNames, `${particle} ${family}`];
  // As on forms: "TRAORE Awa".
  const isSurnameFirst = isSurname(names[0] ?? '') && names.some((word) => /\p{Ll}/u.test(word));
  if (!isSurnameFirst) return names;
  const forenames = names.filter((word) => !isSurname(word));
  // "OUEDRAOGO W. Rachid".
  const isInitial = (word: string) => word.length === 1 || (word.length < 3 && word.endsWith('.'));
  return [...forenames.filter((word) => !isInitial(word)), ...forenames.filter(isInitial), ...names.filter(isSurname)];
}

/** "Mme Awa Marie Ouédraogo" as "Awa O.", which it leaves as it is; null for what is no name. */
export function shortName(name: string | null): string | null {
  const [first = null, ...others] = namesIn(name ?? '');
  const initial = others[others.length - 1]?.match(/\p{L}/u)?.[0];
  return first && initial ? `${first} ${initial.toUpperCase()}.` : first;
}

/** First and last name of "Mme TRAORE Awa"; null unless there are both. */
export function namesOf(name: string | null): { firstName: string; lastName: string } | null {
  const [first, ...others] = namesIn(name ?? '');
  return first && others.length > 0 ? { firstName: first, lastName: others.join(' ') } : null;
}

/** The name in a greeting: "Awa" for "Mme TRAORE Awa"; empty for what is no name. */
export const firstName = (name: string | null | undefined): string => namesIn(name ?? '')[0] ?? '';
