import { definitionOperations } from '@fasocolis/contracts/operations/definitions';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type MilestoneDefinitionService, milestoneDefinitionListSpec } from './milestone-definition-service.ts';

export const milestoneDefinitionRoutes: FastifyPluginAsync<{ definitions: MilestoneDefinitionService }> = async (
  app,
  { definitions },
) => {
  handleList(app, definitionOperations.listMilestoneDefinitions, milestoneDefinitionListSpec, (list) =>
    definitions.list(list),
  );

  handle(app, definitionOperations.createMilestoneDefinition, async (request) =>
    definitions.create(request.body, actorOf(request)),
  );

  handle(app, definitionOperations.updateMilestoneDefinition, async (request) =>
    definitions.update(request.params.id, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.deleteMilestoneDefinition, async (request) => {
    await definitions.remove(request.params.id, actorOf(request));
    return { message: 'Définition de jalon supprimée' };
  });
};
