import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { createTariff, listTariffs, removeTariff, tariffListSpec, updateTariff } from './tariff-service.ts';

export const tariffRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(app, paymentOperations.listTariffs, tariffListSpec, (list) => listTariffs(database, list));

  handle(app, paymentOperations.createTariff, async (request) =>
    createTariff(database, request.body, actorOf(request)),
  );

  handle(app, paymentOperations.updateTariff, async (request) =>
    updateTariff(database, request.params.id, request.body, actorOf(request)),
  );

  handle(app, paymentOperations.deleteTariff, async (request) => {
    await removeTariff(database, request.params.id, actorOf(request));
    return { message: 'Tarif supprimé' };
  });
};
