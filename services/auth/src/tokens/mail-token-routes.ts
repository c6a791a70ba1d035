import { MailTokenSchema } from '@fasocolis/contracts/email';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AppError } from '@fasocolis/service-kit/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { UserTokens } from './user-tokens.ts';

export const mailTokenRoutes: FastifyPluginAsyncZod<{ tokens: UserTokens }> = async (app, { tokens }) => {
  app.get(
    '/internal/mail-tokens/:id',
    {
      config: { access: 'service' },
      schema: {
        hide: true,
        params: z.object({ id: z.uuid() }),
        response: { 200: MailTokenSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request) => {
      const mailToken = await tokens.forMail(request.params.id);
      if (!mailToken) throw new AppError('not-found');
      return mailToken;
    },
  );
};
