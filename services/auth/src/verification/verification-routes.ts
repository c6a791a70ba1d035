import { EmailVerificationSchema } from '@fasocolis/contracts/auth';
import { boundedText, MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { ALREADY_VERIFIED, type Verification } from './verification-service.ts';

const TOKEN_INVALID = 'Jeton de vérification manquant ou invalide';

export const verificationRoutes: FastifyPluginAsyncZod<{ verification: Verification; emails: AttemptLimit }> = async (
  app,
  { verification, emails },
) => {
  const tags = ['auth'];

  app.get(
    '/api/email/verify',
    {
      config: { access: 'public' },
      // A HEAD request must not verify.
      exposeHeadRoute: false,
      schema: {
        operationId: 'verifyEmail',
        summary: 'Vérifier une adresse email',
        tags,
        querystring: z.object({ token: z.optional(boundedText(200, TOKEN_INVALID)) }),
        response: { 200: EmailVerificationSchema, 400: ErrorSchema },
      },
    },
    async (request) => {
      const { token } = request.query;
      if (!token) throw new AppError('bad-request', TOKEN_INVALID);
      const { alreadyVerified } = await verification.verify(token);
      const message = alreadyVerified ? ALREADY_VERIFIED : 'Votre adresse email a été vérifiée avec succès.';
      return { message, alreadyVerified };
    },
  );

  app.post(
    '/api/email/send-verification',
    {
      config: { access: 'user', beforeSecondFactor: true },
      schema: {
        operationId: 'sendVerification',
        summary: 'Demander un email de vérification',
        tags,
        response: { 200: MessageSchema, 400: ErrorSchema, 401: ErrorSchema, 429: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      await emails.count('verification', String(userId));
      await verification.requestLink(userId, request.id);
      return { message: 'Un email de vérification vous a été envoyé.' };
    },
  );
};
