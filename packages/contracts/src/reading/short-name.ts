import { cleanText, composed } from './text.ts';

/** What precedes a name, in the form of {@link plain}. */
const TITLES = new Set([
  ...['m', 'mr', 'monsieur', 'mme', 'madame', 'mlle', 'mademoiselle', 'dr', 'docteur', 'pr', 'professeur', 'me'],
  ...['hadj', 'hadji', 'hadja', 'elhadj', 'elhadji', 'hajj', 'alhaji', 'alhadji', 'alhadj'],
  ...['veuve', 'vve', 'pasteur', 'abbe', 'soeur', 'frere', 'imam', 'maman', 'tantie', 'tonton', 'et', 'le', 'la'],
]);
/** Anywhere in a name. */
const COMPANY = new Set(['ste', 'societe', 'sarl', 'ets', 'etablissements', 'entreprise']);

const plain = (word: string) =>
  composed(word, 'NFD')
    .replace(/[\p{M}.-]/gu, '')
    .toLowerCase();
/** Commas and quotes around a name; points stay, as in "Awa O.". */
const withoutSigns = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.]+$/gu, '');
const isArticle = (word: string, next: string | undefined) =>
  plain(word) === 'el' && plain(next ?? '').startsWith('had');
const isSurname = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase();

/** The first name, then the others; empty for an email address, a number, and titles alone. */
function namesIn(name: string): string[] {
  const text = cleanText(name);
  if (text.includes('@') || !/\p{L}/u.test(text) || /\d{4}/.test(text.replace(/[\s.-]/g, ''))) return [];
  const words = text
    .split(/\s+/)
    .map(withoutSigns)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !COMPANY.has(plain(word)));
  const start = words.findIndex((word, index) => !TITLES.has(plain(word)) && !isArticle(word, words[index + 1]));
  const names = start < 0 ? [] : words.slice(start);
  // As on forms: "TRAORE Awa".
  const isSurnameFirst = isSurname(names[0] ?? '') && names.some((word) => /\p{Ll}/u.test(word));
  if (!isSurnameFirst) return names;
  return [...names.filter((word) => !isSurname(word)), ...names.filter(isSurname)];
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
