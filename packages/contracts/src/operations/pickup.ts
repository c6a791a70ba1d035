import { StaffOrderSchema, StaffOrdersSchema } from '../orders.ts';
import { HANDOVER_PHOTO_MAX_BYTES, HandOverSchema, HandoverSchema } from '../pickup.ts';
import { AnnouncedNumbersSchema } from '../receiving.ts';
import { PieceStepsSchema, ScanOutcomesSchema, SendScansSchema } from '../scans.ts';
import { DEFAULT_BODY_BYTES, defineOperations, operation } from './operation.ts';

export const pickupOperations = defineOperations({
  handOverOrder: operation('POST /api/handovers/:orderId', 'staff', {
    // Base64 takes four characters for three bytes.
    bodyLimit: Math.ceil(HANDOVER_PHOTO_MAX_BYTES / 3) * 4 + 10_000,
    summary: 'Remettre un ou plusieurs colis d’une personne, avec un code de retrait ou une raison',
    body: HandOverSchema,
    responses: { 200: StaffOrderSchema },
    refusals: [404, 409],
  }),
  listPersonParcels: operation('GET /api/handovers/:orderId/parcels', 'staff', {
    summary: 'Un colis, et ceux qui attendent la même personne',
    responses: { 200: StaffOrdersSchema },
    refusals: [404],
  }),
  findHandover: operation('GET /api/handovers/:orderId', 'user', {
    summary: 'La preuve de remise d’un colis, pour l’équipe et son propriétaire',
    responses: { 200: HandoverSchema },
    refusals: [403, 404],
  }),
  getHandoverPhoto: operation('GET /api/handovers/:orderId/photo', 'user', {
    summary: 'La photo de la remise, pour l’équipe et le propriétaire du colis',
    produces: 'image/webp',
    responses: {},
    refusals: [403, 404],
  }),
  sendScans: operation('POST /api/scans', 'staff', {
    // With the photos of a carton.
    bodyLimit: 2 * DEFAULT_BODY_BYTES,
    summary: 'Appliquer des lectures dans leur ordre, chacune une seule fois',
    body: SendScansSchema,
    responses: { 200: ScanOutcomesSchema },
  }),
  listPieceSteps: operation('GET /api/orders/:orderId/pieces', 'staff', {
    summary: 'Qui a scanné quelle pièce d’un colis, et quand',
    responses: { 200: PieceStepsSchema },
  }),
  listAnnouncedNumbers: operation('GET /api/scans/announced', 'staff', {
    summary: 'Les numéros annoncés dont le colis n’est pas encore reçu',
    responses: { 200: AnnouncedNumbersSchema },
  }),
  getReceptionPhoto: operation('GET /api/reception-photos/:id', 'user', {
    summary: 'Une photo de la réception, pour l’équipe et le propriétaire du colis',
    produces: 'image/webp',
    responses: {},
    refusals: [404],
  }),
});
