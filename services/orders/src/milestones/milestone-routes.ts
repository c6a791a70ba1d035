import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import {
  cancelMilestone,
  listMilestones,
  listSkippedOrders,
  type MilestoneDependencies,
  milestoneListSpec,
  recordMilestone,
  skippedListSpec,
  withdrawMilestone,
} from './milestone-service.ts';

export const milestoneRoutes: FastifyPluginAsync<MilestoneDependencies> = async (app, dependencies) => {
  const { database } = dependencies;
  handleList(app, consignmentOperations.listMilestones, milestoneListSpec, (list) => listMilestones(database, list));

  handleList(app, consignmentOperations.listSkippedOrders, skippedListSpec, (list, request) =>
    listSkippedOrders(database, request.params.id, list),
  );

  handle(app, consignmentOperations.recordMilestone, async (request) =>
    recordMilestone(dependencies, request.params.id, request.body, actorOf(request)),
  );

  handle(app, consignmentOperations.cancelMilestone, async (request) => {
    await cancelMilestone(database, request.params.id, actorOf(request));
    return { message: 'Jalon annulé' };
  });

  handle(app, consignmentOperations.withdrawMilestone, async (request) =>
    withdrawMilestone(dependencies, request.params.id, request.body.reason, actorOf(request)),
  );
};
