import { ErrorSchema } from '@fasocolis/contracts/errors';
import { type ScanOutcome, ScanOutcomesSchema, SendScansSchema } from '@fasocolis/contracts/scans';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { ScanService } from './scan-service.ts';

interface Dependencies {
  scans: ScanService;
  presenter: OrderPresenter;
}

export const scanRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { scans, presenter }) => {
  app.post(
    '/api/scans',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'sendScans',
        summary: 'Appliquer des lectures dans leur ordre, chacune une seule fois',
        tags: ['scans'],
        body: SendScansSchema,
        response: { 200: ScanOutcomesSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 413: ErrorSchema },
      },
    },
    async (request): Promise<ScanOutcome[]> => {
      const actor = { ...actorOf(request), userId: callerOf(request).userId };
      const applied = await scans.apply(request.body, actor);
      const presented = await presenter.presentAll(
        applied.flatMap(({ order }) => order ?? []),
        request.identity,
      );
      const byId = new Map(presented.map((order) => [order.id, order]));
      return applied.map(({ id, outcome, message, order }) => ({
        id,
        outcome: outcome as ScanOutcome['outcome'],
        ...(message !== null && { message }),
        ...(order && { orderId: order.id, order: byId.get(order.id) }),
      }));
    },
  );
};
