import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { nextCode } from './consignment-code.ts';
import { consignmentListSpec, listConsignments } from './consignment-list.ts';
import { createConsignment, removeConsignment, updateConsignment } from './consignment-service.ts';
import { exportManifest } from './manifest.ts';
import { addToConsignment, removeFromConsignment } from './members.ts';

export const consignmentRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, presenter }) => {
  handleList(app, consignmentOperations.listConsignments, consignmentListSpec, (list, request) =>
    listConsignments(database, list, callerOf(request).isAdmin),
  );

  handle(app, consignmentOperations.suggestConsignmentCode, async (request) => ({
    code: await nextCode(database, request.query.mode),
  }));

  handle(app, consignmentOperations.createConsignment, async (request) =>
    createConsignment(database, request.body, actorOf(request)),
  );

  handle(app, consignmentOperations.updateConsignment, async (request) =>
    updateConsignment(database, request.params.id, request.body, actorOf(request)),
  );

  handle(app, consignmentOperations.deleteConsignment, async (request) => {
    await removeConsignment(database, request.params.id, actorOf(request));
    return { message: 'Expédition supprimée' };
  });

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
