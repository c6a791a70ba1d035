import { problemOperations } from '@fasocolis/contracts/operations/problems';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { sendPhoto } from '../shared/photo.ts';
import { type ProblemService, presentProblem, problemListSpec } from './problem-service.ts';

export const problemRoutes: FastifyPluginAsync<{ problems: ProblemService }> = async (app, { problems }) => {
  handle(app, problemOperations.reportProblem, async (request) =>
    presentProblem(await problems.report(request.params.id, request.body, actorOf(request))),
  );

  handle(app, problemOperations.closeProblem, async (request) =>
    presentProblem(await problems.close(request.params.id, request.body.note ?? null, actorOf(request))),
  );

  handleList(app, problemOperations.listProblems, problemListSpec, (list) => problems.list(list), presentProblem);

  handle(app, problemOperations.getProblemPhoto, async (request, reply) =>
    sendPhoto(reply, await problems.photoOf(request.params.id)),
  );
};
