import * as z from 'zod/mini';
import { atMost, boundedText, IdSchema, InstantSchema, optionalText, requiredText } from './common.ts';
import { TELL_TEXT_KEYS } from './tell-texts.ts';

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

/** The allowed HTML of pages: applied when saving and again when rendering. */
export const PAGE_HTML = {
  tags: [
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'strong',
    'em',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  /** Links within the site begin with "/" or "#". */
  schemes: ['http', 'https', 'mailto', 'tel'],
} as const;

export const ContactMessageSchema = z.object({
  id: IdSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: InstantSchema,
});
export const ContactMessagesSchema = z.array(ContactMessageSchema);
export type ContactMessage = z.infer<typeof ContactMessageSchema>;

const EMAIL_INVALID = 'Veuillez saisir une adresse email valide.';

export const ContactFormSchema = z.object({
  firstName: requiredText({ min: 2, message: 'Le prénom doit comporter au moins 2 caractères.' }),
  lastName: requiredText({ min: 2, message: 'Le nom doit comporter au moins 2 caractères.' }),
  email: z.string(EMAIL_INVALID).check(z.trim(), atMost(200, EMAIL_INVALID), z.email(EMAIL_INVALID)),
  phone: optionalText(30),
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
  website: z.optional(boundedText(2000)),
  elapsedMs: z.optional(z.number()),
});
export type CreateContactMessage = z.input<typeof CreateContactMessageSchema>;

export const ContactReceiptSchema = z.object({ id: IdSchema, message: z.string() });

/** Public settings that the administrator changes. */
export const APP_SETTINGS = [
  'whatsapp_number',
  'product_detail_paragraph',
  ...TELL_TEXT_KEYS,
  'whatsapp_template',
] as const;
export type AppSettingKey = (typeof APP_SETTINGS)[number];

export const AppSettingSchema = z.object({
  key: z.string(),
  value: z.string(),
  description: z.nullable(z.string()),
});
export type AppSetting = z.infer<typeof AppSettingSchema>;

const NUMBER_TOO_SHORT = 'Le numéro doit comporter au moins 9 chiffres';
const NUMBER_INVALID = 'Format de numéro invalide. Utilisez uniquement des chiffres et éventuellement le préfixe +';

export const SetWhatsappNumberSchema = z.object({
  value: requiredText({ min: 9, max: 20, message: NUMBER_TOO_SHORT }).check(z.regex(/^\+?\d+$/, NUMBER_INVALID)),
  description: optionalText(200),
});

/** An empty paragraph is not shown. */
export const SetProductParagraphSchema = z.object({
  value: requiredText({ min: 0, max: 5000, message: 'Requête invalide' }),
  description: optionalText(200),
});

/** The name of a template that WhatsApp has approved, in French; empty for none. */
export const SetWhatsappTemplateSchema = z.object({
  value: requiredText({ min: 0, max: 512, message: 'Requête invalide' }).check(
    z.regex(/^[a-z0-9_]*$/, 'Le nom contient des lettres minuscules, des chiffres et des tirets bas'),
  ),
  description: optionalText(200),
});
