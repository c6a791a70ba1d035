import { RegisterSchema, UserSchema } from '@fasocolis/contracts/auth';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { AddressLimit, AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { OpenSession } from '../shared/open-session.ts';
import { presentUser } from '../shared/user-row.ts';
import type { UserTokens } from '../shared/user-tokens.ts';
import { register } from './registration-service.ts';

export const registrationRoutes: FastifyPluginAsyncZod<{
  database: Database;
  tokens: UserTokens;
  registrations: AddressLimit;
  verificationEmails: AttemptLimit;
  openSession: OpenSession;
}> = async (app, { registrations, openSession, ...dependencies }) => {
  app.post(
    '/api/auth/register',
    {
      config: { access: 'public', audit: 'registration' },
      schema: {
        operationId: 'register',
        summary: 'Créer un compte',
        tags: ['auth'],
        body: RegisterSchema,
        response: { 201: UserSchema, 400: ErrorSchema, 409: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => {
      await registrations.count(request.ip);
      const open = (user: User, transaction: Transaction) => openSession(user, request, reply, transaction);
      const user = await register(request.body, request.id, { ...dependencies, open });
      return reply.code(201).send(presentUser(user));
    },
  );
};
