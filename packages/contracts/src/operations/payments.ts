import * as z from 'zod/mini';
import { boundedText, MessageSchema, PathNameSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { PaymentReportSchema, PaymentReportsSchema, ReportPaymentSchema } from '../payment-reports.ts';
import { PaymentSettingsSchema, UpdatePaymentSettingsSchema } from '../payment-settings.ts';
import {
  AddChargeSchema,
  CancelSchema,
  CreditSchema,
  LedgerSchema,
  MoneySummarySchema,
  PaymentSchema,
  PaymentSumSchema,
  RecordPaymentSchema,
  SetFreightSchema,
  UpdatePaymentSchema,
} from '../payments.ts';
import { CreateTariffSchema, TariffSchema, UpdateTariffSchema } from '../tariffs.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

const byPayment = z.object({ id: PathNameSchema });

export const paymentOperations = defineOperations({
  listTariffs: operation('GET /api/tariffs', 'staff', {
    summary: 'Les tarifs, actifs et inactifs',
    ...listOf(z.array(TariffSchema)),
  }),
  createTariff: operation('POST /api/tariffs', 'admin', {
    summary: 'Créer un tarif',
    body: CreateTariffSchema,
    responses: { 201: TariffSchema },
    refusals: [409],
  }),
  updateTariff: operation('PATCH /api/tariffs/:id', 'admin', {
    summary: 'Modifier un tarif; ce qui a été compté reste',
    body: UpdateTariffSchema,
    responses: { 200: TariffSchema },
    refusals: [404, 409],
  }),
  deleteTariff: operation('DELETE /api/tariffs/:id', 'admin', {
    summary: 'Supprimer un tarif qui n’a pas servi',
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  findLedger: operation('GET /api/ledgers/:orderId', 'user', {
    summary: 'Les frais, les paiements et le reste à payer d’un colis, pour l’équipe et son propriétaire',
    responses: { 200: LedgerSchema },
    refusals: [404],
  }),
  addCharge: operation('POST /api/ledgers/:orderId/charges', 'staff', {
    summary: 'Ajouter des frais; une remise est réservée à l’administrateur',
    body: AddChargeSchema,
    responses: { 201: LedgerSchema },
    refusals: [404, 409],
  }),
  chargeFreight: operation('POST /api/ledgers/:orderId/freight', 'staff', {
    summary: 'Compter le fret par un tarif, à la place de l’ancien',
    body: SetFreightSchema,
    responses: { 200: LedgerSchema },
    refusals: [404, 409],
  }),
  waiveStorage: operation('POST /api/ledgers/:orderId/waive-storage', 'staff', {
    summary: 'Renoncer au magasinage d’un colis jusqu’à aujourd’hui',
    body: CancelSchema,
    responses: { 200: LedgerSchema },
    refusals: [404, 409],
  }),
  cancelCharge: operation('POST /api/charges/:id/cancel', 'staff', {
    summary: 'Annuler des frais',
    body: CancelSchema,
    responses: { 200: LedgerSchema },
    refusals: [404, 409],
  }),
  listPayments: operation('GET /api/payments', 'staff', {
    summary: 'Les paiements, le plus récent d’abord',
    ...listOf(z.array(PaymentSchema)),
  }),
  sumPayments: operation('GET /api/payments/sum', 'admin', {
    summary: 'La somme des paiements que le filtre trouve, sans ceux qui sont annulés',
    query: ListQuerySchema,
    responses: { 200: PaymentSumSchema },
  }),
  exportPayments: operation('GET /api/payments/export/excel', 'admin', {
    ...listWorkbook,
    summary: 'Les paiements que le filtre trouve, en classeur Excel',
  }),
  getMoneySummary: operation('GET /api/money-summary', 'admin', {
    summary: 'Ce qui reste à encaisser, et ce qui l’a été depuis lundi',
    responses: { 200: MoneySummarySchema },
  }),
  recordPayment: operation('POST /api/payments', 'staff', {
    summary: 'Enregistrer un paiement, une seule fois',
    body: RecordPaymentSchema,
    responses: { 201: PaymentSchema },
    refusals: [404, 409],
  }),
  cancelPayment: operation('POST /api/payments/:id/cancel', 'admin', {
    summary: 'Annuler un paiement',
    params: byPayment,
    body: CancelSchema,
    responses: { 200: PaymentSchema },
    refusals: [404, 409],
  }),
  updatePayment: operation('PATCH /api/payments/:id', 'staff', {
    summary: 'Noter le numéro de la facture certifiée',
    params: byPayment,
    body: UpdatePaymentSchema,
    responses: { 200: PaymentSchema },
    refusals: [404],
  }),
  findPaymentReports: operation('GET /api/ledgers/:orderId/reports', 'user', {
    summary: 'Où payer un colis, et les paiements signalés, pour l’équipe et son propriétaire',
    responses: { 200: PaymentReportsSchema },
    refusals: [404],
  }),
  reportPayment: operation('POST /api/ledgers/:orderId/reports', 'user', {
    summary: 'Signaler un paiement de son colis, une seule fois',
    body: ReportPaymentSchema,
    responses: { 201: PaymentReportSchema },
    refusals: [404, 409],
  }),
  confirmPaymentReport: operation('POST /api/payment-reports/:id/confirm', 'staff', {
    summary: 'Encaisser un paiement signalé',
    params: byPayment,
    responses: { 200: PaymentReportSchema },
    refusals: [404, 409],
  }),
  refusePaymentReport: operation('POST /api/payment-reports/:id/refuse', 'staff', {
    summary: 'Refuser un paiement signalé',
    params: byPayment,
    body: CancelSchema,
    responses: { 200: PaymentReportSchema },
    refusals: [404, 409],
  }),
  getReceipt: operation('GET /recu/:token', 'public', {
    limit: 'lookup',
    query: z.object({ format: z.optional(boundedText(10)) }),
    produces: 'text/html',
    responses: {},
    refusals: [404],
  }),
  getPaymentSettings: operation('GET /api/payment-settings', 'staff', {
    summary: 'Comment les colis sont comptés',
    responses: { 200: PaymentSettingsSchema },
  }),
  updatePaymentSettings: operation('PATCH /api/payment-settings', 'admin', {
    summary: 'Changer comment les colis sont comptés',
    body: UpdatePaymentSettingsSchema,
    responses: { 200: PaymentSettingsSchema },
  }),
  getCredit: operation('GET /api/credits/:userId', 'staff', {
    summary: 'Les colis de ce client sont-ils remis à crédit ?',
    responses: { 200: CreditSchema },
  }),
  setCredit: operation('PATCH /api/credits/:userId', 'admin', {
    summary: 'Donner ou retirer le crédit à un client',
    body: CreditSchema,
    responses: { 200: CreditSchema },
    refusals: [404],
  }),
});
