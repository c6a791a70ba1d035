import * as z from 'zod/mini';
import { ChangesSchema } from '../changes.ts';
import {
  OrderEventsSchema,
  OrderMatchesSchema,
  OrderSchema,
  SilentOrdersSchema,
  StaffOrderEventsSchema,
  StaffOrderSchema,
} from '../orders.ts';
import { ParcelOfNumberQuerySchema, PersonalParcelSchema } from '../personal-parcel.ts';
import { FoundOrdersSchema, OrdersByReferenceSchema } from '../push.ts';
import { OrderIdsSchema, SituationLinesSchema } from '../situation-schema.ts';
import { TransitTimesSchema } from '../transit-times.ts';
import { defineOperations, listOf, listWorkbook, operation } from './operation.ts';

/** The router prefers static segments: without its own route, a reference like "saved" would have no history. */
const eventsOfReserved = {
  limit: 'lookup',
  shared: 'visitors',
  ...listOf(OrderEventsSchema),
} as const;

export const orderOperations = defineOperations({
  listTransitTimes: operation('GET /api/transit-times', 'public', {
    shared: 'everyone',
    summary: 'Nos délais des 90 derniers jours',
    responses: { 200: TransitTimesSchema },
  }),
  findOrder: operation('GET /api/orders/:reference', 'public', {
    limit: 'lookup',
    shared: 'visitors',
    summary: 'Suivre un colis par sa référence',
    responses: { 200: OrderSchema },
    refusals: [404, 410],
  }),
  listOrderEvents: operation('GET /api/orders/:reference/events', 'public', {
    limit: 'lookup',
    shared: 'visitors',
    summary: "Historique d'un colis, du plus ancien au plus récent",
    ...listOf(OrderEventsSchema),
    refusals: [404, 410],
  }),
  matchOrders: operation('GET /api/orders/:reference/matches', 'public', {
    limit: 'lookup',
    shared: 'visitors',
    summary: 'Les colis qu’un texte nomme, ou la référence qui lui ressemble',
    responses: { 200: OrderMatchesSchema },
  }),
  listEventsOfOrderSaved: operation('GET /api/orders/saved/events', 'public', eventsOfReserved),
  listEventsOfOrderUser: operation('GET /api/orders/user/events', 'public', eventsOfReserved),
  listOrders: operation('GET /api/orders', 'staff', {
    summary: 'Toutes les commandes, par pages',
    ...listOf(z.array(StaffOrderSchema)),
  }),
  listOrdersOfUser: operation('GET /api/orders/user/:userId', 'owner-or-admin', {
    summary: "Les commandes d'un client",
    ...listOf(z.array(OrderSchema)),
  }),
  listAllOrderEvents: operation('GET /api/order-events', 'staff', {
    summary: 'Les événements d’une commande, annulés compris, avec leurs auteurs',
    ...listOf(StaffOrderEventsSchema),
  }),
  exportOrders: operation('GET /api/orders/export/excel', 'staff', {
    ...listWorkbook,
    summary: 'Les commandes que le filtre trouve, en classeur Excel',
  }),
  listSilentOrders: operation('GET /internal/orders/silent', 'service', {
    callers: ['notify'],
    responses: { 200: SilentOrdersSchema },
  }),
  findOrdersByReference: operation('POST /internal/orders/by-reference', 'service', {
    callers: ['notify'],
    body: OrdersByReferenceSchema,
    responses: { 200: FoundOrdersSchema },
  }),
  findParcelOfNumber: operation('POST /internal/orders/of-number', 'service', {
    callers: ['notify'],
    body: ParcelOfNumberQuerySchema,
    responses: { 200: PersonalParcelSchema },
  }),
  listSituations: operation('POST /internal/orders/situations', 'service', {
    callers: ['notify'],
    body: OrderIdsSchema,
    responses: { 200: SituationLinesSchema },
  }),
  listOrderChanges: operation('GET /api/order-changes', 'staff', {
    summary: "Qui a changé quoi, le plus récent d'abord",
    ...listOf(ChangesSchema),
  }),
  exportOrderChanges: operation('GET /api/order-changes/export/excel', 'admin', {
    ...listWorkbook,
    summary: 'Exporter en Excel les changements des commandes et expéditions',
  }),
});
