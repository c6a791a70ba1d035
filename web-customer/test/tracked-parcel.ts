import { builtInKind, type ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import type { Order, OrderEvent } from '@fasocolis/contracts/orders';
import { situationOf } from '@fasocolis/contracts/situation';
import { page } from 'vitest/browser';
import { FakeApi, openPage } from './customer-site.tsx';

export const ORDER: Order = {
  id: 5,
  reference: 'DEMO0003',
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: '2027-08-09',
  expectedArrival: null,
  mode: null,
  pieces: null,
  weightGrams: null,
  recipientName: null,
  latestUpdate: 'Votre colis a quitté Canton.',
  latestUpdateTime: '2026-03-05T14:07:00.000Z',
  createdAt: '2026-02-01T08:00:00.000Z',
  updatedAt: '2026-03-05T14:07:00.000Z',
};
export const EVENTS: OrderEvent[] = [
  {
    id: 1,
    status: 'ORDER_CONFIRMED',
    label: 'Commande Confirmée',
    kind: 'step',
    note: null,
    occurredAt: '2025-03-05T23:07:00.000Z',
  },
  {
    id: 2,
    status: 'PROCESSING',
    label: 'En Traitement',
    kind: 'step',
    note: 'Emballé.',
    occurredAt: '2025-08-31T18:30:00.000Z',
  },
  {
    id: 3,
    status: 'IN_TRANSIT',
    label: 'En Transit',
    kind: 'step',
    note: null,
    occurredAt: '2025-12-31T20:00:00.000Z',
  },
];
export const card = page.getByTestId('result-card');
export const badge = card.getByTestId('status-badge');
export const step = (number: number) => card.getByTestId(`tracker-step-${number}`);
export const field = page.getByRole('textbox', { name: 'Numéro de suivi' });
export const submit = page.getByRole('button', { name: 'Suivre' });
export const pathOf = (reference: string) => `GET /api/orders/${encodeURIComponent(reference)}`;

/** As the API says it, on a day before all dates. */
export const withSituation = <O extends Order>(order: O): O => ({
  ...order,
  situation:
    order.situation ??
    situationOf(
      { ...order, pickup: null, hasOwner: false, deliveredOn: order.updatedAt, receiver: null },
      'everyone',
      '2026-03-10',
    ),
});

export function apiWith(...orders: Order[]): FakeApi {
  const api = new FakeApi();
  for (const order of orders) {
    api.respond(pathOf(order.reference), 200, withSituation(order));
    api.respond(`${pathOf(order.reference)}/events`, 200, EVENTS);
  }
  return api;
}
/** The fields of the API for a built-in status. */
export const inStatus = (status: (typeof ORDER_STATUSES)[number]): Partial<Order> => ({
  status,
  statusLabel: statusLabel(status),
  statusKind: builtInKind(status),
  furthestStep: status,
});
export const openOrder = (fields: Partial<Order> = {}) =>
  openPage('/?tracking=DEMO0003', apiWith({ ...ORDER, ...fields }));

/** Searches for a reference. */
export async function track(reference: string) {
  await field.fill(reference);
  await submit.click();
}
