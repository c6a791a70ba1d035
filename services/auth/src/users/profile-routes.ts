import { ChangePasswordSchema, UpdateProfileSchema, UserSchema } from '@fasocolis/contracts/auth';
import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { callerOf } from '@fasocolis/service-kit/access';
import type { AttemptLimit } from '@fasocolis/service-kit/attempt-limit';
import type { SessionStore } from '@fasocolis/service-kit/sessions';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { changePassword, updateProfile } from './profile.ts';
import { presentUser } from './user-presenter.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const profileRoutes: FastifyPluginAsyncZod<{
  database: Database;
  sessions: SessionStore;
  failures: AttemptLimit;
}> = async (app, dependencies) => {
  const tags = ['users'];

  app.patch(
    '/api/users/:id',
    {
      config: { access: 'owner-or-admin', ownerParam: 'id' },
      schema: {
        operationId: 'updateUser',
        summary: "Changer le nom d'utilisateur, l'email ou l'accord pour les notifications par email",
        tags,
        params: byId,
        body: UpdateProfileSchema,
        response: { 200: UserSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) =>
      presentUser(await updateProfile(dependencies.database, request.params.id, request.body, request.id)),
  );

  app.patch(
    '/api/users/:id/password',
    {
      config: { access: 'owner', ownerParam: 'id' },
      schema: {
        operationId: 'changePassword',
        summary: 'Changer son mot de passe',
        tags,
        params: byId,
        body: ChangePasswordSchema,
        response: { 200: MessageSchema, ...refusals, 429: ErrorSchema },
      },
    },
    async (request) => {
      await changePassword(callerOf(request), request.body, request.ip, dependencies);
      return { message: 'Mot de passe mis à jour' };
    },
  );
};
