import {
  ForgotPasswordSchema,
  ResetPasswordSchema,
  TOKEN_INVALID,
  TokenValiditySchema,
} from '@fasocolis/contracts/auth';
import { boundedText, MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { KnownBrowsers } from '../shared/open-session.ts';
import type { SignInLimits } from '../shared/sign-in-limits.ts';
import { loginKey } from '../shared/user-row.ts';
import type { Recovery } from './recovery-service.ts';

export const recoveryRoutes: FastifyPluginAsyncZod<{
  recovery: Recovery;
  /** Per account and address. */
  emails: AttemptLimit;
  /** Per address across accounts. None per account across addresses, so that a stranger cannot block the owner. */
  resets: AttemptLimit;
  limits: SignInLimits;
  browsers: KnownBrowsers;
}> = async (app, { recovery, emails, resets, limits, browsers }) => {
  const tags = ['auth'];

  app.post(
    '/api/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'forgotPassword',
        summary: 'Demander un lien de réinitialisation',
        tags,
        body: ForgotPasswordSchema,
        response: { 200: MessageSchema, 400: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request) => {
      const { email } = request.body;
      const account = loginKey(email);
      await emails.count('reset', account, request.ip);
      await resets.count(request.ip);
      await recovery.requestLink(email, request.id);
      return { message: 'Si un compte existe avec cet email, vous recevrez un lien de réinitialisation.' };
    },
  );

  app.get(
    '/api/auth/verify-reset-token',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'verifyResetToken',
        summary: 'Savoir si un lien de réinitialisation est encore valable',
        tags,
        querystring: z.object({ token: z.optional(boundedText(200, TOKEN_INVALID)) }),
        response: { 200: TokenValiditySchema, 400: ErrorSchema },
      },
    },
    async (request) => ({ valid: await recovery.isLinkValid(request.query.token ?? '') }),
  );

  app.post(
    '/api/auth/reset-password',
    {
      config: { access: 'public', audit: 'password-reset' },
      schema: {
        operationId: 'resetPassword',
        summary: 'Choisir un nouveau mot de passe',
        tags,
        body: ResetPasswordSchema,
        response: { 200: MessageSchema, 400: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId, isInvitation } = await recovery.reset(request.body.token, request.body.password, request.id);
      request.audit.account = userId;
      if (isInvitation) request.audit.action = 'invitation-acceptance';
      // The owner is not locked out by a stranger's wrong passwords.
      browsers.remember(request, reply, userId);
      await limits.forgetAccount(userId, request.ip);
      return { message: 'Votre mot de passe a été réinitialisé avec succès.' };
    },
  );
};
