import * as z from 'zod/mini';
import { optionalText, requiredText } from './common.ts';
import { TELL_TEXT_KEY } from './tell-text.ts';

export const APP_SETTINGS = [
  'whatsapp_number',
  'product_detail_paragraph',
  TELL_TEXT_KEY,
  'whatsapp_template',
  'client_code_prefix',
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
  value: requiredText({ min: 0, max: 5000, message: 'Écrivez le paragraphe, ou laissez-le vide' }),
  description: optionalText(200),
});

/** The name of a template that WhatsApp has approved, in French; empty for none. */
export const SetWhatsappTemplateSchema = z.object({
  value: requiredText({ min: 0, max: 512, message: 'Écrivez le nom du modèle, ou laissez-le vide' }).check(
    z.regex(/^[a-z0-9_]*$/, 'Le nom contient des lettres minuscules, des chiffres et des tirets bas'),
  ),
  description: optionalText(200),
});

const PREFIX_INVALID = 'Le préfixe contient 2 à 6 lettres, sans accent';

export const SetClientCodePrefixSchema = z.object({
  value: requiredText({ message: PREFIX_INVALID }).check(z.regex(/^[a-z]{2,6}$/i, PREFIX_INVALID), z.toUpperCase()),
  description: optionalText(200),
});
