import { teamOperations } from '@fasocolis/contracts/operations/team';
import { type Actor, actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { assertRecentSignIn, attemptOf } from '../shared/reauthentication.ts';
import { changeTeamSecurity, requiresSecondFactor } from '../shared/team-security.ts';
import {
  findAgent,
  inviteAgent,
  inviteAgentAgain,
  listTeam,
  presentAgent,
  revokeAgent,
  teamListSpec,
  updateAgent,
} from './team-service.ts';

interface TeamDependencies extends Dependencies {
  resetSecondFactor: (change: { userId: number; requestId: string; byStaff: Actor }) => Promise<void>;
}

export const teamRoutes: FastifyPluginAsync<TeamDependencies> = async (app, dependencies) => {
  const { database, resetSecondFactor } = dependencies;
  handle(app, teamOperations.inviteAgent, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    return presentAgent(await inviteAgent(dependencies, request.body, actorOf(request)));
  });

  handle(app, teamOperations.inviteAgentAgain, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    return presentAgent(await inviteAgentAgain(dependencies, request.params.id, actorOf(request)));
  });

  handleList(app, teamOperations.listTeam, teamListSpec, (list) => listTeam(database, list), presentAgent);

  handle(app, teamOperations.updateAgent, async (request) =>
    presentAgent(await updateAgent(database, request.params.id, request.body, actorOf(request))),
  );

  handle(app, teamOperations.resetSecondFactorOfAgent, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    const { id } = await findAgent(database, request.params.id);
    request.audit.account = id;
    await resetSecondFactor({ userId: id, requestId: request.id, byStaff: actorOf(request) });
    return presentAgent(await findAgent(database, id));
  });

  handle(app, teamOperations.revokeAgent, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    await revokeAgent(dependencies, request.params.id, actorOf(request));
    return { message: 'Accès révoqué' };
  });

  handle(app, teamOperations.getTeamSecurity, async () => ({
    requiresSecondFactor: await requiresSecondFactor(database),
  }));

  handle(app, teamOperations.updateTeamSecurity, async (request) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    await changeTeamSecurity(dependencies, request.body, actorOf(request));
    return request.body;
  });
};
