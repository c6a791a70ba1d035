import { ChangePasswordSchema, RestoreEmailSchema, UpdateProfileSchema, UserSchema } from '@fasocolis/contracts/auth';
import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { presentUser } from '../shared/user-row.ts';
import { restoreEmail } from './email-restoration.ts';
import { changePassword, type ProfileDependencies, updateProfile } from './profile-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const callerIn = (request: FastifyRequest) => ({
  identity: callerOf(request),
  address: request.ip,
  requestId: request.id,
  audit: request.audit,
});

export const profileRoutes: FastifyPluginAsyncZod<ProfileDependencies> = async (app, dependencies) => {
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
        response: { 200: UserSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request) =>
      presentUser(await updateProfile(request.params.id, request.body, callerIn(request), dependencies)),
  );

  app.patch(
    '/api/users/:id/password',
    {
      config: { access: 'owner', ownerParam: 'id', audit: 'password-change' },
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
      await changePassword(request.body, callerIn(request), dependencies);
      return { message: 'Mot de passe mis à jour' };
    },
  );

  app.post(
    '/api/email/restore',
    {
      config: { access: 'public', audit: 'email-restoration' },
      schema: {
        operationId: 'restoreEmail',
        summary: "Annuler un changement d'email que l'on n'a pas demandé",
        tags,
        body: RestoreEmailSchema,
        response: { 200: MessageSchema, 400: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      request.audit.account = await restoreEmail(request.body.token, request.id, dependencies);
      return { message: 'Votre adresse est rétablie. Un email vous permet de choisir un nouveau mot de passe.' };
    },
  );
};
