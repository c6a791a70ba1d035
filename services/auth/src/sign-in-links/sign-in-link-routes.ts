import { signInLinkOperations } from '@fasocolis/contracts/operations/sign-in-links';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { presentUser } from '../shared/user-row.ts';
import { createLink, linkRequestListSpec, listLinkRequests, purposeOf, useLink } from './sign-in-link-service.ts';

const callerIn = ({ identity }: FastifyRequest) => (identity.kind === 'user' ? identity.userId : null);

export const signInLinkRoutes: FastifyPluginAsync<Dependencies> = async (
  app,
  { completeFirstStep, publicUrl, ...dependencies },
) => {
  const { database } = dependencies;

  handle(app, signInLinkOperations.createSignInLink, async (request, reply) =>
    reply.code(201).send(await createLink(request.body, actorOf(request), { database, publicUrl })),
  );

  handleList(app, signInLinkOperations.listSignInLinkRequests, linkRequestListSpec, (list) =>
    listLinkRequests(database, list),
  );

  handle(app, signInLinkOperations.readSignInLink, async (request) =>
    purposeOf(request.body.token, { ...dependencies, userId: callerIn(request) }),
  );

  handle(app, signInLinkOperations.useSignInLink, async (request, reply) => {
    const used = await useLink(request.body, {
      ...dependencies,
      userId: callerIn(request),
      requestId: request.id,
      completeFirstStep: (user, transaction) => completeFirstStep(user, request, reply, transaction),
    });
    return 'user' in used ? presentUser(used.user) : reply.code(202).send(used);
  });
};
