import { teamOperations } from '@fasocolis/contracts/operations/team';
import { type Actor, actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { attemptOf, type Reauthentication } from '../shared/reauthentication.ts';
import type { TeamSecurity } from '../shared/team-security.ts';
import { presentAgent, type Team, teamListSpec } from './team-service.ts';

interface Dependencies {
  team: Team;
  security: TeamSecurity;
  /** The part of the service that changes the second factor. */
  twoFactor: { disable(code: null, change: { userId: number; requestId: string; byStaff: Actor }): Promise<void> };
  reauthentication: Reauthentication;
}

export const teamRoutes: FastifyPluginAsync<Dependencies> = async (
  app,
  { team, security, twoFactor, reauthentication },
) => {
  handle(app, teamOperations.inviteAgent, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), undefined);
    return presentAgent(await team.invite(request.body, actorOf(request)));
  });

  handle(app, teamOperations.inviteAgentAgain, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), undefined);
    return presentAgent(await team.inviteAgain(request.params.id, actorOf(request)));
  });

  handleList(app, teamOperations.listTeam, teamListSpec, (list) => team.list(list), presentAgent);

  handle(app, teamOperations.updateAgent, async (request) =>
    presentAgent(await team.update(request.params.id, request.body, actorOf(request))),
  );

  handle(app, teamOperations.resetSecondFactorOfAgent, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), undefined);
    const { id } = await team.find(request.params.id);
    request.audit.account = id;
    await twoFactor.disable(null, { userId: id, requestId: request.id, byStaff: actorOf(request) });
    return presentAgent(await team.find(id));
  });

  handle(app, teamOperations.revokeAgent, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), undefined);
    await team.revoke(request.params.id, actorOf(request));
    return { message: 'Accès révoqué' };
  });

  handle(app, teamOperations.getTeamSecurity, async () => ({
    requiresSecondFactor: await security.requiresSecondFactor(),
  }));

  handle(app, teamOperations.updateTeamSecurity, async (request) => {
    await reauthentication.assertRecent(attemptOf(request), undefined);
    await security.change(request.body.requiresSecondFactor, actorOf(request));
    return request.body;
  });
};
