import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { exportManifest } from './manifest.ts';
import { addToConsignment, removeFromConsignment } from './members.ts';

export const memberRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, presenter }) => {
  handle(app, consignmentOperations.addOrdersToConsignment, async (request) => {
    const results = await addToConsignment(database, request.params.id, request.body, actorOf(request));
    return presenter.presentResults(results);
  });

  handle(app, consignmentOperations.removeOrderFromConsignment, async (request) => {
    await removeFromConsignment(database, request.params.id, request.params.orderId, actorOf(request));
    return { message: "Colis retiré de l'expédition" };
  });

  handle(app, consignmentOperations.exportConsignment, async (request, reply) => {
    const { fileName, workbook } = await exportManifest(database, request.params.id, request.query);
    return sendWorkbook(reply, fileName, workbook);
  });
};
