import { describe, expect, it } from 'vitest';
import { DEFAULT_TELL_TEXTS, SetTellTextSchema } from './tell-texts.ts';
import { type ChangeToTell, textFor } from './to-tell.ts';

const SITE = 'https://colis.example.com';

const change = (references: string[], changes: Partial<ChangeToTell> = {}): ChangeToTell => ({
  title: 'Arrivé au port, Lomé',
  note: null,
  occurredAt: '2026-11-25T23:30:00.000Z',
  orders: references.map((reference, index) => ({ orderId: index + 1, reference })),
  ...changes,
});
const text = (name: string | null, ...changes: ChangeToTell[]) => textFor({ name, changes }, DEFAULT_TELL_TEXTS, SITE);

describe('the text for a person to tell', () => {
  it('has first name, reference, status, date and link of one order', () => {
    expect(text('Awa Ouédraogo', change(['FC 1/2']))).toBe(
      'Bonjour Awa, des nouvelles de votre colis FC 1/2\u00a0: Arrivé au port, Lomé (25 novembre 2026). Suivez-le ici\u00a0: https://colis.example.com/c/FC%201%2F2',
    );
  });

  it('combines several orders, with a link each', () => {
    expect(text('Awa', change(['A', 'B', 'C'], { note: 'Navire à quai' }))).toBe(
      `Bonjour Awa, des nouvelles de vos colis A, B et C\u00a0: Arrivé au port, Lomé\u00a0: Navire à quai (25 novembre 2026). Suivez-les ici\u00a0: ${SITE}/c/A\n${SITE}/c/B\n${SITE}/c/C`,
    );
  });

  it('counts orders from the twenty-first on and links to the site', () => {
    const many = text('Awa', change(Array.from({ length: 25 }, (_, index) => `FC-${index}`)));
    expect(many).toContain('FC-19 et 5\u00a0autres');
    expect(many).toMatch(/: https:\/\/colis\.example\.com$/);
  });

  it('lets the person stop messages from each link', () => {
    const of = (count: number) => {
      const changes = [change(Array.from({ length: count }, (_, index) => `FC-${index}`))];
      return textFor({ name: null, changes, linkToken: 'abc' }, DEFAULT_TELL_TEXTS, SITE);
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
    expect(long).toContain(`${'🚢'.repeat(300)}…`);
  });
});

describe('a template of the text', () => {
  const problemOf = (value: string) => SetTellTextSchema.safeParse({ value }).error?.issues[0]?.message;

  it('accepts the defaults and refuses unknown words in braces, and a text without the reference', () => {
    for (const value of Object.values(DEFAULT_TELL_TEXTS)) expect(problemOf(value)).toBeUndefined();
    const unknown = 'Entre accolades, utilisez seulement {prénom}, {référence}, {statut}, {lien}, {date}';
    for (const value of ['{référence} {nom}', '{référence} {', '{référence} {prénom']) {
      expect(problemOf(value)).toBe(unknown);
    }
    expect(problemOf('Bonjour {prénom}')).toBe('Le texte doit contenir {référence}');
    expect(problemOf('  ')).toBe('Écrivez le texte du message');
  });
});
