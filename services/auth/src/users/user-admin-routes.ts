import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { PathIdSchema } from '@fasocolis/contracts/common';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { deleteUser } from '../shared/account-deletion.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { assertRecentSignIn, attemptOf } from '../shared/reauthentication.ts';
import { ADMIN_STAYS, presentUser } from '../shared/user-row.ts';
import { exportUsers } from './user-export.ts';
import { listUsers, userListSpec } from './user-service.ts';

/** The principal administrator cannot be deleted by any caller. */
async function authorizeDeletion(request: FastifyRequest): Promise<void> {
  const { isAdmin } = callerOf(request);
  const id = PathIdSchema.safeParse((request.params as { id: string }).id);
  if (id.data === ADMIN_ID) throw new AppError('forbidden', ADMIN_STAYS);
  if (!isAdmin) throw new AppError('forbidden');
}

export const userAdminRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database } = dependencies;
  handleList(app, accountOperations.listUsers, userListSpec, (list) => listUsers(database, list), presentUser);

  handle(app, accountOperations.exportUsers, async (request, reply) => {
    await assertRecentSignIn(dependencies, attemptOf(request));
    const workbook = await exportUsers(database);
    return sendWorkbook(reply, 'utilisateurs.xlsx', workbook);
  });

  handle(
    app,
    accountOperations.deleteUser,
    async (request) => {
      await deleteUser(request.params.id, request.id, dependencies, { byStaff: actorOf(request) });
      return { message: 'Utilisateur supprimé' };
    },
    { onRequest: authorizeDeletion },
  );
};
