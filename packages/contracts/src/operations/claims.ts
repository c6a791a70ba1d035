import * as z from 'zod/mini';
import { ClaimParcelSchema, ClaimSchema, StaffClaimSchema, UnnamedParcelSchema } from '../claims.ts';
import { PathNameSchema } from '../common.ts';
import { WithdrawOrderEventSchema } from '../order-input.ts';
import { DEFAULT_BODY_BYTES, defineOperations, listOf, operation } from './operation.ts';

const byClaim = z.object({ id: PathNameSchema });

export const claimOperations = defineOperations({
  findUnnamedParcel: operation('GET /api/unnamed-parcels/:number', 'user', {
    limit: 'lookup',
    summary: 'Un colis sans nom, par son numéro de transporteur complet',
    responses: { 200: UnnamedParcelSchema },
    refusals: [404],
  }),
  claimParcel: operation('POST /api/claims', 'user', {
    limit: 'lookup',
    bodyLimit: DEFAULT_BODY_BYTES,
    summary: 'Demander un colis sans nom, avec une photo et une phrase',
    body: ClaimParcelSchema,
    responses: { 201: ClaimSchema },
    refusals: [404, 409],
  }),
  listClaims: operation('GET /api/claims', 'staff', {
    summary: 'Les demandes de colis sans nom, les plus anciennes d’abord',
    ...listOf(z.array(StaffClaimSchema)),
  }),
  getClaimPhoto: operation('GET /api/claims/:id/photo', 'staff', {
    summary: 'La photo d’une demande',
    params: byClaim,
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  }),
  acceptClaim: operation('POST /api/claims/:id/accept', 'staff', {
    summary: 'Accepter une demande\u00a0: le colis est à ce client',
    params: byClaim,
    responses: { 200: StaffClaimSchema },
    refusals: [404, 409],
  }),
  refuseClaim: operation('POST /api/claims/:id/refuse', 'staff', {
    summary: 'Refuser une demande, avec la raison que le client lit',
    params: byClaim,
    body: WithdrawOrderEventSchema,
    responses: { 200: StaffClaimSchema },
    refusals: [404, 409],
  }),
});
