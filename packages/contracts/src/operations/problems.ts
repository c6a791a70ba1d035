import { HANDOVER_PHOTO_MAX_BYTES } from '../pickup.ts';
import { CloseProblemSchema, ProblemSchema, ProblemsSchema, ReportProblemSchema } from '../problems.ts';
import { defineOperations, listOf, operation } from './operation.ts';

export const problemOperations = defineOperations({
  reportProblem: operation('POST /api/orders/:id/problems', 'staff', {
    // Base64 takes four characters for three bytes.
    bodyLimit: Math.ceil(HANDOVER_PHOTO_MAX_BYTES / 3) * 4 + 10_000,
    summary: 'Signaler un colis, ou un de ses cartons, manquant ou abîmé',
    body: ReportProblemSchema,
    responses: { 201: ProblemSchema },
    refusals: [404, 409],
  }),
  closeProblem: operation('POST /api/order-problems/:id/close', 'staff', {
    summary: 'Noter qu’un problème est réglé',
    body: CloseProblemSchema,
    responses: { 200: ProblemSchema },
    refusals: [404, 409],
  }),
  listProblems: operation('GET /api/order-problems', 'staff', {
    summary: 'Les colis manquants et abîmés, le plus récent d’abord',
    ...listOf(ProblemsSchema),
  }),
  getProblemPhoto: operation('GET /api/order-problems/:id/photo', 'staff', {
    summary: 'La photo d’un colis abîmé',
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  }),
});
