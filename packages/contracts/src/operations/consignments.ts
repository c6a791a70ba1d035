import * as z from 'zod/mini';
import { MessageSchema } from '../common.ts';
import {
  AddMembersSchema,
  ConsignmentCountSchema,
  ConsignmentSchema,
  ConsignmentsSchema,
  CountedOrderSchema,
  CreateConsignmentSchema,
  ManifestQuerySchema,
  MemberOutcomesSchema,
  SuggestCodeQuerySchema,
  SuggestedCodeSchema,
  UpdateConsignmentSchema,
} from '../consignments.ts';
import { MilestoneSchema, MilestonesSchema, RecordMilestoneSchema, SkippedOrdersSchema } from '../milestones.ts';
import { WithdrawOrderEventSchema } from '../order-input.ts';
import { defineOperations, listOf, operation, workbook } from './operation.ts';

export const consignmentOperations = defineOperations({
  createConsignment: operation('POST /api/consignments', 'staff', {
    summary: 'Créer une expédition; sans code, elle reçoit le prochain',
    body: CreateConsignmentSchema,
    responses: { 201: ConsignmentSchema },
    refusals: [409],
  }),
  updateConsignment: operation('PATCH /api/consignments/:id', 'staff', {
    summary: 'Modifier une expédition, la clôturer ou la rouvrir',
    body: UpdateConsignmentSchema,
    responses: { 200: ConsignmentSchema },
    refusals: [404, 409],
  }),
  deleteConsignment: operation('DELETE /api/consignments/:id', 'staff', {
    summary: 'Supprimer une expédition vide et en préparation',
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  listConsignments: operation('GET /api/consignments', 'staff', {
    summary: 'Les expéditions, par pages',
    ...listOf(ConsignmentsSchema),
  }),
  suggestConsignmentCode: operation('GET /api/consignments/suggested-code', 'staff', {
    summary: 'Le prochain code libre pour un mode de transport',
    query: SuggestCodeQuerySchema,
    responses: { 200: SuggestedCodeSchema },
  }),
  addOrdersToConsignment: operation('POST /api/consignments/:id/orders', 'staff', {
    summary: 'Ajouter des colis à une expédition, ou les vérifier seulement',
    body: AddMembersSchema,
    responses: { 200: MemberOutcomesSchema },
    refusals: [404, 409],
  }),
  removeOrderFromConsignment: operation('DELETE /api/consignments/:id/orders/:orderId', 'staff', {
    summary: "Retirer un colis d'une expédition",
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  countConsignment: operation('GET /api/consignments/:id/count', 'staff', {
    summary: "Le pointage d'une expédition\u00a0: attendus, chargés, arrivés, manquants, en trop",
    responses: { 200: ConsignmentCountSchema },
    refusals: [404],
  }),
  listCountedOrders: operation('GET /api/consignments/:id/counted', 'staff', {
    summary: "Les colis pointés d'une expédition, par groupe",
    ...listOf(z.array(CountedOrderSchema)),
    refusals: [404],
  }),
  exportConsignment: operation('GET /api/consignments/:id/export/excel', 'staff', {
    ...workbook,
    summary: "Le manifeste d'une expédition, en classeur Excel",
    query: ManifestQuerySchema,
    refusals: [404],
  }),
  recordMilestone: operation('POST /api/consignments/:id/milestones', 'staff', {
    summary: 'Enregistrer un jalon, diffusé aux colis après dix secondes',
    body: RecordMilestoneSchema,
    responses: { 201: MilestoneSchema },
    refusals: [404, 409],
  }),
  cancelMilestone: operation('DELETE /api/milestones/:id', 'staff', {
    summary: 'Annuler un jalon pendant ses dix secondes',
    responses: { 200: MessageSchema },
    refusals: [404, 409],
  }),
  withdrawMilestone: operation('POST /api/milestones/:id/withdraw', 'staff', {
    summary: 'Reprendre le dernier jalon d’une expédition sur tous ses colis',
    body: WithdrawOrderEventSchema,
    responses: { 200: MilestoneSchema },
    refusals: [404, 409],
  }),
  listMilestones: operation('GET /api/milestones', 'staff', {
    summary: 'Les jalons des expéditions et leur diffusion, le plus récent d’abord',
    ...listOf(MilestonesSchema),
  }),
  listSkippedOrders: operation('GET /api/milestones/:id/skipped', 'staff', {
    summary: "Les colis qu'un jalon a laissés tels quels",
    ...listOf(SkippedOrdersSchema),
    refusals: [404],
  }),
});
