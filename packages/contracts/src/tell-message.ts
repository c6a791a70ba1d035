import { longDate } from './dates.ts';
import { shortLinkPath } from './reading/reference.ts';
import { firstName } from './reading/short-name.ts';
import { shortened } from './reading/shortened.ts';
import type { ChangeToTell, PersonToTell } from './to-tell.ts';
import { NUMBER_TOKEN_PARAMETER } from './whatsapp.ts';

export interface ToldPerson extends Pick<PersonToTell, 'name' | 'changes' | 'linkToken'> {
  codes?: ReadonlyMap<number, string>;
}

const NAMED = 20;
const LINKS = 5;
const NOTE_MAX = 300;
const list = new Intl.ListFormat('fr', { type: 'conjunction' });

/** In UTF-16 code units: of WhatsApp's Cloud API, of an approved template with all its values, and of a link to wa.me. */
export const TEXT_MAX = 4096;
const TEMPLATE_MAX = 1024;
export const LINKED_TEXT_MAX = 2000;
/** What an approved template has besides its values, at most. */
const OWN_WORDS = 200;
/** What stands for pick-up codes in texts that staff sends, and for more of them than a template has room for. */
const CODE_ON_PAGE = 'sur la page du colis';
const CODES_MAX = 200;
/** Room for the number of the other parcels and a link to them. */
const ROOM_FOR_OTHERS = 500;
/** In characters, when the values would not fit together. */
const VALUE_MAX = { name: 60, references: 250, title: 200, date: 80, links: 160 };

/**
 * The text for a person: one paragraph for each change, from the template. Changes for which there is no room are counted.
 */
export function textFor(
  { name, changes, linkToken, codes }: ToldPerson,
  template: string,
  siteUrl: string,
  max = TEXT_MAX,
): string {
  const paragraphOf = (change: ChangeToTell, known: ToldPerson['codes']) => {
    const code = codeWords([change], known);
    const colis = change.orders.length === 1 ? 'votre colis' : 'vos colis';
    const words = { prénom: firstName(name), colis, ...wordsOf(change, siteUrl, linkToken), code };
    const addition = code && !template.includes('{code}') ? ` ${codeSentence(code)}.` : '';
    // Without a name, the space before it goes too.
    const written = template.replace(/(\s{0,9})\{(\p{L}+)\}/gu, (whole, space: string, key: string) => {
      if (!(key in words)) return whole;
      const word = words[key as keyof typeof words];
      return word && `${space}${word}`;
    });
    return written + addition;
  };
  const paragraphs = changes.map((change) => {
    const paragraph = paragraphOf(change, codes);
    // A code that is cut would mislead.
    return paragraph.length > max - ROOM_FOR_OTHERS ? paragraphOf(change, undefined) : paragraph;
  });
  const othersFrom = (index: number) => {
    const orders = new Set(changes.slice(index).flatMap((change) => change.orders.map(({ orderId }) => orderId)));
    const count = orders.size === 1 ? '1 autre colis' : `${orders.size} autres colis`;
    return orders.size === 0 ? '' : `\n\n… et ${count}\u00a0: ${siteLink(siteUrl, linkToken)}`;
  };
  let text = '';
  for (const [index, paragraph] of paragraphs.entries()) {
    const next = text === '' ? paragraph : `${text}\n\n${paragraph}`;
    const isLast = index === paragraphs.length - 1;
    if (next.length + (isLast ? 0 : othersFrom(index + 1).length) > max) {
      // A first paragraph that is too long by itself is cut.
      return text === '' ? shortened(paragraph, max / 2 - 100) + othersFrom(0) : text + othersFrom(index);
    }
    text = next;
  }
  return text;
}

const siteLink = (siteUrl: string, linkToken: string | undefined) =>
  linkToken ? `${siteUrl}/?${NUMBER_TOKEN_PARAMETER}=${linkToken}` : siteUrl;

/** "482913", or with several orders "FC-1 482913, FC-2 193847"; empty without a code. */
function codeWords(changes: ChangeToTell[], codes: ToldPerson['codes']): string {
  const orders = changes.flatMap((change) => change.orders).filter(({ hasPickupCode }) => hasPickupCode);
  const known = orders.flatMap(({ orderId, reference }) => {
    const code = codes?.get(orderId);
    return code ? [{ reference, code }] : [];
  });
  if (known.length === 0) return orders.length > 0 ? CODE_ON_PAGE : '';
  const isOnly = changes.flatMap((change) => change.orders).length === 1;
  return known.map(({ reference, code }) => (isOnly ? code : `${reference}\u00a0${code}`)).join(', ');
}

const codeSentence = (code: string) => `Code de retrait\u00a0: ${code}`;

/** The values of an approved template, in the order of its placeholders; line ends are not allowed there. */
export function templateValues({ name, changes, linkToken, codes }: ToldPerson, siteUrl: string): string[] {
  const words = changes.map((change) => wordsOf(change, siteUrl, linkToken));
  const all = (key: keyof ReturnType<typeof wordsOf>) =>
    [...new Set(words.map((each) => each[key]))].join('\u00a0; ').replace(/\s+/g, ' ');
  // In the value of the status: approved templates have no place of their own for it, and it must not be cut.
  const code = codeWords(changes, codes);
  const told = code && `. ${codeSentence(code.length > CODES_MAX ? CODE_ON_PAGE : code)}`;
  const values = [firstName(name) || 'client', all('référence'), all('statut') + told, all('date'), all('lien')];
  if (values.join('').length <= TEMPLATE_MAX - OWN_WORDS) return values;
  const [greeted = '', references = '', , dates = '', links = ''] = values;
  return [
    shortened(greeted, VALUE_MAX.name),
    shortened(references, VALUE_MAX.references),
    shortened(all('statut'), told ? VALUE_MAX.title / 2 : VALUE_MAX.title) + told,
    shortened(dates, VALUE_MAX.date),
    links.length > VALUE_MAX.links ? siteLink(siteUrl, linkToken) : links,
  ];
}

function wordsOf({ title, note, occurredAt, orders }: ChangeToTell, siteUrl: string, linkToken?: string) {
  const references = orders.map(({ reference }) => reference);
  const more = references.length - NAMED;
  const named = more > 1 ? [...references.slice(0, NAMED), `${more}\u00a0autres`] : references;
  // More of the sentence may follow it.
  const short = note && shortened(note, NOTE_MAX).replace(/\.$/, '');
  const query = linkToken ? `?${NUMBER_TOKEN_PARAMETER}=${linkToken}` : '';
  const links = references.map((reference) => siteUrl + shortLinkPath(reference) + query);
  return {
    référence: list.format(named),
    statut: short ? `${title}\u00a0: ${short}` : title,
    date: longDate(occurredAt),
    lien: links.length > LINKS ? siteLink(siteUrl, linkToken) : links.join('\n'),
  };
}
