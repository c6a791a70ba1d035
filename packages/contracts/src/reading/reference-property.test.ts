import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReferenceSchema } from '../order-input.ts';
import { cleanReference, referenceKey, shortLinkPath, unreadableCharacter } from './reference.ts';
import { referencesIn } from './references-in-text.ts';

const SIGNS = " .-‐‑–—−/_#&+()*'";
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'ABCXYZabcxyz0123456789'.split('')) },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from(SIGNS)) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
);
const text = fc.array(character, { minLength: 1, maxLength: 64 }).map((parts) => parts.join(''));

/** As the router of the site decodes the path of a page. */
const routed = (path: string) => decodeURIComponent(decodeURIComponent(path).slice('/c/'.length));

it('every accepted reference is found again from its link, its label, a scan and a search [READ-002]', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const { data: reference } = ReferenceSchema.safeParse(typed);
      fc.pre(reference !== undefined);
      const key = referenceKey(reference);
      expect(key).not.toBe('');
      // Stored, it is the same when it is entered again.
      expect(ReferenceSchema.parse(reference)).toBe(reference);
      // The short link: as the router reads it, and as a text around it.
      expect(referenceKey(routed(shortLinkPath(reference)))).toBe(key);
      const link = `https://colis.example${shortLinkPath(reference)}`;
      for (const around of [link, `*${link}*`, `(${link})`, `${link}.`, `Suivez-le ici\u00a0: ${link}?w=x, merci`]) {
        expect(referencesIn(around).map(referenceKey), around).toContain(key);
      }
      // Typed, in another case and with other separators.
      expect(referenceKey(reference.toLowerCase())).toBe(referenceKey(reference.toUpperCase()));
      expect(referenceKey(`\u202a ${reference.replace(/-/g, '\u2011')} \u202c`)).toBe(key);
    }),
    { numRuns: 2000 },
  );
});

it('every other text says which character cannot be read, or what else is wrong [READ-002]', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const { error } = ReferenceSchema.safeParse(typed);
      fc.pre(error !== undefined);
      const [issue] = error.issues;
      const sign = unreadableCharacter(cleanReference(typed));
      expect([
        'Le code de référence doit contenir au moins 4 caractères',
        'La référence doit contenir au moins une lettre ou un chiffre',
        'Ce champ ne doit pas dépasser 64 caractères',
        `Cette référence contient un caractère qui ne peut pas être lu\u00a0: ${sign}`,
      ]).toContain(issue?.message);
    }),
    { numRuns: 2000 },
  );
});
