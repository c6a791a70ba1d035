import * as z from 'zod/mini';
import { ChangesSchema } from '../changes.ts';
import { PathTextSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
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
import { byUser, defineOperations, WORKBOOK_TYPE } from './operation.ts';

/** A reference, or a text with one. */
const byReference = z.object({ reference: PathTextSchema });

/** The router prefers static segments: without its own route, a reference like "saved" would have no history. */
const eventsOfReserved = <const Path extends string>(path: Path) => ({
  method: 'GET' as const,
  path,
  access: 'public' as const,
  limit: 'lookup' as const,
  shared: 'visitors' as const,
  query: ListQuerySchema,
  responses: { 200: OrderEventsSchema },
});

export const orderOperations = defineOperations({
  listTransitTimes: {
    method: 'GET',
    path: '/api/transit-times',
    access: 'public',
    shared: 'everyone',
    summary: 'Nos délais des 90 derniers jours',
    responses: { 200: TransitTimesSchema },
  },
  findOrder: {
    method: 'GET',
    path: '/api/orders/:reference',
    access: 'public',
    limit: 'lookup',
    shared: 'visitors',
    summary: 'Suivre un colis par sa référence',
    params: byReference,
    responses: { 200: OrderSchema },
    refusals: [404, 410],
  },
  listOrderEvents: {
    method: 'GET',
    path: '/api/orders/:reference/events',
    access: 'public',
    limit: 'lookup',
    shared: 'visitors',
    summary: "Historique d'un colis, du plus ancien au plus récent",
    params: byReference,
    query: ListQuerySchema,
    responses: { 200: OrderEventsSchema },
    refusals: [404, 410],
  },
  matchOrders: {
    method: 'GET',
    path: '/api/orders/:reference/matches',
    access: 'public',
    limit: 'lookup',
    shared: 'visitors',
    summary: 'Les colis qu’un texte nomme, ou la référence qui lui ressemble',
    params: byReference,
    responses: { 200: OrderMatchesSchema },
  },
  listEventsOfOrderSaved: eventsOfReserved('/api/orders/saved/events'),
  listEventsOfOrderUser: eventsOfReserved('/api/orders/user/events'),
  listOrders: {
    method: 'GET',
    path: '/api/orders',
    access: 'staff',
    summary: 'Toutes les commandes, par pages',
    query: ListQuerySchema,
    responses: { 200: z.array(StaffOrderSchema) },
  },
  listOrdersOfUser: {
    method: 'GET',
    path: '/api/orders/user/:userId',
    access: 'owner-or-admin',
    summary: "Les commandes d'un client",
    params: byUser,
    query: ListQuerySchema,
    responses: { 200: z.array(OrderSchema) },
  },
  listAllOrderEvents: {
    method: 'GET',
    path: '/api/order-events',
    access: 'staff',
    summary: 'Les événements d’une commande, annulés compris, avec leurs auteurs',
    query: ListQuerySchema,
    responses: { 200: StaffOrderEventsSchema },
  },
  exportOrders: {
    method: 'GET',
    path: '/api/orders/export/excel',
    access: 'staff',
    audit: 'export',
    hasHead: false,
    summary: 'Les commandes que le filtre trouve, en classeur Excel',
    query: ListQuerySchema,
    produces: WORKBOOK_TYPE,
    responses: {},
  },
  listSilentOrders: {
    method: 'GET',
    path: '/internal/orders/silent',
    access: 'service',
    callers: ['notify'],
    responses: { 200: SilentOrdersSchema },
  },
  findOrdersByReference: {
    method: 'POST',
    path: '/internal/orders/by-reference',
    access: 'service',
    callers: ['notify'],
    body: OrdersByReferenceSchema,
    responses: { 200: FoundOrdersSchema },
  },
  findParcelOfNumber: {
    method: 'POST',
    path: '/internal/orders/of-number',
    access: 'service',
    callers: ['notify'],
    body: ParcelOfNumberQuerySchema,
    responses: { 200: PersonalParcelSchema },
  },
  listSituations: {
    method: 'POST',
    path: '/internal/orders/situations',
    access: 'service',
    callers: ['notify'],
    body: OrderIdsSchema,
    responses: { 200: SituationLinesSchema },
  },
  listOrderChanges: {
    method: 'GET',
    path: '/api/order-changes',
    access: 'staff',
    summary: "Qui a changé quoi, le plus récent d'abord",
    query: ListQuerySchema,
    responses: { 200: ChangesSchema },
  },
  exportOrderChanges: {
    method: 'GET',
    path: '/api/order-changes/export/excel',
    access: 'admin',
    summary: 'Exporter en Excel les changements des commandes et expéditions',
    audit: 'export',
    hasHead: false,
    query: ListQuerySchema,
    produces: WORKBOOK_TYPE,
    responses: {},
  },
});
