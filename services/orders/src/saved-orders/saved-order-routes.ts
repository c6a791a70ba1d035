import { savedOrderOperations } from '@fasocolis/contracts/operations/saved-orders';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { defineList, handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { reportingUnknown } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { isOrderSaved, listSavedOrders, saveOrder, unsaveOrder } from './saved-order-service.ts';

const listSpec = defineList({ resource: 'saved-orders', sortable: ['savedAt'], filters: {} });

export const savedOrderRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, presenter }) => {
  handle(app, savedOrderOperations.saveOrder, async (request, reply) => {
    const { reference = '' } = request.body;
    const saved = saveOrder(database, callerOf(request), request.body);
    const { link, isNew } = await reportingUnknown(reply, reference, saved);
    const { id, orderId, userId } = link;
    const body = { id, orderId, userId, createdAt: link.createdAt.toISOString(), isSaved: true as const };
    return reply.code(isNew ? 201 : 200).send(body);
  });

  handle(app, savedOrderOperations.unsaveOrder, async (request) => {
    await unsaveOrder(database, callerOf(request).userId, request.params.orderId);
    return { message: 'Commande retirée des favoris', isSaved: false as const };
  });

  handle(app, savedOrderOperations.isOrderSaved, async (request) => ({
    isSaved: await isOrderSaved(database, callerOf(request).userId, request.params.orderId),
  }));

  handleList(app, savedOrderOperations.listSavedOrders, listSpec, async (list, { params, identity }) => {
    const { rows: links, total } = await listSavedOrders(database, params.userId, list);
    const savedAt = new Map(links.map(({ orderId, createdAt }) => [orderId, createdAt]));
    const saved = links.map(({ order }) => order);
    const orders = await presenter.presentAll(saved, identity);
    const rows = orders.map((order) => ({ ...order, savedAt: (savedAt.get(order.id) ?? new Date()).toISOString() }));
    return { rows, total };
  });
};
