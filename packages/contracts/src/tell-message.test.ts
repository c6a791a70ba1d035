import { describe, expect, it } from 'vitest';
import { LINKED_TEXT_MAX, TEXT_MAX, templateValues, textFor } from './tell-message.ts';
import { DEFAULT_TELL_TEXT, SetTellTextSchema } from './tell-text.ts';
import type { ChangeToTell } from './to-tell.ts';

const SITE = 'https://colis.example.com';

const references = (count: number) => Array.from({ length: count }, (_, index) => `FC-${index}`);
const change = (references: string[], changes: Partial<ChangeToTell> = {}): ChangeToTell => ({
  title: 'Arrivé au port, Lomé',
  note: null,
  occurredAt: '2026-11-25T23:30:00.000Z',
  orders: references.map((reference, index) => ({ orderId: index + 1, reference })),
  ...changes,
});
const text = (name: string | null, ...changes: ChangeToTell[]) => textFor({ name, changes }, DEFAULT_TELL_TEXT, SITE);

describe('the text for a person to tell', () => {
  it('has first name, reference, status, date and link of one order', () => {
    expect(text('Awa Ouédraogo', change(['FC 1/2']))).toBe(
      'Bonjour Awa, des nouvelles de votre colis FC 1/2\u00a0: Arrivé au port, Lomé (25 novembre 2026). Pour suivre\u00a0: https://colis.example.com/c/FC%201%2F2',
    );
  });

  it('combines several orders in the plural, with a link each [OFF-014]', () => {
    expect(text('Awa', change(['A', 'B', 'C'], { note: 'Navire à quai' }))).toBe(
      `Bonjour Awa, des nouvelles de vos colis A, B et C\u00a0: Arrivé au port, Lomé\u00a0: Navire à quai (25 novembre 2026). Pour suivre\u00a0: ${SITE}/c/A\n${SITE}/c/B\n${SITE}/c/C`,
    );
  });

  it('has a note without the full stop in the middle of the sentence', () => {
    const told = text('Awa', change(['A'], { title: 'En douane', note: 'En contrôle à la douane.' }));
    expect(told).toContain('En douane\u00a0: En contrôle à la douane (25 novembre 2026). Pour suivre');
  });

  it('counts orders from the twenty-first on and links to the site', () => {
    const many = text('Awa', change(Array.from({ length: 25 }, (_, index) => `FC-${index}`)));
    expect(many).toContain('FC-19 et 5\u00a0autres');
    expect(many).toMatch(/: https:\/\/colis\.example\.com$/);
  });

  it('names one more order rather than count it', () => {
    expect(text('Awa', change(references(21)))).toContain('FC-19 et FC-20\u00a0:');
  });

  it('has links to up to five orders', () => {
    expect(text('Awa', change(references(5)))).toContain(`${SITE}/c/FC-4`);
    expect(text('Awa', change(references(6)))).not.toContain('/c/');
  });

  it('lets the person stop messages from each link', () => {
    const of = (count: number) => {
      const changes = [change(Array.from({ length: count }, (_, index) => `FC-${index}`))];
      return textFor({ name: null, changes, linkToken: 'abc' }, DEFAULT_TELL_TEXT, SITE);
    };
    expect(of(2)).toContain(`${SITE}/c/FC-0?w=abc\n${SITE}/c/FC-1?w=abc`);
    expect(of(6)).toMatch(/: https:\/\/colis\.example\.com\/\?w=abc$/);
  });

  it('has a paragraph for each change', () => {
    expect(text('Awa', change(['A']), change(['B'])).split('\n\n')).toHaveLength(2);
  });

  it('does without an unknown name', () => {
    expect(text(null, change(['A']))).toMatch(/^Bonjour, des/);
  });

  it('cuts a long note, not within an emoji', () => {
    const long = text('Awa', change(['A'], { note: '🚢'.repeat(400) }));
    expect(long).toContain(`Lomé\u00a0: ${'🚢'.repeat(300)}… (`);
    const short = text('Awa', change(['A'], { note: '🚢'.repeat(300) }));
    expect(short).toContain(`Lomé\u00a0: ${'🚢'.repeat(300)} (`);
  });

  it('stays within the limit of WhatsApp, and counts the parcels that have no room [READ-005]', () => {
    const changes = Array.from({ length: 20 }, (_, index) => ({
      ...change([`FC-${index}`], { note: 'n'.repeat(300) }),
      orders: [{ orderId: index, reference: `FC-${index}` }],
    }));
    for (const max of [TEXT_MAX, LINKED_TEXT_MAX]) {
      const limited = textFor({ name: 'Awa', changes, linkToken: 'abc' }, DEFAULT_TELL_TEXT, SITE, max);
      expect(limited.length).toBeLessThanOrEqual(max);
      const [, count] =
        /\n\n… et (\d+) autres colis\u00a0: https:\/\/colis\.example\.com\/\?w=abc$/.exec(limited) ?? [];
      expect(limited.match(/Bonjour/g)).toHaveLength(20 - Number(count));
    }
  });

  it('stays within the limit with a single change too', () => {
    const template = `{référence} ${'{lien} '.repeat(9)}`;
    const long = change(Array.from({ length: 5 }, (_, index) => `${'É'.repeat(60)}${index}`));
    const limited = textFor({ name: null, changes: [long] }, template, SITE, LINKED_TEXT_MAX);
    expect(limited.length).toBeLessThanOrEqual(LINKED_TEXT_MAX);
    expect(limited).toMatch(/… et 5 autres colis\u00a0: https:\/\/colis\.example\.com$/);
  });

  it('keeps braces that it has no word for, as in a template of a later version', () => {
    const template = 'Colis {référence} {poids}';
    expect(textFor({ name: null, changes: [change(['A'])] }, template, SITE)).toBe('Colis A {poids}');
  });
});

describe('the values of an approved template', () => {
  it('are first name, references, statuses, dates and links, each on one line', () => {
    const changes = [change(['A', 'B'], { note: 'Navire\n\nà quai' }), change(['C'], { title: 'Livrée' })];
    expect(templateValues({ name: ' Awa  Ouédraogo', changes, linkToken: 'abc' }, SITE)).toEqual([
      'Awa',
      'A et B ; C',
      'Arrivé au port, Lomé : Navire à quai ; Livrée',
      '25 novembre 2026',
      `${SITE}/c/A?w=abc ${SITE}/c/B?w=abc ; ${SITE}/c/C?w=abc`,
    ]);
  });

  it('leave an approved template within 1,024 characters, with the link of the list [READ-005]', () => {
    const changes = Array.from({ length: 20 }, (_, index) => change([`FC-${index}`], { note: '🚢'.repeat(300) }));
    const values = templateValues({ name: 'Awa', changes, linkToken: 'abc' }, SITE);
    expect(values.join('').length).toBeLessThanOrEqual(1024);
    expect(values[4]).toBe(`${SITE}/?w=abc`);
  });

  it('never lack a name, which WhatsApp would refuse', () => {
    expect(templateValues({ name: null, changes: [change(['A'])] }, SITE)[0]).toBe('client');
  });
});

describe('pick-up codes', () => {
  const ready = (...references: string[]) =>
    change(references, {
      title: 'Prêt au retrait, Ouagadougou',
      orders: references.map((reference, index) => ({ orderId: index + 1, reference, hasPickupCode: true })),
    });
  const codes = new Map([
    [1, '482913'],
    [2, '193847'],
  ]);
  const withTemplate = (one: string, changes: ChangeToTell[], known?: typeof codes) =>
    textFor({ name: 'Awa', changes, ...(known && { codes: known }) }, one, SITE);

  it('stand where the text has {code}, and at the end of a text without it [TEL-008]', () => {
    expect(withTemplate('{référence}, code {code}', [ready('A')], codes)).toBe('A, code 482913');
    expect(withTemplate('{référence} attend.', [ready('A')], codes)).toBe('A attend. Code de retrait\u00a0: 482913.');
  });

  it('of several parcels are in one message with their references [TEL-008]', () => {
    const text = textFor({ name: 'Awa', changes: [ready('A', 'B')], codes }, DEFAULT_TELL_TEXT, SITE);
    expect(text).toMatch(/ Code de retrait\u00a0: A\u00a0482913, B\u00a0193847\.$/);
  });

  it('are replaced by the page when there is no room for all of them, rather than cut', () => {
    const references = Array.from({ length: 200 }, (_, index) => `FC-2026-${index}`);
    const many = new Map(references.map((_, index) => [index + 1, '482913']));
    const text = textFor({ name: 'Awa', changes: [ready(...references)], codes: many }, DEFAULT_TELL_TEXT, SITE);
    expect(text).toMatch(/ Code de retrait\u00a0: sur la page du colis\.$/);
    expect(text).not.toContain('4829');
  });

  it('are replaced by the page in the text that staff sends [TEL-008]', () => {
    expect(withTemplate('{référence} attend.', [ready('A')])).toBe(
      'A attend. Code de retrait\u00a0: sur la page du colis.',
    );
  });

  it('are in no text about another change [TEL-008]', () => {
    expect(withTemplate('{référence} part.', [change(['A'])], codes)).toBe('A part.');
  });

  it('are whole in an approved template, however long its other values are [TEL-008]', () => {
    const long = { ...ready('A'), note: '🚢'.repeat(300) };
    const many = Array.from({ length: 20 }, (_, index) => change([`FC-${index}`], { note: '🚢'.repeat(300) }));
    const values = templateValues({ name: 'Awa', changes: [long, ...many], codes }, SITE);
    expect(values[2]).toMatch(/\. Code de retrait\u00a0: A\u00a0482913$/);
    expect(values.join('').length).toBeLessThanOrEqual(1024);
  });
});

describe('a template of the text', () => {
  const problemOf = (value: string) => SetTellTextSchema.safeParse({ value }).error?.issues[0]?.message;

  it('accepts the default and refuses unknown words in braces, and a text without the reference', () => {
    expect(problemOf(DEFAULT_TELL_TEXT)).toBeUndefined();
    const unknown =
      'Entre accolades, utilisez seulement {prénom}, {colis}, {référence}, {statut}, {lien}, {date}, {code}';
    for (const value of ['{référence} {nom}', '{référence} {', '{référence} {prénom']) {
      expect(problemOf(value)).toBe(unknown);
    }
    for (const value of ['Bonjour {prénom}', 'Bonjour'])
      expect(problemOf(value)).toBe('Le texte doit contenir {référence}');
    expect(problemOf('  ')).toBe('Écrivez le texte du message');
  });
});
