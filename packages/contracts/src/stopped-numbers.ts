import * as z from 'zod/mini';
import { atMost, boundedText, IdSchema, InstantSchema } from './common.ts';
import { E164 } from './reading/dialling-code.ts';

export const StoppedNumberSchema = z.object({
  /** E.164. */
  id: z.string(),
  name: z.nullable(z.string()),
  stoppedAt: InstantSchema,
  /** The member of staff who recorded it; null when the person did. */
  byUserId: z.nullable(IdSchema),
});
export const StoppedNumbersSchema = z.array(StoppedNumberSchema);
export type StoppedNumber = z.infer<typeof StoppedNumberSchema>;

const NUMBER_MESSAGE = 'Indiquez le numéro en entier, avec son indicatif, par exemple +22670123456';

export const ResumeNumberSchema = z.object({
  phone: z.string(NUMBER_MESSAGE).check(atMost(20, NUMBER_MESSAGE), z.regex(E164, NUMBER_MESSAGE)),
});

/** How people get messages again when the link no longer takes a stop back. */
export const HOW_TO_RESUME =
  'Pour en recevoir de nouveau, envoyez-nous SUIVI et votre numéro de colis par WhatsApp, ou demandez-le au guichet.';

export const BAD_NUMBER_TOKEN = 'Ce lien est incomplet. Ouvrez-le de nouveau depuis WhatsApp.';
export const NumberTokenSchema = boundedText(100, BAD_NUMBER_TOKEN);

export const WhatsappChoiceQuerySchema = z.object({ token: NumberTokenSchema });
export const SetWhatsappChoiceSchema = z.object({ token: NumberTokenSchema, isStopped: z.boolean('Requête invalide') });

/** Whether the person of a link wants no messages over WhatsApp, and whether the link may still take that back. */
export const WhatsappChoiceSchema = z.object({ isStopped: z.boolean(), canResume: z.boolean() });
export type WhatsappChoice = z.infer<typeof WhatsappChoiceSchema>;
