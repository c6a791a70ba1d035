import * as z from 'zod/mini';
import { atMost, optionalText, requiredText } from './common.ts';
import { TRANSPORT_MODES } from './orders.ts';
import { searchForm } from './reading/text.ts';

export const ChinaAddressSchema = z.object({
  mode: z.enum(TRANSPORT_MODES),
  city: z.string(),
  /** The name before the client code of the recipient; null for the code alone. */
  recipient: z._default(z.nullable(z.string()), null),
  phone: z.string(),
  address: z.string(),
});
export const ChinaAddressesSchema = z.array(ChinaAddressSchema);
export type ChinaAddress = z.infer<typeof ChinaAddressSchema>;

export const MAX_CHINA_ADDRESSES = 6;

const PHONE_INVALID = 'Écrivez le numéro de l’entrepôt en chiffres, par exemple 138 0013 8000';

/** All addresses together, at most one for a mode and city. */
export const SetChinaAddressesSchema = z.object({
  value: z
    .array(
      z.object({
        mode: z.enum(TRANSPORT_MODES, 'Choisissez avion ou bateau'),
        city: requiredText({ max: 100, message: 'Indiquez la ville' }),
        recipient: optionalText(60),
        phone: z
          .string(PHONE_INVALID)
          .check(z.trim(), atMost(30, PHONE_INVALID), z.regex(/^\+?\d[\d -]{5,}\d$/, PHONE_INVALID)),
        address: requiredText({ max: 500, message: 'Collez l’adresse en chinois' }),
      }),
      'Requête invalide',
    )
    .check(
      z.maxLength(MAX_CHINA_ADDRESSES, 'Six adresses au plus'),
      z.refine(
        (addresses) =>
          new Set(addresses.map(({ mode, city }) => `${mode} ${searchForm(city)}`)).size === addresses.length,
        'Une ville a une seule adresse par avion et une seule par bateau',
      ),
    ),
});

/** What a customer copies into the form of a Chinese shop. */
export const chinaAddressLines = ({ recipient, phone, address }: ChinaAddress, code: string): string =>
  [[recipient, code].filter(Boolean).join(' '), phone, address].join('\n');
