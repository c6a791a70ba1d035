import * as z from 'zod/mini';
import { optionalText, requiredText } from './common.ts';

/** The settings with the texts of "À prévenir". */
export const TELL_TEXT_KEYS = ['tell_one_order', 'tell_several_orders'] as const;
export type TellTextKey = (typeof TELL_TEXT_KEYS)[number];

/** Used while the administrator has set no other. */
export const DEFAULT_TELL_TEXTS: Record<TellTextKey, string> = {
  tell_one_order:
    'Bonjour {prénom}, des nouvelles de votre colis {référence}\u00a0: {statut} ({date}). Suivez-le ici\u00a0: {lien}',
  tell_several_orders:
    'Bonjour {prénom}, des nouvelles de vos colis {référence}\u00a0: {statut} ({date}). Suivez-les ici\u00a0: {lien}',
};

/** What is replaced in the texts, in braces. */
export const TELL_WORDS = ['prénom', 'référence', 'statut', 'lien', 'date', 'code'] as const;

const KNOWN_WORDS = new Set<string>(TELL_WORDS.map((word) => `{${word}}`));

/** A text with the reference of the order, and no unknown words in braces. */
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
