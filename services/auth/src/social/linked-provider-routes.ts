import { SignInMethodsSchema, SOCIAL_PROVIDERS } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { signInMethods, unlinkProvider } from '../shared/linked-providers.ts';

export const linkedProviderRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const tags = ['auth'];

  app.get(
    '/api/user/sign-in-methods',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSignInMethods',
        summary: 'Ses moyens de connexion : mot de passe et fournisseurs liés',
        tags,
        response: { 200: SignInMethodsSchema, 401: ErrorSchema },
      },
    },
    async (request) => signInMethods(database, callerOf(request).userId),
  );

  app.delete(
    '/api/user/sign-in-methods/:provider',
    {
      config: { access: 'user', audit: 'sign-in-method-removal' },
      schema: {
        operationId: 'unlinkProvider',
        summary: 'Ne plus se connecter avec un fournisseur',
        tags,
        params: z.object({ provider: z.enum(SOCIAL_PROVIDERS) }),
        response: { 200: MessageSchema, 400: ErrorSchema, 401: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      await unlinkProvider(database, callerOf(request).userId, request.params.provider);
      return { message: 'Fournisseur de connexion retiré' };
    },
  );
};
