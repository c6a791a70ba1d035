import { paymentOperations } from '@fasocolis/contracts/operations/payments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type TariffService, tariffListSpec } from './tariff-service.ts';

export const tariffRoutes: FastifyPluginAsync<{ tariffs: TariffService }> = async (app, { tariffs }) => {
  handleList(app, paymentOperations.listTariffs, tariffListSpec, (list) => tariffs.list(list));

  handle(app, paymentOperations.createTariff, async (request) => tariffs.create(request.body, actorOf(request)));

  handle(app, paymentOperations.updateTariff, async (request) =>
    tariffs.update(request.params.id, request.body, actorOf(request)),
  );

  handle(app, paymentOperations.deleteTariff, async (request) => {
    await tariffs.remove(request.params.id, actorOf(request));
    return { message: 'Tarif supprimé' };
  });
};
