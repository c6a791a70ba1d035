import { firstName } from './reading/short-name.ts';
import type { TellTextKey } from './tell-texts.ts';
import type { ChangeToTell, PersonToTell } from './to-tell.ts';
import { NUMBER_TOKEN_PARAMETER } from './whatsapp.ts';

type ToldPerson = Pick<PersonToTell, 'name' | 'changes' | 'linkToken'>;

const NAMED = 20;
const LINKS = 5;
const NOTE_MAX = 300;
const longDate = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
const list = new Intl.ListFormat('fr', { type: 'conjunction' });

/** The text for a person: one paragraph for each change, from the template for one or for several orders. */
export function textFor(
  { name, changes, linkToken }: ToldPerson,
  templates: Record<TellTextKey, string>,
  siteUrl: string,
): string {
  return changes
    .map((change) => {
      const words = { prénom: firstName(name), ...wordsOf(change, siteUrl, linkToken) };
      const template = templates[change.orders.length === 1 ? 'tell_one_order' : 'tell_several_orders'];
      // Without a name, the space before it goes too.
      return template.replace(/(\s{0,9})\{(\p{L}+)\}/gu, (whole, space: string, key: string) => {
        if (!(key in words)) return whole;
        const word = words[key as keyof typeof words];
        return word && `${space}${word}`;
      });
    })
    .join('\n\n');
}

/** The values of an approved template, in the order of its placeholders; line ends are not allowed there. */
export function templateValues({ name, changes, linkToken }: ToldPerson, siteUrl: string): string[] {
  const words = changes.map((change) => wordsOf(change, siteUrl, linkToken));
  const all = (key: keyof ReturnType<typeof wordsOf>) => [...new Set(words.map((each) => each[key]))].join('\u00a0; ');
  return [firstName(name) || 'client', all('référence'), all('statut'), all('date'), all('lien')].map((text) =>
    text.replace(/\s+/g, ' '),
  );
}

function wordsOf({ title, note, occurredAt, orders }: ChangeToTell, siteUrl: string, linkToken?: string) {
  const references = orders.map(({ reference }) => reference);
  const more = references.length - NAMED;
  const named = more > 1 ? [...references.slice(0, NAMED), `${more}\u00a0autres`] : references;
  const short = note && Array.from(note).length > NOTE_MAX ? `${Array.from(note).slice(0, NOTE_MAX).join('')}…` : note;
  const query = linkToken ? `?${NUMBER_TOKEN_PARAMETER}=${linkToken}` : '';
  const links = references.map((reference) => `${siteUrl}/c/${encodeURIComponent(reference)}${query}`);
  return {
    référence: list.format(named),
    statut: short ? `${title}\u00a0: ${short}` : title,
    date: longDate.format(new Date(occurredAt)),
    lien: links.length > LINKS ? `${siteUrl}${query && `/${query}`}` : links.join('\n'),
  };
}
