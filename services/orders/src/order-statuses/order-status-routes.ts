import { definitionOperations } from '@fasocolis/contracts/operations/definitions';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import {
  createOrderStatus,
  listOrderStatuses,
  orderStatusListSpec,
  removeOrderStatus,
  updateOrderStatus,
} from './order-status-service.ts';

export const orderStatusRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(app, definitionOperations.listOrderStatuses, orderStatusListSpec, (list) =>
    listOrderStatuses(database, list),
  );

  handle(app, definitionOperations.createOrderStatus, async (request) =>
    createOrderStatus(database, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.updateOrderStatus, async (request) =>
    updateOrderStatus(database, request.params.id, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.deleteOrderStatus, async (request) => {
    await removeOrderStatus(database, request.params.id, actorOf(request));
    return { message: 'Statut de commande supprimé' };
  });
};
