import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { ALREADY_VERIFIED, requestVerification, verifyAddress } from './verification-service.ts';

const TOKEN_INVALID = 'Jeton de vérification manquant ou invalide';

export const verificationRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  handle(app, signInOperations.verifyEmail, async (request) => {
    const { token } = request.query;
    if (!token) throw new AppError('bad-request', TOKEN_INVALID);
    const { alreadyVerified } = await verifyAddress(dependencies, token);
    const message = alreadyVerified ? ALREADY_VERIFIED : 'Votre adresse email a été vérifiée avec succès.';
    return { message, alreadyVerified };
  });

  handle(app, signInOperations.sendVerification, async (request) => {
    const { userId } = callerOf(request);
    await dependencies.emails.count('verification', String(userId));
    await requestVerification(dependencies, userId, request.id);
    return { message: 'Un email de vérification vous a été envoyé.' };
  });
};
