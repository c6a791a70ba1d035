import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { ResumeNumberSchema, StoppedNumbersSchema } from '@fasocolis/contracts/stopped-numbers';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type StoppedNumberService, stoppedListSpec } from './stopped-number-service.ts';
import type { ToTellService } from './to-tell-service.ts';

interface Dependencies {
  toTell: ToTellService;
  stopped: StoppedNumberService;
}

export const stoppedNumberRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { toTell, stopped }) => {
  const tags = ['to-tell'];
  const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema };

  app.post(
    '/api/to-tell/:id/stop',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'stopTellingPerson',
        summary: 'Ne plus prévenir une personne, à sa demande',
        tags,
        params: z.object({ id: PathIdSchema }),
        response: { 200: MessageSchema, ...refusals },
      },
    },
    async (request) => {
      await toTell.stop(request.params.id, callerOf(request).userId);
      return { message: 'Cette personne ne sera plus prévenue.' };
    },
  );

  app.get(
    '/api/stopped-numbers',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listStoppedNumbers',
        summary: 'Les numéros à ne plus prévenir par WhatsApp',
        tags,
        querystring: ListQuerySchema,
        response: { 200: StoppedNumbersSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        stoppedListSpec,
        (list) => stopped.list(list),
        (number) => number,
      ),
  );

  app.post(
    '/api/stopped-numbers/resume',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'resumeTellingNumber',
        summary: 'Prévenir de nouveau un numéro',
        tags,
        // Not in the path, which is logged.
        body: ResumeNumberSchema,
        response: { 200: MessageSchema, ...refusals },
      },
    },
    async (request) => {
      await stopped.resume(request.body.phone);
      return { message: 'Ce numéro sera de nouveau prévenu.' };
    },
  );
};
