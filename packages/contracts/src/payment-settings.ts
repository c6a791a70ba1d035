import * as z from 'zod/mini';
import { atMost, boundedText, cleaned, requiredText } from './common.ts';
import { francs } from './money/francs.ts';
import { REMOTE_METHODS } from './payments.ts';

const INVALID = 'Requête invalide';

export const PaymentAccountSchema = z.object({
  method: z.enum(REMOTE_METHODS),
  number: z.string(),
  /** The USSD code that clients dial, with AMOUNT_IN_USSD in place of the amount; null without one. */
  ussd: z.nullable(z.string()),
});
export type PaymentAccount = z.infer<typeof PaymentAccountSchema>;

const AMOUNT_IN_USSD = '{montant}';

/** What clients dial to pay an amount. */
export const ussdCode = (ussd: string, amount: number): string => ussd.replace(AMOUNT_IN_USSD, String(amount));

export const PaymentSettingsSchema = z.object({
  volumetricDivisor: z.int(),
  receiptPrefix: z.string(),
  releasesWithRest: z.boolean(),
  storageFreeDays: z.int(),
  /** The price per parcel and day, in FCFA; 0 where storage is free. */
  storagePrice: z.int(),
  accounts: z.array(PaymentAccountSchema),
});
export type PaymentSettings = z.infer<typeof PaymentSettingsSchema>;

const DIVISOR_MESSAGE = 'Le diviseur doit être un nombre entier entre 1\u00a0000 et 10\u00a0000';
const PREFIX_MESSAGE = 'Le préfixe a deux à six lettres';
const FREE_DAYS_MESSAGE = 'Les jours gratuits doivent être un nombre entier entre 0 et 365';
const MAX_STORAGE_PRICE = 1_000_000;
const STORAGE_PRICE_MESSAGE = 'Le prix par jour doit être compris entre 0 et 1\u00a0000\u00a0000 FCFA';
const USSD_MESSAGE = `Écrivez un code comme *144*10*${AMOUNT_IN_USSD}#, ou rien`;

export const MAX_ACCOUNTS = 20;

export const UpdatePaymentSettingsSchema = z.object({
  volumetricDivisor: z.optional(
    z.int(DIVISOR_MESSAGE).check(z.gte(1000, DIVISOR_MESSAGE), z.lte(10_000, DIVISOR_MESSAGE)),
  ),
  receiptPrefix: z.optional(
    z
      .string(PREFIX_MESSAGE)
      .check(z.trim(), atMost(6, PREFIX_MESSAGE), z.toUpperCase(), cleaned(), z.regex(/^[A-Z]{2,6}$/, PREFIX_MESSAGE)),
  ),
  releasesWithRest: z.optional(z.boolean(INVALID)),
  storageFreeDays: z.optional(
    z.int(FREE_DAYS_MESSAGE).check(z.gte(0, FREE_DAYS_MESSAGE), z.lte(365, FREE_DAYS_MESSAGE)),
  ),
  storagePrice: z.optional(francs(0, MAX_STORAGE_PRICE, STORAGE_PRICE_MESSAGE)),
  accounts: z.optional(
    z
      .array(
        z.object({
          method: z.enum(REMOTE_METHODS, 'Choisissez un moyen de paiement'),
          number: requiredText({ max: 60, message: 'Indiquez le numéro' }),
          ussd: z.pipe(
            z.nullable(
              boundedText(60, USSD_MESSAGE).check(
                z.overwrite((text) => text.replace(/\s/g, '')),
                z.regex(/^(?:\*[\d*]+(?:\{montant\}[\d*]*)?#)?$/, USSD_MESSAGE),
              ),
            ),
            z.transform((text: string | null) => text || null),
          ),
        }),
        INVALID,
      )
      .check(
        z.maxLength(MAX_ACCOUNTS, 'Vingt numéros au plus'),
        z.refine(
          (accounts) => new Set(accounts.map(({ method, number }) => `${method} ${number}`)).size === accounts.length,
          {
            error: 'Un numéro est écrit deux fois',
          },
        ),
      ),
  ),
});
export type UpdatePaymentSettings = z.input<typeof UpdatePaymentSettingsSchema>;
