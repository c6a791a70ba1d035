import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { consignmentListSpec } from './consignment-list.ts';
import type { ConsignmentService } from './consignment-service.ts';

const isAdmin = (request: FastifyRequest) => callerOf(request).isAdmin;

export const consignmentRoutes: FastifyPluginAsync<{ consignments: ConsignmentService }> = async (
  app,
  { consignments },
) => {
  handleList(app, consignmentOperations.listConsignments, consignmentListSpec, (list, request) =>
    consignments.list(list, isAdmin(request)),
  );

  handle(app, consignmentOperations.suggestConsignmentCode, async (request) => ({
    code: await consignments.suggestCode(request.query.mode),
  }));

  handle(app, consignmentOperations.createConsignment, async (request) =>
    consignments.create(request.body, actorOf(request), isAdmin(request)),
  );

  handle(app, consignmentOperations.updateConsignment, async (request) =>
    consignments.update(request.params.id, request.body, actorOf(request), isAdmin(request)),
  );

  handle(app, consignmentOperations.deleteConsignment, async (request) => {
    await consignments.remove(request.params.id, actorOf(request));
    return { message: 'Expédition supprimée' };
  });
};
