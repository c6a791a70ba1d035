import { orderWriteOperations } from '@fasocolis/contracts/operations/order-writes';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { Edited, OrderEditor } from './order-editor.ts';
import { type OrderImport, presentOutcomes } from './order-import.ts';
import type { OrderService } from './order-service.ts';
import type { OrderTelling } from './order-telling.ts';

interface Dependencies {
  orders: OrderService;
  editor: OrderEditor;
  imports: OrderImport;
  telling: OrderTelling;
  presenter: OrderPresenter;
}

export const orderWriteRoutes: FastifyPluginAsync<Dependencies> = async (
  app,
  { orders, editor, imports, telling, presenter },
) => {
  handle(app, orderWriteOperations.createOrder, async (request) => {
    const order = await orders.create(request.body, actorOf(request));
    return await presenter.presentNew(order);
  });

  handle(app, orderWriteOperations.importOrders, async (request) =>
    presentOutcomes(await imports.run(request.body, actorOf(request)), presenter),
  );

  const presentEdited = async ({ order, eventId }: Edited) => ({
    ...(await presenter.presentToStaff(order)),
    eventId,
  });

  handle(app, orderWriteOperations.updateOrder, async (request) =>
    presentEdited(await editor.update(request.params.id, request.body, actorOf(request), callerOf(request).isAdmin)),
  );

  handle(app, orderWriteOperations.deleteOrder, async (request) => {
    await orders.remove(request.params.id, actorOf(request));
    return { message: 'Commande supprimée' };
  });

  handle(app, orderWriteOperations.addOrderAlias, async (request) => {
    const { order } = await editor.addAlias(request.params.id, request.body.alias, actorOf(request));
    return presenter.presentToStaff(order);
  });

  handle(app, orderWriteOperations.removeOrderAlias, async (request) => {
    const { order } = await editor.removeAlias(request.params.id, request.params.alias, actorOf(request));
    return presenter.presentToStaff(order);
  });

  handle(app, orderWriteOperations.withdrawOrderEvent, async (request) => {
    const { id, eventId } = request.params;
    return presentEdited(await editor.withdraw(id, eventId, request.body.reason, actorOf(request)));
  });

  handle(app, orderWriteOperations.tellCustomers, async (request) =>
    telling.tell(request.body, actorOf(request), callerOf(request).isAdmin),
  );

  handle(app, orderWriteOperations.previewTelling, async (request) =>
    telling.preview(request.body, actorOf(request), callerOf(request).isAdmin),
  );
};
