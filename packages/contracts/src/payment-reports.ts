import * as z from 'zod/mini';
import { InstantSchema, requiredText } from './common.ts';
import { PaymentAccountSchema } from './payment-settings.ts';
import { paymentFields, REMOTE_METHODS, TRANSACTION_REQUIRED } from './payments.ts';
import { readTransaction, TRANSACTION_TEXT_MAX } from './reading/transaction.ts';

export const OPEN_REPORTS = 5;

/** A payment from afar, as its owner reported it. It counts once staff has confirmed it, as the payment with the same id. */
export const PaymentReportSchema = z.object({
  id: z.uuid(),
  method: z.enum(REMOTE_METHODS),
  transactionReference: z.string(),
  amount: z.int(),
  createdAt: InstantSchema,
  state: z.enum(['open', 'confirmed', 'refused']),
  reason: z.nullable(z.string()),
});
export type PaymentReport = z.infer<typeof PaymentReportSchema>;

export const PaymentReportsSchema = z.object({
  accounts: z.array(PaymentAccountSchema),
  reports: z.array(PaymentReportSchema),
});
export type PaymentReports = z.infer<typeof PaymentReportsSchema>;

export const ReportPaymentSchema = z.object({
  id: paymentFields.id,
  method: z.enum(REMOTE_METHODS, 'Choisissez un moyen de paiement'),
  transactionReference: z.pipe(
    requiredText({ max: TRANSACTION_TEXT_MAX, message: TRANSACTION_REQUIRED }),
    z.pipe(
      z.transform((text: string) => readTransaction(text)),
      z.string().check(z.minLength(1, TRANSACTION_REQUIRED)),
    ),
  ),
  amount: paymentFields.amount,
});
export type ReportPayment = z.input<typeof ReportPaymentSchema>;
