import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { situationLine } from '@fasocolis/contracts/situation';
import { handleList, parseListQuery } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { allEventsSpec, type EventListRequest, eventListSpec, listOrders, orderListSpec } from './order-list.ts';
import {
  exportListed,
  findOrderByReference,
  findOrderOfNumber,
  findOrdersByReference,
  listAllEvents,
  listOrderEvents,
  listSilentOrders,
  matchOrders,
} from './order-service.ts';

/** The number of orders in the daily email. */
const SILENT_LISTED = 50;

export const orderRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  await app.register(lookupRoutes, dependencies);
  await app.register(listRoutes, dependencies);
  await app.register(internalRoutes, dependencies);

  handle(app, orderOperations.listTransitTimes, () => dependencies.transitTimes.all());
};

const reporting = (reply: FastifyReply) => (unknown: string[]) => reportUnknownReferences(reply, unknown);

const lookupRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, presenter }) => {
  const listEvents = async (
    list: EventListRequest,
    { identity }: FastifyRequest,
    reply: FastifyReply,
    text: string,
  ) => {
    const { id } = await findOrderByReference(database, text, identity, reporting(reply));
    const { rows, total } = await listOrderEvents(database, id, list);
    return { rows: await presenter.presentEvents(rows), total };
  };

  handle(app, orderOperations.findOrder, async (request, reply) => {
    const { reference } = request.params;
    const order = await findOrderByReference(database, reference, request.identity, reporting(reply));
    return presenter.present(order, request.identity);
  });

  handleList(app, orderOperations.listOrderEvents, eventListSpec, (list, request, reply) =>
    listEvents(list, request, reply, request.params.reference),
  );

  handleList(app, orderOperations.listEventsOfOrderSaved, eventListSpec, (...page) => listEvents(...page, 'saved'));
  handleList(app, orderOperations.listEventsOfOrderUser, eventListSpec, (...page) => listEvents(...page, 'user'));

  handle(app, orderOperations.matchOrders, async (request, reply) => {
    const { params, identity } = request;
    const { orders: found, unknown, missing, suggestion } = await matchOrders(database, params.reference, identity);
    reportUnknownReferences(reply, unknown);
    return { orders: await presenter.presentAll(found, identity), missing, suggestion };
  });
};

const listRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database, presenter } = dependencies;
  handleList(app, orderOperations.listOrders, orderListSpec, async (list) => {
    const { rows, total } = await listOrders(dependencies, list);
    return { rows: await presenter.presentAllToStaff(rows), total };
  });

  handleList(app, orderOperations.listOrdersOfUser, orderListSpec, async (list, request) => {
    const { rows, total } = await listOrders(dependencies, list, request.params.userId);
    return { rows: await presenter.presentAll(rows, request.identity), total };
  });

  handleList(app, orderOperations.listAllOrderEvents, allEventsSpec, async (list) => {
    const { rows, total } = await listAllEvents(database, list);
    return { rows: await presenter.presentEventsToStaff(rows), total };
  });

  handle(app, orderOperations.exportOrders, async (request, reply) => {
    const workbook = await exportListed(dependencies, parseListQuery(request.query, orderListSpec));
    return sendWorkbook(reply, 'commandes.xlsx', workbook);
  });
};

const internalRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database, presenter } = dependencies;
  handle(app, orderOperations.listSilentOrders, async (request) => {
    const { total, orders: rows } = await listSilentOrders(dependencies, SILENT_LISTED);
    const presented = await presenter.presentAll(rows, request.identity);
    return {
      total,
      orders: presented.map(({ reference, statusLabel }, index) => ({
        reference,
        statusLabel,
        lastEventAt: (rows[index]?.lastEventAt ?? new Date()).toISOString(),
      })),
    };
  });

  handle(app, orderOperations.findParcelOfNumber, async ({ body: { reference, phone } }) => {
    const order = await findOrderOfNumber(database, reference, phone);
    return order ? presenter.presentToNumber(order) : { situation: null, pickupCode: null };
  });

  handle(app, orderOperations.listSituations, async (request) => {
    const rows = await database.order.findMany({ where: { id: { in: request.body.orderIds } } });
    return (await presenter.presentAll(rows, request.identity)).flatMap(({ id: orderId, situation }) => {
      const line = situation && situationLine(situation);
      return line ? { orderId, line } : [];
    });
  });

  handle(app, orderOperations.findOrdersByReference, async (request) => findOrdersByReference(database, request.body));
};
