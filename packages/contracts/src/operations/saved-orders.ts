import * as z from 'zod/mini';
import { IsSavedSchema, SavedLinkSchema, SavedOrderSchema, SaveOrderSchema, UnsavedSchema } from '../saved-orders.ts';
import { defineOperations, listOf, operation } from './operation.ts';

export const savedOrderOperations = defineOperations({
  saveOrder: operation('POST /api/orders/save', 'user', {
    limit: 'lookup',
    summary: 'Ajouter une commande à ses favoris',
    body: SaveOrderSchema,
    responses: { 200: SavedLinkSchema, 201: SavedLinkSchema },
    refusals: [404, 409],
  }),
  unsaveOrder: operation('DELETE /api/orders/saved/:orderId', 'user', {
    summary: 'Retirer une commande de ses favoris',
    responses: { 200: UnsavedSchema },
  }),
  isOrderSaved: operation('GET /api/orders/saved/check/:orderId', 'user', {
    summary: 'Cette commande est-elle dans mes favoris ?',
    responses: { 200: IsSavedSchema },
  }),
  listSavedOrders: operation('GET /api/orders/saved/:userId', 'owner-or-admin', {
    summary: "Les favoris d'un client, derniers ajoutés d'abord",
    ...listOf(z.array(SavedOrderSchema)),
  }),
});
