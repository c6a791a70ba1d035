import { visitQuery } from '@fasocolis/web-kit/api-query';

const ledgerSchema = () => import('@fasocolis/contracts/payments').then(({ LedgerSchema }) => LedgerSchema);
const reportsSchema = () =>
  import('@fasocolis/contracts/payment-reports').then(({ PaymentReportsSchema }) => PaymentReportsSchema);

/** Personal data, see `savedOrderQuery`. */
const keyOf = (userId: number, orderId: number) => ['user', userId, 'ledger', orderId];

/** What an own parcel costs, and what was paid of it. */
export const ledgerQuery = (userId: number, orderId: number) =>
  visitQuery([...keyOf(userId, orderId), 'entries'], '/api/ledgers/:orderId', ledgerSchema, { params: { orderId } });

/** Where an own parcel can be paid, and the payments that its owner reported. */
export const reportsQuery = (userId: number, orderId: number) =>
  visitQuery([...keyOf(userId, orderId), 'reports'], '/api/ledgers/:orderId/reports', reportsSchema, {
    params: { orderId },
  });
