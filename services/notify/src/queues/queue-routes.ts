import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { QueueOverviewService } from './queue-overview.ts';

export const queueRoutes: FastifyPluginAsync<{ overview: QueueOverviewService }> = async (app, { overview }) => {
  handle(app, notificationOperations.getQueueOverview, (request) => overview.look(request.id));

  handle(app, notificationOperations.retryFailedEvent, async (request) => {
    await overview.retryEvent(request.params.queue, request.params.id);
    return { message: 'Événement remis en route' };
  });
};
