import * as z from 'zod/mini';
import { ClaimParcelSchema, ClaimSchema, StaffClaimSchema, UnnamedParcelSchema } from '../claims.ts';
import { PathNameSchema } from '../common.ts';
import { ListQuerySchema } from '../lists.ts';
import { WithdrawOrderEventSchema } from '../order-input.ts';
import { defineOperations } from './operation.ts';

const byClaim = z.object({ id: PathNameSchema });

/** Customers who say that an unnamed parcel is theirs. */
export const claimOperations = defineOperations({
  findUnnamedParcel: {
    method: 'GET',
    path: '/api/unnamed-parcels/:number',
    access: 'user',
    limit: 'lookup',
    summary: 'Un colis sans nom, par son numéro de transporteur complet',
    params: z.object({ number: PathNameSchema }),
    responses: { 200: UnnamedParcelSchema },
    refusals: [404],
  },
  claimParcel: {
    method: 'POST',
    path: '/api/claims',
    access: 'user',
    limit: 'lookup',
    summary: 'Demander un colis sans nom, avec une photo et une phrase',
    body: ClaimParcelSchema,
    responses: { 201: ClaimSchema },
    refusals: [404, 409],
  },
  listClaims: {
    method: 'GET',
    path: '/api/claims',
    access: 'staff',
    summary: 'Les demandes de colis sans nom, les plus anciennes d’abord',
    query: ListQuerySchema,
    responses: { 200: z.array(StaffClaimSchema) },
  },
  getClaimPhoto: {
    method: 'GET',
    path: '/api/claims/:id/photo',
    access: 'staff',
    summary: 'La photo d’une demande',
    params: byClaim,
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  },
  acceptClaim: {
    method: 'POST',
    path: '/api/claims/:id/accept',
    access: 'staff',
    summary: 'Accepter une demande\u00a0: le colis est à ce client',
    params: byClaim,
    responses: { 200: StaffClaimSchema },
    refusals: [404, 409],
  },
  refuseClaim: {
    method: 'POST',
    path: '/api/claims/:id/refuse',
    access: 'staff',
    summary: 'Refuser une demande, avec la raison que le client lit',
    params: byClaim,
    body: WithdrawOrderEventSchema,
    responses: { 200: StaffClaimSchema },
    refusals: [404, 409],
  },
});
