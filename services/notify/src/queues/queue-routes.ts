import { MessageSchema, PathNameSchema, uuid } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { QueueOverviewSchema } from '@fasocolis/contracts/queues';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { QueueOverviewService } from './queue-overview.ts';

export const queueRoutes: FastifyPluginAsyncZod<{ overview: QueueOverviewService }> = async (app, { overview }) => {
  const tags = ['queues'];

  app.get(
    '/api/queues',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getQueueOverview',
        summary: 'Ce qui est en route entre les services et par e-mail ; ce qui ne répond pas est inconnu (null)',
        tags,
        response: { 200: QueueOverviewSchema, 401: ErrorSchema, 403: ErrorSchema, 503: ErrorSchema },
      },
    },
    (request) => overview.look(request.id),
  );

  app.post(
    '/api/queues/:queue/jobs/:id/retry',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'retryFailedEvent',
        summary: "Réessayer un événement qu'un service a abandonné",
        tags,
        params: z.object({ queue: PathNameSchema, id: uuid() }),
        response: {
          200: MessageSchema,
          400: ErrorSchema,
          401: ErrorSchema,
          403: ErrorSchema,
          404: ErrorSchema,
          409: ErrorSchema,
          503: ErrorSchema,
        },
      },
    },
    async (request) => {
      await overview.retryEvent(request.params.queue, request.params.id);
      return { message: 'Événement remis en route' };
    },
  );
};
