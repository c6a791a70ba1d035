import * as z from 'zod/mini';
import { optionalText, requiredText } from './common.ts';

export const TELL_TEXT_KEY = 'tell_text';

/** Used while the administrator has set no other. */
export const DEFAULT_TELL_TEXT =
  'Bonjour {prénom}, des nouvelles de {colis} {référence}\u00a0: {statut} ({date}). Pour suivre\u00a0: {lien}';

/** What is replaced in the text, in braces. `colis` is "votre colis", or "vos colis" for several. */
export const TELL_WORDS = ['prénom', 'colis', 'référence', 'statut', 'lien', 'date', 'code'] as const;

const KNOWN_WORDS = new Set<string>(TELL_WORDS.map((word) => `{${word}}`));

export const SetTellTextSchema = z.object({
  value: requiredText({ max: 1000, message: 'Écrivez le texte du message' }).check(
    z.refine((text) => (text.match(/\{[^}]*\}?/g) ?? []).every((word) => KNOWN_WORDS.has(word)), {
      error: `Entre accolades, utilisez seulement ${[...KNOWN_WORDS].join(', ')}`,
      abort: true,
    }),
    z.refine((text) => text.includes('{référence}'), 'Le texte doit contenir {référence}'),
  ),
  description: optionalText(200),
});
