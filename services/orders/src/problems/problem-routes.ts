import { problemOperations } from '@fasocolis/contracts/operations/problems';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { sendPhoto } from '../shared/photo.ts';
import {
  closeProblem,
  listProblems,
  presentProblem,
  problemListSpec,
  problemPhotoOf,
  reportProblem,
} from './problem-service.ts';

export const problemRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database } = dependencies;
  handle(app, problemOperations.reportProblem, async (request) =>
    presentProblem(await reportProblem(dependencies, request.params.id, request.body, actorOf(request))),
  );

  handle(app, problemOperations.closeProblem, async (request) =>
    presentProblem(await closeProblem(database, request.params.id, request.body.note ?? null, actorOf(request))),
  );

  handleList(
    app,
    problemOperations.listProblems,
    problemListSpec,
    (list) => listProblems(database, list),
    presentProblem,
  );

  handle(app, problemOperations.getProblemPhoto, async (request, reply) =>
    sendPhoto(reply, await problemPhotoOf(database, request.params.id)),
  );
};
