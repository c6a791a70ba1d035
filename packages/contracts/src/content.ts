import * as z from 'zod/mini';
import { atMost, boundedText, cleaned, IdSchema, InstantSchema, optionalText, requiredText, uuid } from './common.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';

export const WhatsappNumberSchema = z.object({ whatsappNumber: z.string() });

/** Used while no number is set, or it cannot be loaded. */
export const DEFAULT_WHATSAPP_NUMBER = '+22600000000';

/** `content` is HTML of the allow-list below. */
export const StaticPageSchema = z.object({
  id: IdSchema,
  slug: z.string(),
  title: z.string(),
  content: z.string(),
  lastUpdated: InstantSchema,
});
export type StaticPage = z.infer<typeof StaticPageSchema>;

export const StaticPageSummarySchema = z.omit(StaticPageSchema, { content: true });

export const UpdateStaticPageSchema = z.object({
  title: z.optional(requiredText({ message: 'Le titre est requis' })),
  content: z.optional(requiredText({ max: 200_000, message: 'Le contenu est requis' })),
});

export const ContactMessageSchema = z.object({
  id: IdSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  isAnswered: z._default(z.boolean(), false),
  createdAt: InstantSchema,
});
export const AnsweredSchema = z.object({ isAnswered: z.boolean('Requête invalide') });
export const ContactMessagesSchema = z.array(ContactMessageSchema);
export type ContactMessage = z.infer<typeof ContactMessageSchema>;

const EMAIL_INVALID = 'Veuillez saisir une adresse email valide.';

export const ContactFormSchema = z.object({
  firstName: requiredText({ min: 2, message: 'Le prénom doit comporter au moins 2 caractères.' }),
  lastName: requiredText({ min: 2, message: 'Le nom doit comporter au moins 2 caractères.' }),
  email: z.string(EMAIL_INVALID).check(z.trim(), atMost(200, EMAIL_INVALID), cleaned(), z.email(EMAIL_INVALID)),
  phone: optionalText(PHONE_MAX),
  subject: requiredText({ min: 5, message: 'Le sujet doit comporter au moins 5 caractères.' }),
  message: requiredText({ min: 10, max: 5000, message: 'Le message doit comporter au moins 10 caractères.' }),
});

/** In milliseconds. */
export const FASTEST_WRITER = 3000;

/**
 * With two fields against robots: a hidden one, which is sent when it was filled in, and the time that the form was
 * open, which is sent when it was too short for a person.
 */
export const CreateContactMessageSchema = z.extend(ContactFormSchema, {
  /** Chosen by the form. When the response is lost and the message is sent again, it has the same id. */
  sentId: z.optional(uuid('Requête invalide')),
  website: z.optional(boundedText(2000)),
  elapsedMs: z.optional(z.number()),
});
export type CreateContactMessage = z.input<typeof CreateContactMessageSchema>;

export const ContactReceiptSchema = z.object({ id: IdSchema, message: z.string() });
