import { definitionOperations } from '@fasocolis/contracts/operations/definitions';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import {
  createMilestoneDefinition,
  listMilestoneDefinitions,
  milestoneDefinitionListSpec,
  removeMilestoneDefinition,
  updateMilestoneDefinition,
} from './milestone-definition-service.ts';

export const milestoneDefinitionRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database } = dependencies;
  handleList(app, definitionOperations.listMilestoneDefinitions, milestoneDefinitionListSpec, (list) =>
    listMilestoneDefinitions(database, list),
  );

  handle(app, definitionOperations.createMilestoneDefinition, async (request) =>
    createMilestoneDefinition(dependencies, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.updateMilestoneDefinition, async (request) =>
    updateMilestoneDefinition(dependencies, request.params.id, request.body, actorOf(request)),
  );

  handle(app, definitionOperations.deleteMilestoneDefinition, async (request) => {
    await removeMilestoneDefinition(database, request.params.id, actorOf(request));
    return { message: 'Définition de jalon supprimée' };
  });
};
