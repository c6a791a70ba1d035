import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import {
  type DeliveryDependencies,
  deliveryListSpec,
  listDeliveries,
  presentDelivery,
  retryDelivery,
  retryFailedDeliveries,
} from './delivery-service.ts';

export const deliveryRoutes: FastifyPluginAsync<DeliveryDependencies> = async (app, dependencies) => {
  const { database } = dependencies;
  handleList(
    app,
    notificationOperations.listDeliveries,
    deliveryListSpec,
    (list) => listDeliveries(database, list),
    presentDelivery,
  );

  handle(app, notificationOperations.retryFailedDeliveries, async (request) => ({
    retried: await retryFailedDeliveries(dependencies, actorOf(request)),
  }));

  handle(app, notificationOperations.retryDelivery, async (request) =>
    presentDelivery(await retryDelivery(dependencies, request.params.id, actorOf(request))),
  );
};
