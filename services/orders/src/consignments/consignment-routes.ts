import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { nextCode } from './consignment-code.ts';
import { consignmentListSpec, listConsignments } from './consignment-list.ts';
import { createConsignment, removeConsignment, updateConsignment } from './consignment-service.ts';

export const consignmentRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
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
};
