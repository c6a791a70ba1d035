import * as z from 'zod/mini';
import { MessageSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import {
  CreateMilestoneDefinitionSchema,
  MilestoneDefinitionSchema,
  UpdateMilestoneDefinitionSchema,
} from '../milestones.ts';
import { CreateOrderStatusSchema, OrderStatusSchema, UpdateOrderStatusSchema } from '../order-status-definitions.ts';
import { byId, defineOperations } from './operation.ts';

export const definitionOperations = defineOperations({
  listOrderStatuses: {
    method: 'GET',
    path: '/api/order-statuses',
    access: 'staff',
    summary: 'Les définitions de statuts, actives et inactives',
    query: ListQuerySchema,
    responses: { 200: z.array(OrderStatusSchema) },
  },
  createOrderStatus: {
    method: 'POST',
    path: '/api/order-statuses',
    access: 'admin',
    summary: 'Définir un statut',
    body: CreateOrderStatusSchema,
    responses: { 201: OrderStatusSchema },
    refusals: [409],
  },
  updateOrderStatus: {
    method: 'PATCH',
    path: '/api/order-statuses/:id',
    access: 'admin',
    summary: 'Modifier un statut',
    params: byId,
    body: UpdateOrderStatusSchema,
    responses: { 200: OrderStatusSchema },
    refusals: [404, 409],
  },
  deleteOrderStatus: {
    method: 'DELETE',
    path: '/api/order-statuses/:id',
    access: 'admin',
    summary: 'Supprimer un statut; les commandes gardent le leur',
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  },
  listMilestoneDefinitions: {
    method: 'GET',
    path: '/api/milestone-definitions',
    access: 'staff',
    summary: 'Les définitions de jalons, par mode de transport',
    query: ListQuerySchema,
    responses: { 200: z.array(MilestoneDefinitionSchema) },
  },
  createMilestoneDefinition: {
    method: 'POST',
    path: '/api/milestone-definitions',
    access: 'admin',
    summary: 'Définir un jalon',
    body: CreateMilestoneDefinitionSchema,
    responses: { 201: MilestoneDefinitionSchema },
    refusals: [409],
  },
  updateMilestoneDefinition: {
    method: 'PATCH',
    path: '/api/milestone-definitions/:id',
    access: 'admin',
    summary: 'Modifier une définition de jalon',
    params: byId,
    body: UpdateMilestoneDefinitionSchema,
    responses: { 200: MilestoneDefinitionSchema },
    refusals: [404, 409],
  },
  deleteMilestoneDefinition: {
    method: 'DELETE',
    path: '/api/milestone-definitions/:id',
    access: 'admin',
    summary: 'Supprimer une définition de jalon; les jalons enregistrés restent',
    params: byId,
    responses: { 200: MessageSchema },
    refusals: [404],
  },
});
