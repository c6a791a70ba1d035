import { socialSignInOperations } from '@fasocolis/contracts/operations/social-sign-in';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { signInMethods, unlinkProvider } from '../shared/linked-providers.ts';

export const linkedProviderRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, socialSignInOperations.listSignInMethods, async (request) =>
    signInMethods(database, callerOf(request).userId),
  );

  handle(app, socialSignInOperations.unlinkProvider, async (request) => {
    await unlinkProvider(database, callerOf(request).userId, request.params.provider);
    return { message: 'Fournisseur de connexion retiré' };
  });
};
