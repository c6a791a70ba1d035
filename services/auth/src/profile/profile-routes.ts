import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { attemptOf } from '../shared/reauthentication.ts';
import { presentUser } from '../shared/user-row.ts';
import { restoreEmail } from './email-restoration.ts';
import { changePassword, updateProfile } from './profile-service.ts';

const callerIn = (request: FastifyRequest) => ({
  ...attemptOf(request),
  requestId: request.id,
  audit: request.audit,
});

export const profileRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  handle(app, accountOperations.updateUser, async (request) =>
    presentUser(await updateProfile(request.params.id, request.body, callerIn(request), dependencies)),
  );

  handle(app, accountOperations.changePassword, async (request) => {
    await changePassword(request.body, callerIn(request), dependencies);
    return { message: 'Mot de passe mis à jour' };
  });

  handle(app, accountOperations.restoreEmail, async (request) => {
    request.audit.account = await restoreEmail(request.body.token, request.id, dependencies);
    return { message: 'Votre adresse est rétablie. Un email vous permet de choisir un nouveau mot de passe.' };
  });
};
