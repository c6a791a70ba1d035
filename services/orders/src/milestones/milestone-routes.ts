import { consignmentOperations } from '@fasocolis/contracts/operations/consignments';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type MilestoneService, milestoneListSpec, skippedListSpec } from './milestone-service.ts';

export const milestoneRoutes: FastifyPluginAsync<{ milestones: MilestoneService }> = async (app, { milestones }) => {
  handleList(app, consignmentOperations.listMilestones, milestoneListSpec, (list) => milestones.list(list));

  handleList(app, consignmentOperations.listSkippedOrders, skippedListSpec, (list, request) =>
    milestones.listSkipped(request.params.id, list),
  );

  handle(app, consignmentOperations.recordMilestone, async (request) => {
    const { id } = request.params;
    return await milestones.record(id, request.body, actorOf(request), callerOf(request).isAdmin);
  });

  handle(app, consignmentOperations.cancelMilestone, async (request) => {
    await milestones.cancel(request.params.id, actorOf(request));
    return { message: 'Jalon annulé' };
  });

  handle(app, consignmentOperations.withdrawMilestone, async (request) =>
    milestones.withdraw(request.params.id, request.body.reason, actorOf(request)),
  );
};
