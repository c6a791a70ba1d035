import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type DeliveryService, deliveryListSpec, presentDelivery } from './delivery-service.ts';

export const deliveryRoutes: FastifyPluginAsync<{ deliveries: DeliveryService }> = async (app, { deliveries }) => {
  handleList(
    app,
    notificationOperations.listDeliveries,
    deliveryListSpec,
    (list) => deliveries.list(list),
    presentDelivery,
  );

  handle(app, notificationOperations.retryFailedDeliveries, async (request) => ({
    retried: await deliveries.retryFailed(actorOf(request)),
  }));

  handle(app, notificationOperations.retryDelivery, async (request) =>
    presentDelivery(await deliveries.retry(request.params.id, actorOf(request))),
  );
};
