import { uuid } from '@fasocolis/contracts/common';
import { EmailDeliverySchema } from '@fasocolis/contracts/email';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { RetriedSchema } from '@fasocolis/contracts/queues';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type DeliveryService, deliveryListSpec, presentDelivery } from './delivery-service.ts';

export const deliveryRoutes: FastifyPluginAsyncZod<{ deliveries: DeliveryService }> = async (app, { deliveries }) => {
  const tags = ['e-mails'];

  app.get(
    '/api/email-deliveries',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listEmailDeliveries',
        summary: 'Les e-mails en route, envoyés et en échec, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(EmailDeliverySchema), 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, deliveryListSpec, (list) => deliveries.list(list), presentDelivery),
  );

  app.post(
    '/api/email-deliveries/retry-failed',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'retryFailedEmailDeliveries',
        summary: 'Renvoyer tous les e-mails en échec',
        tags,
        response: { 200: RetriedSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async () => ({ retried: await deliveries.retryFailed() }),
  );

  app.post(
    '/api/email-deliveries/:id/retry',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'retryEmailDelivery',
        summary: 'Renvoyer un e-mail en échec',
        tags,
        params: z.object({ id: uuid() }),
        response: {
          200: EmailDeliverySchema,
          400: ErrorSchema,
          401: ErrorSchema,
          403: ErrorSchema,
          404: ErrorSchema,
          409: ErrorSchema,
        },
      },
    },
    async (request) => presentDelivery(await deliveries.retry(request.params.id)),
  );
};
