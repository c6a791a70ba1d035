import * as z from 'zod/mini';
import { atMost, IdSchema, InstantSchema, instant, MAX_ID, optionalText, requiredText, uuid } from './common.ts';
import { francs, MAX_FRANCS, writtenFrancs } from './money/francs.ts';
import { TARIFF_UNITS } from './money/freight.ts';
import { readTransaction, TRANSACTION_TEXT_MAX } from './reading/transaction.ts';

const INVALID = 'Requête invalide';

/** What an order is charged for. A discount is a charge below zero. */
export const CHARGE_KINDS = ['freight', 'customs', 'storage', 'packing', 'other', 'discount'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const CHARGE_LABELS: Record<ChargeKind, string> = {
  freight: 'Fret',
  customs: 'Douane',
  storage: 'Magasinage',
  packing: 'Emballage',
  other: 'Autre',
  discount: 'Remise',
};

/** The methods that need no counter. */
export const REMOTE_METHODS = ['orange-money', 'moov-money', 'telecel-money', 'wave', 'transfer'] as const;
export const PAYMENT_METHODS = ['cash', ...REMOTE_METHODS] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Espèces',
  'orange-money': 'Orange Money',
  'moov-money': 'Moov Money',
  'telecel-money': 'Telecel Money',
  wave: 'Wave',
  transfer: 'Virement',
};

export const PRICE_TO_FIX = 'Prix à fixer';

/** Why a parcel with a rest is not handed over, and a payment above the rest is not taken. */
export const exceedsRest = (rest: number) => `Le montant dépasse le reste à payer (${writtenFrancs(rest)})`;
export const restToPay = (rest: number) => `Il reste ${writtenFrancs(rest)} à payer`;

const CancellationSchema = z.object({
  at: InstantSchema,
  byUserId: z.optional(z.nullable(IdSchema)),
  reason: z.string(),
});

/** What an order is charged, with the words and numbers of when it was written. */
export const ChargeSchema = z.object({
  id: IdSchema,
  kind: z.enum(CHARGE_KINDS),
  label: z.string(),
  /** In thousandths of the unit; for storage in thousandths of a day. */
  quantity: z.nullable(z.int()),
  unit: z.nullable(z.enum(TARIFF_UNITS)),
  price: z.nullable(z.int()),
  amount: z.int(),
  tariffId: z.nullable(IdSchema),
  createdAt: InstantSchema,
  byUserId: z.optional(z.nullable(IdSchema)),
  cancelled: z.optional(CancellationSchema),
});
export type Charge = z.infer<typeof ChargeSchema>;

export const PaymentSchema = z.object({
  id: z.uuid(),
  method: z.enum(PAYMENT_METHODS),
  transactionReference: z.nullable(z.string()),
  amount: z.int(),
  paidAt: InstantSchema,
  payerName: z.nullable(z.string()),
  receipt: z.string(),
  receiptPath: z.string(),
  certifiedInvoice: z.nullable(z.string()),
  shares: z.array(z.object({ orderId: IdSchema, reference: z.string(), amount: z.int() })),
  byUserId: z.optional(z.nullable(IdSchema)),
  cancelled: z.optional(CancellationSchema),
});
export type Payment = z.infer<typeof PaymentSchema>;

/** The sum of payments, without those that were cancelled. */
export const PaymentSumSchema = z.object({ amount: z.int() });

export const MoneySummarySchema = z.object({ toCollect: z.int(), collectedThisWeek: z.int() });
export type MoneySummary = z.infer<typeof MoneySummarySchema>;

export const LedgerSchema = z.object({
  id: IdSchema,
  charges: z.array(ChargeSchema),
  payments: z.array(PaymentSchema),
  /** What an owed storage that is no charge yet adds to what is due; null without one. */
  storage: z._default(z.nullable(z.object({ label: z.string(), amount: z.int() })), null),
  due: z.int(),
  paid: z.int(),
  rest: z.int(),
  /** The freight by the measures and the tariff of now, when it is not the one that is charged; null when it is to be fixed. */
  freight: z.object({
    state: z.enum(['charged', 'differs', 'to-fix']),
    proposal: z.nullable(
      z.object({
        tariffId: IdSchema,
        label: z.string(),
        quantity: z.int(),
        unit: z.enum(TARIFF_UNITS),
        amount: z.int(),
      }),
    ),
  }),
});
export type Ledger = z.infer<typeof LedgerSchema>;

const AMOUNT_MESSAGE = `Le montant doit être compris entre 1 et ${writtenFrancs(MAX_FRANCS)}`;
const amount = francs(1, MAX_FRANCS, AMOUNT_MESSAGE);

export const AddChargeSchema = z.object({
  kind: z.enum(CHARGE_KINDS, 'Choisissez un type de frais'),
  label: optionalText(100),
  amount,
});
export type AddCharge = z.input<typeof AddChargeSchema>;

export const SetFreightSchema = z.object({
  tariffId: z.int('Choisissez un tarif').check(z.gte(1, 'Choisissez un tarif'), z.lte(MAX_ID, 'Choisissez un tarif')),
});

export const CancelSchema = z.object({ reason: requiredText({ max: 500, message: 'Indiquez la raison' }) });

export const TRANSACTION_REQUIRED = 'Indiquez la référence de la transaction';

const TransactionReferenceSchema = z.pipe(
  z.nullable(z.string(TRANSACTION_REQUIRED).check(z.trim(), atMost(TRANSACTION_TEXT_MAX))),
  z.transform((text: string | null) => (text && readTransaction(text)) || null),
);

export const paymentFields = {
  /** Chosen by the device: sending it again has no further effect. */
  id: uuid(INVALID),
  method: z.enum(PAYMENT_METHODS, 'Choisissez un moyen de paiement'),
  transactionReference: z.optional(TransactionReferenceSchema),
  amount,
  payerName: optionalText(100),
};

const hasReference = z.refine<{ method: PaymentMethod; transactionReference?: string | null | undefined }>(
  ({ method, transactionReference }) => method === 'cash' || Boolean(transactionReference),
  { path: ['transactionReference'], error: TRANSACTION_REQUIRED },
);

export const HandoverPaymentSchema = z.object(paymentFields).check(hasReference);
export type HandoverPayment = z.infer<typeof HandoverPaymentSchema>;

export const ORDERS_PER_PAYMENT = 50;

const ORDERS_MESSAGE = `Choisissez de 1 à ${ORDERS_PER_PAYMENT} colis`;

export const RecordPaymentSchema = z
  .object({
    ...paymentFields,
    orderIds: z.array(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID)), ORDERS_MESSAGE).check(
      z.minLength(1, ORDERS_MESSAGE),
      z.maxLength(ORDERS_PER_PAYMENT, ORDERS_MESSAGE),
      z.refine((ids) => new Set(ids).size === ids.length, 'Un colis est choisi deux fois'),
    ),
    paidAt: z.optional(instant(INVALID)),
    /** The time of the device when the request is sent, by which the server corrects its clock. */
    sentAt: z.optional(instant(INVALID)),
  })
  .check(hasReference);
export type RecordPayment = z.input<typeof RecordPaymentSchema>;

export const CreditSchema = z.object({ hasCredit: z.boolean(INVALID) });

export const UpdatePaymentSchema = z.object({ certifiedInvoice: optionalText(60) });

export const NOT_AN_INVOICE = "Ce reçu n'est pas une facture.";
