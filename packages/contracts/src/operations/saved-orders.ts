import * as z from 'zod/mini';
import { PathIdSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { IsSavedSchema, SavedLinkSchema, SavedOrderSchema, SaveOrderSchema, UnsavedSchema } from '../saved-orders.ts';
import { byUser, defineOperations } from './operation.ts';

const byOrder = z.object({ orderId: PathIdSchema });

export const savedOrderOperations = defineOperations({
  saveOrder: {
    method: 'POST',
    path: '/api/orders/save',
    access: 'user',
    limit: 'lookup',
    summary: 'Ajouter une commande à ses favoris',
    body: SaveOrderSchema,
    responses: { 200: SavedLinkSchema, 201: SavedLinkSchema },
    refusals: [404, 409],
  },
  unsaveOrder: {
    method: 'DELETE',
    path: '/api/orders/saved/:orderId',
    access: 'user',
    summary: 'Retirer une commande de ses favoris',
    params: byOrder,
    responses: { 200: UnsavedSchema },
  },
  isOrderSaved: {
    method: 'GET',
    path: '/api/orders/saved/check/:orderId',
    access: 'user',
    summary: 'Cette commande est-elle dans mes favoris ?',
    params: byOrder,
    responses: { 200: IsSavedSchema },
  },
  listSavedOrders: {
    method: 'GET',
    path: '/api/orders/saved/:userId',
    access: 'owner-or-admin',
    summary: "Les favoris d'un client, derniers ajoutés d'abord",
    params: byUser,
    query: ListQuerySchema,
    responses: { 200: z.array(SavedOrderSchema) },
  },
});
