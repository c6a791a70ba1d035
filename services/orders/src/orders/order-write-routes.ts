import { orderWriteOperations } from '@fasocolis/contracts/operations/order-writes';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { addOrderAlias, type Edited, removeOrderAlias, updateOrder, withdrawOrderEvent } from './order-editor.ts';
import { type ImportDependencies, importOrders, presentOutcomes } from './order-import.ts';
import { createOrder, removeOrder } from './order-service.ts';
import { previewTelling, tellCustomers } from './order-telling.ts';

export const orderWriteRoutes: FastifyPluginAsync<ImportDependencies> = async (app, dependencies) => {
  const { database, presenter } = dependencies;
  handle(app, orderWriteOperations.createOrder, async (request) => {
    const order = await createOrder(dependencies, request.body, actorOf(request));
    return await presenter.presentNew(order);
  });

  handle(app, orderWriteOperations.importOrders, async (request) =>
    presentOutcomes(await importOrders(dependencies, request.body, actorOf(request)), presenter),
  );

  const presentEdited = async ({ order, eventId }: Edited) => ({
    ...(await presenter.presentToStaff(order)),
    eventId,
  });

  handle(app, orderWriteOperations.updateOrder, async (request) =>
    presentEdited(await updateOrder(dependencies, request.params.id, request.body, actorOf(request))),
  );

  handle(app, orderWriteOperations.deleteOrder, async (request) => {
    await removeOrder(database, request.params.id, actorOf(request));
    return { message: 'Commande supprimée' };
  });

  handle(app, orderWriteOperations.addOrderAlias, async (request) => {
    const { order } = await addOrderAlias(database, request.params.id, request.body.alias, actorOf(request));
    return presenter.presentToStaff(order);
  });

  handle(app, orderWriteOperations.removeOrderAlias, async (request) => {
    const { order } = await removeOrderAlias(database, request.params.id, request.params.alias, actorOf(request));
    return presenter.presentToStaff(order);
  });

  handle(app, orderWriteOperations.withdrawOrderEvent, async (request) => {
    const { id, eventId } = request.params;
    return presentEdited(await withdrawOrderEvent(database, id, eventId, request.body.reason, actorOf(request)));
  });

  handle(app, orderWriteOperations.tellCustomers, async (request) =>
    tellCustomers(dependencies, request.body, actorOf(request)),
  );

  handle(app, orderWriteOperations.previewTelling, async (request) =>
    previewTelling(dependencies, request.body, actorOf(request)),
  );
};
