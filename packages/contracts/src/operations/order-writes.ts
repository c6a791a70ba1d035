import { MessageSchema } from '../common.ts';
import { ImportOrdersSchema, ImportOutcomesSchema } from '../order-import.ts';
import { AddAliasSchema, CreateOrderSchema, UpdateOrderSchema, WithdrawOrderEventSchema } from '../order-input.ts';
import { StaffOrderSchema, UpdatedOrderSchema } from '../orders.ts';
import {
  PreviewTellingSchema,
  TellCustomersSchema,
  TellingOutcomesSchema,
  TellingPreviewSchema,
} from '../tell-customers.ts';
import { defineOperations, operation } from './operation.ts';

export const orderWriteOperations = defineOperations({
  createOrder: operation('POST /api/orders', 'staff', {
    summary: 'Créer une référence',
    body: CreateOrderSchema,
    responses: { 201: StaffOrderSchema },
    refusals: [409],
  }),
  importOrders: operation('POST /api/orders/import', 'staff', {
    summary: "Créer des références à partir d'un fichier, ou les vérifier seulement",
    body: ImportOrdersSchema,
    responses: { 200: ImportOutcomesSchema },
    refusals: [409],
  }),
  updateOrder: operation('PATCH /api/orders/:id', 'staff', {
    summary: 'Modifier une commande, changer son statut, l’archiver',
    body: UpdateOrderSchema,
    responses: { 200: UpdatedOrderSchema },
    refusals: [404, 409],
  }),
  deleteOrder: operation('DELETE /api/orders/:id', 'staff', {
    summary: 'Supprimer une commande créée par erreur',
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  addOrderAlias: operation('POST /api/orders/:id/aliases', 'staff', {
    summary: 'Ajouter à une commande le numéro d’un transporteur, qui la trouve',
    body: AddAliasSchema,
    responses: { 200: StaffOrderSchema },
    refusals: [404, 409],
  }),
  removeOrderAlias: operation('DELETE /api/orders/:id/aliases/:alias', 'staff', {
    summary: 'Retirer d’une commande le numéro d’un transporteur',
    responses: { 200: StaffOrderSchema },
    refusals: [404],
  }),
  tellCustomers: operation('POST /api/orders/tell', 'staff', {
    summary: 'Dire aux clients un statut, un texte ou une date, pour une commande ou plusieurs',
    body: TellCustomersSchema,
    responses: { 200: TellingOutcomesSchema },
  }),
  previewTelling: operation('POST /api/orders/tell/preview', 'staff', {
    summary: 'Compter les commandes qui changeraient et les personnes qui seraient prévenues',
    body: PreviewTellingSchema,
    responses: { 200: TellingPreviewSchema },
  }),
  withdrawOrderEvent: operation('POST /api/orders/:id/events/:eventId/withdraw', 'staff', {
    summary: 'Annuler un événement',
    body: WithdrawOrderEventSchema,
    responses: { 200: UpdatedOrderSchema },
    refusals: [404, 409],
  }),
});
