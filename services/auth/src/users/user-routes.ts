import { UserSchema } from '@fasocolis/contracts/auth';
import { IdSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  UserLookupAnswerSchema,
  UserLookupSchema,
  UserPhonesQuerySchema,
  UserPhonesSchema,
} from '@fasocolis/contracts/user-lookup';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { presentUser } from '../shared/user-row.ts';
import { lookUpUsers, phonesOf } from './user-service.ts';

export const userRoutes: FastifyPluginAsyncZod<{
  database: Database;
  cookie: ReturnType<typeof sessionCookie>;
}> = async (app, { database, cookie }) => {
  app.get(
    '/api/user',
    {
      config: { access: 'user', beforeSecondFactor: true },
      schema: {
        operationId: 'currentUser',
        summary: 'La personne connectée',
        tags: ['auth'],
        response: { 200: UserSchema, 401: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId, needsSecondFactor } = callerOf(request);
      const user = await database.user.findUnique({ where: { id: userId } });
      if (!user) throw new AppError('unauthenticated');
      // Extends the cookie like the session on the server.
      const sessionId = request.cookies[cookie.name];
      if (sessionId) reply.setCookie(cookie.name, sessionId, cookie.options);
      return { ...presentUser(user), ...(needsSecondFactor && { needsSecondFactor }) };
    },
  );

  app.get(
    '/internal/users/:id',
    {
      config: { access: 'service', callers: ['orders', 'notify'] },
      schema: {
        params: z.object({ id: PathIdSchema }),
        response: { 200: z.object({ id: IdSchema }), 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request) => {
      const user = await database.user.findUnique({ where: { id: request.params.id }, select: { id: true } });
      if (!user) throw new AppError('not-found', 'Utilisateur non trouvé');
      return user;
    },
  );

  app.post(
    '/internal/users/lookup',
    {
      config: { access: 'service', callers: ['orders'] },
      schema: {
        body: UserLookupSchema,
        response: { 200: UserLookupAnswerSchema, 400: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request) => lookUpUsers(database, request.body.logins),
  );

  app.post(
    '/internal/users/phones',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        body: UserPhonesQuerySchema,
        response: { 200: UserPhonesSchema, 400: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request) => phonesOf(database, request.body),
  );
};
