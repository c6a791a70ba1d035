import { definitionOperations } from '@fasocolis/contracts/operations/definitions';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type OrderStatusService, orderStatusListSpec } from './order-status-service.ts';

export const orderStatusRoutes: FastifyPluginAsync<{ statuses: OrderStatusService }> = async (app, { statuses }) => {
  handleList(app, definitionOperations.listOrderStatuses, orderStatusListSpec, (list) => statuses.list(list));

  handle(app, definitionOperations.createOrderStatus, async (request) =>
    statuses.create(request.body, actorOf(request)),
  );

  handle(app, definitionOperations.updateOrderStatus, async (request) =>
    statuses.update(request.params.id, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.deleteOrderStatus, async (request) => {
    await statuses.remove(request.params.id, actorOf(request));
    return { message: 'Statut de commande supprimé' };
  });
};
