import { ADMIN_ID, UserSchema } from '@fasocolis/contracts/auth';
import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import { WORKBOOK_TYPE } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { deleteUser } from '../shared/account-deletion.ts';
import type { Reauthentication } from '../shared/reauthentication.ts';
import { ADMIN_STAYS, presentUser } from '../shared/user-row.ts';
import { EXPORT_FILE_NAME, exportUsers } from './user-export.ts';
import { listUsers, userListSpec } from './user-service.ts';

const refusals = { 401: ErrorSchema, 403: ErrorSchema };

/** The principal administrator cannot be deleted by any caller. */
async function authorizeDeletion(request: FastifyRequest): Promise<void> {
  const { isAdmin } = callerOf(request);
  const id = PathIdSchema.safeParse((request.params as { id: string }).id);
  if (id.data === ADMIN_ID) throw new AppError('forbidden', ADMIN_STAYS);
  if (!isAdmin) throw new AppError('forbidden');
}

export const userAdminRoutes: FastifyPluginAsyncZod<{
  database: Database;
  sessions: SessionStore;
  reauthentication: Reauthentication;
}> = async (app, { database, sessions, reauthentication }) => {
  const tags = ['users'];

  app.get(
    '/api/users',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listUsers',
        summary: 'Tous les utilisateurs, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(UserSchema), 400: ErrorSchema, ...refusals },
      },
    },
    async (request, reply) => sendPage(request, reply, userListSpec, (list) => listUsers(database, list), presentUser),
  );

  app.get(
    '/api/users/export/excel',
    {
      config: { access: 'admin', audit: 'export' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportUsers',
        summary: 'Tous les utilisateurs, en classeur Excel',
        tags,
        produces: [WORKBOOK_TYPE],
        response: { 200: z.unknown(), ...refusals, 429: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      await reauthentication.assertRecent({ identity: callerOf(request), address: request.ip }, undefined);
      const workbook = await exportUsers(database);
      reply.header('content-disposition', `attachment; filename="${EXPORT_FILE_NAME}"`).type(WORKBOOK_TYPE);
      return reply.send(workbook);
    },
  );

  app.delete(
    '/api/users/:id',
    {
      config: { access: 'user' },
      onRequest: authorizeDeletion,
      schema: {
        operationId: 'deleteUser',
        summary: 'Supprimer un utilisateur et ses données',
        tags,
        params: z.object({ id: PathIdSchema }),
        response: { 200: MessageSchema, 400: ErrorSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await deleteUser(request.params.id, request.id, { database, sessions });
      return { message: 'Utilisateur supprimé' };
    },
  );
};
