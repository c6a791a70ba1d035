import { PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { OrderSchema } from '@fasocolis/contracts/orders';
import { HANDOVER_PHOTO_MAX_BYTES, HandOverSchema, HandoverSchema } from '@fasocolis/contracts/pickup';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { HandoverProofs } from './handover-proof.ts';
import type { PickupService } from './pickup-service.ts';

const byOrder = z.object({ orderId: PathIdSchema });
const refusals = { 401: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema };
const tags = ['pickup'];
/** Base64 takes four characters for three bytes. */
const BODY_LIMIT = Math.ceil(HANDOVER_PHOTO_MAX_BYTES / 3) * 4 + 10_000;

interface Dependencies {
  pickup: PickupService;
  proofs: HandoverProofs;
  presenter: OrderPresenter;
}

export const pickupRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { pickup, proofs, presenter }) => {
  app.post(
    '/api/handovers/:orderId',
    {
      config: { access: 'staff' },
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'handOverOrder',
        summary: 'Remettre un colis, avec son code de retrait ou une raison',
        tags,
        params: byOrder,
        body: HandOverSchema,
        response: {
          ...{ 200: OrderSchema, 400: ErrorSchema, ...refusals },
          ...{ 409: ErrorSchema, 413: ErrorSchema, 429: ErrorSchema },
        },
      },
    },
    async (request) => {
      const order = await pickup.handOver(request.params.orderId, request.body, actorOf(request));
      return presenter.present(order, request.identity);
    },
  );

  app.get(
    '/api/handovers/:orderId',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'findHandover',
        summary: 'La preuve de remise d’un colis, pour l’équipe et son propriétaire',
        tags,
        params: byOrder,
        response: { 200: HandoverSchema, 400: ErrorSchema, ...refusals },
      },
    },
    async (request) => proofs.proofOf(request.params.orderId, callerOf(request)),
  );

  app.get(
    '/api/handovers/:orderId/photo',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'handoverPhoto',
        summary: 'La photo de la remise, pour l’équipe et le propriétaire du colis',
        tags,
        produces: ['image/webp'],
        params: byOrder,
        response: { 200: z.unknown(), 400: ErrorSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const photo = await proofs.photoOf(request.params.orderId, callerOf(request));
      return reply.header('cache-control', 'private, no-store').type('image/webp').send(photo);
    },
  );
};
