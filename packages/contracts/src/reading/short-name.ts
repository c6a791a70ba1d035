import { FIRST_NAMES, SURNAMES } from './known-names.ts';
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
/** "C/o" and the like: a person who receives the parcel for another one. */
const CARE_OF = String.raw`(?:c\s?\/\s?o|℅|[spa]\s?\/\s?[cs])(?=[\s.:])[\s.:]*(?:de\s+)?`;
/** What people write before a name: that it is care of, and its number in a list. */
const BEFORE_NAME = new RegExp(String.raw`^\s*(?:\d{1,3}\s*[.):-]?\s+|\d{1,3}[.)]|${CARE_OF})`, 'iu');
/** "À Awa"; a capital A may be an initial. */
const TO = /^(?:[àÀ]|a)\s+(?=\p{L}{2})/u;
/** "Attn: Issa", also after the name of a company. */
const ATTENTION = /^(?:.*[\s,;(])?(?:attn?|attention|[àa] l['\u2019]attention d(?:e|['\u2019]))(?=[\s.:：])[\s.:：]*/iu;
/** "N° 12". */
const NUMBERED = /(^|[^\p{L}\p{N}])n[°ºo]?\.?\s*\d+/giu;
/** "et Fils" and the like, at the end of the name of a company. */
const AND_SONS = /\s(?:et|&)\s(?:fils|fr[eè]res|s(?:oe|œ)urs|cie|associ[eé]s)\b\.?/giu;
/** Anywhere in a text with a name: the form of a company, and what forms and labels of parcels say. */
const NO_NAMES = new Set([
  ...['ste', 'societe', 'sarl', 'ets', 'etablissements', 'entreprise', 'gie', 'boutique', 'magasin', 'shop', 'kiosque'],
  ...['colis', 'paquet', 'carton', 'commande', 'marchandise', 'marchandises', 'destinataire', 'client', 'cliente'],
  ...['receveur', 'receveuse', 'beneficiaire', 'nom', 'noms', 'prenom', 'prenoms', 'livraison', 'livrer', 'remettre'],
]);
/** A text in place of a name, in the form of {@link plain}. */
const NOT_GIVEN =
  /^(?:n ?\/? ?[ac]|neant|inconnue?|anonyme|aucune?|rien|vide|(?:sans|pas de) nom|(?:nom )?(?:inconnu|non (?:communique|renseigne|precise|connu|defini|fourni|indique)e?)|none|null|undefined|unknown|no name|x+)$/;
/** Followed by another surname of the same person. */
const OTHER_NAME = new Set(['nee', 'epouse', 'epse', 'ep', 'alias', 'dit', 'dite']);
/** Before a surname: a name that begins with one has the surname first. */
const PARTICLE = new Set(['de', 'da', 'do', 'dos', 'du', 'di', 'van', 'von', 'ould']);
/** "Maman de Issa", "boutique d'Awa", "colis pour Awa": the person is named after these words. */
const RELATION =
  /(^|\s)(?:maman|papa|boutique|magasin|colis|paquet|carton|commande|marchandises?|livraison|livrer|remettre|de la part)[\s:]+(?:\d{1,3} )?(?:(?:de|du|pour|chez|[àa]) |d['\u2019])/giu;
/** A remark in brackets, or "c/o" with the person who receives the parcel. */
const REMARK = new RegExp(String.raw`[([（【].*?(?:[)\]）】]|$)|[\s,;](?:${CARE_OF}|chez\s).*`, 'giu');
const FIELD = [
  'noms?|pr[eé]noms?|complet|famille|destinataire|cliente?|colis|receveu(?:r|se)|b[eé]n[eé]ficiaire|contact|et|du|de|la|le',
  'full|name|receiver|recipient|consignee|customer|收[件货]人|姓名|客户|联系人',
].join('|');
/** "Destinataire : Awa Zongo", "Nom et prénom : Awa", as copied from a form. */
const LABEL = new RegExp(`^\\P{L}*(?:(?:${FIELD})[^\\p{L}:：=]*)+[:：=]`, 'iu');
/** "Nom: TRAORE, Prénom: Awa", in any order, with and without colons. */
const FIRST_FIELD = `(?:pr[eé]noms?|first ?names?|given ?names?)`;
const LAST_FIELD = `(?:noms?(?: de famille)?|(?:last|family) ?names?|surname)`;
const FIELD_VALUE = String.raw`(?![\p{L}\p{M}])(?:\(s\))?[\s:：=-]*(?!(?:et|ou|and)\s)([\p{L}\p{M}][\p{L}\p{M} .'\u2019-]*?)`;
const FIELD_END = String.raw`(?:[\s,;/|]+(?=[\p{L}\p{M}]+\s?[:：=]|${FIRST_FIELD}(?!\p{L})|${LAST_FIELD}(?!\p{L}))|[,;/|]|$)`;
const fieldIn = (name: string) => new RegExp(String.raw`(?:^|[\s,;/|])${name}${FIELD_VALUE}\s*${FIELD_END}`, 'iu');
const [FIRST_NAME_FIELD, LAST_NAME_FIELD] = [fieldIn(FIRST_FIELD), fieldIn(LAST_FIELD)];
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

/** A word, as opposed to "12" and "B4". */
const IN_NAME = /^\P{N}*\p{L}\P{N}*$|\p{L}{3}/u;
/** The initials of a double first name: "JB", "J-B", "J.B." */
const isInitials = (word: string) =>
  /^(?:\p{Lu}{2}|\p{Lu}(?:[.-]{1,2}\p{Lu})+)\.?$/u.test(word) && !SURNAMES.has(plain(word));
const isKnown = (known: ReadonlySet<string>, word: string) => word.split('-').some((part) => known.has(plain(part)));
const hasKnown = (known: ReadonlySet<string>, words: string[]) => words.some((word) => isKnown(known, word));

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

interface Names {
  /** The first name, then the others; empty for an email address, a number, and titles alone. */
  names: string[];
  /** Whether it is unknown which of them is the surname. */
  isGuess: boolean;
}

function readNames(name: string): Names {
  const text = cleanText(name);
  if (NO_NAME.test(plainText(text).replace(/[\s.-]/g, '')) || NOT_GIVEN.test(plain(text)))
    return { names: [], isGuess: false };
  const [, first] = FIRST_NAME_FIELD.exec(text) ?? [];
  const [, last] = LAST_NAME_FIELD.exec(text) ?? [];
  if (first && last) return { names: [...wordsIn(first), ...wordsIn(last)], isGuess: false };
  const names = wordsIn(text);
  const [, surname, given] = HAN_NAME.exec(names[0] ?? '') ?? [];
  if (surname && given && !HAN_INITIAL.test(names[1] ?? '')) return { names: [given, surname], isGuess: false };
  const [particle = '', family = '', ...givenNames] = names;
  if (PARTICLE.has(plain(particle)) && givenNames.length > 0)
    return { names: [...givenNames, `${particle} ${family}`], isGuess: false };
  return inOrder(names);
}

/** The words of a name, without titles and labels. */
function wordsIn(text: string): string[] {
  const bare = text.replace(ATTENTION, '').replace(REMARK, ' ');
  const words = (/\p{L}/u.test(bare) ? bare : text)
    .replace(LABEL, '')
    .replace(BEFORE_NAME, '')
    .replace(TO, '')
    .replace(NUMBERED, '$1 ')
    .replace(AND_SONS, ' ')
    .replace(HAN_TITLE, ' ')
    .replace(RELATION, '$1')
    .replace(JOINED_NAMES, '$1 $2')
    .replace(POINT_IN_WORD, '$1. ')
    .split(BETWEEN_NAMES)
    .map(withoutSigns)
    .filter((word) => IN_NAME.test(word) && !NO_NAMES.has(plain(word)))
    .filter((_word, index, all) => !isOtherName(index, all) && !isOtherName(index - 1, all));
  const start = words.findIndex((word, index) => !TITLES.has(plain(word)) && !isArticle(word, words[index + 1]));
  return start < 0 ? [] : words.slice(start);
}

/**
 * Puts the first names first. Capitals mark a surname on forms, as in "TRAORE Awa", but people also write "AWA Traoré" and
 * "JB Traoré".
 */
function inOrder(names: string[]): Names {
  const [head = '', ...others] = names;
  if (others.length > 0 && others.every(isInitials) && isKnown(SURNAMES, head))
    return { names: [...others, head], isGuess: false };
  const isCapital = isSurname(head) && names.some((word) => /\p{Ll}/u.test(word));
  if (!isCapital || (isInitials(head) && !hasKnown(FIRST_NAMES, others))) return { names, isGuess: false };
  const [capitals, small] = [names.filter(isSurname), names.filter((word) => !isSurname(word))];
  const isSurnameFirst = hasKnown(SURNAMES, capitals) || hasKnown(FIRST_NAMES, small);
  const isFirstNameFirst = hasKnown(FIRST_NAMES, capitals) || hasKnown(SURNAMES, small);
  if (isFirstNameFirst && !isSurnameFirst) return { names, isGuess: false };
  // "OUEDRAOGO W. Rachid".
  const isInitial = (word: string) => word.length === 1 || (word.length < 3 && word.endsWith('.'));
  return {
    names: [...small.filter((word) => !isInitial(word)), ...small.filter(isInitial), ...capitals],
    isGuess: isSurnameFirst === isFirstNameFirst,
  };
}

const initialOf = (word: string | undefined) => word?.match(/\p{L}/u)?.[0].toUpperCase();

/**
 * "Mme Awa Marie Ouédraogo" as "Awa O.", which it leaves as it is; initials where it is unknown which is the surname; null
 * for what is no name.
 */
export function shortName(name: string | null): string | null {
  const { names, isGuess } = readNames(name ?? '');
  const [first = null, ...others] = names;
  const initial = initialOf(others[others.length - 1]);
  if (!first || !initial) return first;
  return `${isGuess ? `${initialOf(first)}.` : first} ${initial}.`;
}

/** First and last name of "Mme TRAORE Awa"; null unless there are both. */
export function namesOf(name: string | null): { firstName: string; lastName: string } | null {
  const [first, ...others] = readNames(name ?? '').names;
  return first && others.length > 0 ? { firstName: first, lastName: others.join(' ') } : null;
}

/** The name in a greeting: "Awa" for "Mme TRAORE Awa"; empty for what is no name, and where it may be the surname. */
export function firstName(name: string | null | undefined): string {
  const { names, isGuess } = readNames(name ?? '');
  return isGuess ? '' : (names[0] ?? '');
}
