import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { PERSONAL_DATA_FILE } from '@fasocolis/contracts/personal-data';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { deleteUser } from '../shared/account-deletion.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { assertRecentSignIn, attemptOf } from '../shared/reauthentication.ts';
import { ADMIN_STAYS } from '../shared/user-row.ts';
import { type DataHolders, exportPersonalData } from './data-export.ts';

async function refuseAdministrator(request: FastifyRequest): Promise<void> {
  if (callerOf(request).userId === ADMIN_ID) throw new AppError('forbidden', ADMIN_STAYS);
}

export const personalDataRoutes: FastifyPluginAsync<Dependencies & { holders: DataHolders }> = async (
  app,
  dependencies,
) => {
  handle(app, accountOperations.exportOwnData, async (request, reply) => {
    await assertRecentSignIn(dependencies, attemptOf(request), request.body.currentPassword);
    const data = await exportPersonalData(callerOf(request).userId, request.id, dependencies);
    reply.header('content-disposition', `attachment; filename="${PERSONAL_DATA_FILE}"`);
    return data;
  });

  handle(
    app,
    accountOperations.deleteOwnAccount,
    async (request) => {
      await assertRecentSignIn(dependencies, attemptOf(request), request.body.currentPassword);
      await deleteUser(callerOf(request).userId, request.id, dependencies, { emailBudget: dependencies.emailBudget });
      return { message: 'Votre compte est supprimé' };
    },
    { onRequest: refuseAdministrator },
  );
};
