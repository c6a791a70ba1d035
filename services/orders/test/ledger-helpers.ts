import { randomUUID } from 'node:crypto';
import type { Order } from '@fasocolis/contracts/orders';
import type { ReportPayment } from '@fasocolis/contracts/payment-reports';
import type { AddCharge, Ledger, Payment, RecordPayment } from '@fasocolis/contracts/payments';
import type { CreateTariff, Tariff } from '@fasocolis/contracts/tariffs';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import type { Orders } from './helpers.ts';

export const newPayment = (body: Partial<RecordPayment> & Pick<RecordPayment, 'amount'>) =>
  ({ id: randomUUID(), method: 'cash', ...body }) as const;

/** A payment by Wave, as its owner reports it. */
export const newReport = (body: Partial<ReportPayment> = {}) =>
  ({ id: randomUUID(), method: 'wave', transactionReference: randomUUID(), amount: 1000, ...body }) as const;

/** Calls of tariffs, charges and payments. */
export function ledgerCalls({ app }: Orders) {
  const post = (url: string, payload: object, as: Identity) => call(app, { method: 'POST', url, payload }, as);
  return {
    addTariff: async (body: Partial<CreateTariff> = {}, as = asAdmin()) =>
      post('/api/tariffs', { mode: 'AIR', label: `Tarif ${randomUUID()}`, unit: 'kg', price: 9000, ...body }, as),
    changeTariff: ({ id }: Pick<Tariff, 'id'>, payload: object, as = asAdmin()) =>
      call(app, { method: 'PATCH', url: `/api/tariffs/${id}`, payload }, as),
    removeTariff: ({ id }: Pick<Tariff, 'id'>, as = asAdmin()) =>
      call(app, { method: 'DELETE', url: `/api/tariffs/${id}` }, as),
    charge: ({ id }: Pick<Order, 'id'>, body: AddCharge, as: Identity = asAgent(9)) =>
      post(`/api/ledgers/${id}/charges`, body, as),
    chargeFreight: ({ id }: Pick<Order, 'id'>, tariffId: number, as = asAgent(9)) =>
      post(`/api/ledgers/${id}/freight`, { tariffId }, as),
    cancelCharge: (id: number, reason = 'Erreur', as: Identity = asAdmin()) =>
      post(`/api/charges/${id}/cancel`, { reason }, as),
    pay: (body: object, as: Identity = asAgent(9)) => post('/api/payments', body, as),
    cancelPayment: ({ id }: Pick<Payment, 'id'>, reason = 'Erreur', as: Identity = asAdmin()) =>
      post(`/api/payments/${id}/cancel`, { reason }, as),
    ledgerOf: async ({ id }: Pick<Order, 'id'>, as: Identity = asAgent(9)) =>
      (await call(app, { url: `/api/ledgers/${id}` }, as)).json<Ledger>(),
    handOver: ({ id }: Pick<Order, 'id'>, body: object = {}, as: Identity = asAgent(9)) =>
      post(
        `/api/handovers/${id}`,
        {
          ...{ reason: 'Pièce d’identité', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' },
          ...body,
        },
        as,
      ),
    reportsOf: ({ id }: Pick<Order, 'id'>, as: Identity = asUser(2)) =>
      call(app, { url: `/api/ledgers/${id}/reports` }, as),
    report: ({ id }: Pick<Order, 'id'>, body: object, as: Identity = asUser(2)) =>
      post(`/api/ledgers/${id}/reports`, body, as),
    confirmReport: (id: string, as: Identity = asAgent(9)) => post(`/api/payment-reports/${id}/confirm`, {}, as),
    refuseReport: (id: string, reason = 'Rien reçu', as: Identity = asAgent(9)) =>
      post(`/api/payment-reports/${id}/refuse`, { reason }, as),
    settings: (payload: object, as: Identity = asAdmin()) =>
      call(app, { method: 'PATCH', url: '/api/payment-settings', payload }, as),
    giveCredit: (userId: number, hasCredit: boolean, as: Identity = asAdmin()) =>
      call(app, { method: 'PATCH', url: `/api/credits/${userId}`, payload: { hasCredit } }, as),
  };
}
