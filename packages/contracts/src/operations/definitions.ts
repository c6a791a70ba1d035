import * as z from 'zod/mini';
import { MessageSchema } from '../common.ts';
import {
  CreateMilestoneDefinitionSchema,
  MilestoneDefinitionSchema,
  UpdateMilestoneDefinitionSchema,
} from '../milestones.ts';
import { CreateOrderStatusSchema, OrderStatusSchema, UpdateOrderStatusSchema } from '../order-status-definitions.ts';
import { defineOperations, listOf, operation } from './operation.ts';

export const definitionOperations = defineOperations({
  listOrderStatuses: operation('GET /api/order-statuses', 'staff', {
    summary: 'Les définitions de statuts, actives et inactives',
    ...listOf(z.array(OrderStatusSchema)),
  }),
  createOrderStatus: operation('POST /api/order-statuses', 'admin', {
    summary: 'Définir un statut',
    body: CreateOrderStatusSchema,
    responses: { 201: OrderStatusSchema },
    refusals: [409],
  }),
  updateOrderStatus: operation('PATCH /api/order-statuses/:id', 'admin', {
    summary: 'Modifier un statut',
    body: UpdateOrderStatusSchema,
    responses: { 200: OrderStatusSchema },
    refusals: [404, 409],
  }),
  deleteOrderStatus: operation('DELETE /api/order-statuses/:id', 'admin', {
    summary: 'Supprimer un statut; les commandes gardent le leur',
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  listMilestoneDefinitions: operation('GET /api/milestone-definitions', 'staff', {
    summary: 'Les définitions de jalons, par mode de transport',
    ...listOf(z.array(MilestoneDefinitionSchema)),
  }),
  createMilestoneDefinition: operation('POST /api/milestone-definitions', 'admin', {
    summary: 'Définir un jalon',
    body: CreateMilestoneDefinitionSchema,
    responses: { 201: MilestoneDefinitionSchema },
    refusals: [409],
  }),
  updateMilestoneDefinition: operation('PATCH /api/milestone-definitions/:id', 'admin', {
    summary: 'Modifier une définition de jalon',
    body: UpdateMilestoneDefinitionSchema,
    responses: { 200: MilestoneDefinitionSchema },
    refusals: [404, 409],
  }),
  deleteMilestoneDefinition: operation('DELETE /api/milestone-definitions/:id', 'admin', {
    summary: 'Supprimer une définition de jalon; les jalons enregistrés restent',
    responses: { 200: MessageSchema },
    refusals: [404],
  }),
});
