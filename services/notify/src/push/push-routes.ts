import { type Message, MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  PushKeySchema,
  PushSummarySchema,
  ReplacePushDeviceSchema,
  SavePushDeviceSchema,
} from '@fasocolis/contracts/push';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { DeviceService } from './device-service.ts';

interface Dependencies {
  devices: DeviceService;
  publicKey: string;
}

export const pushRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { devices, publicKey }) => {
  const tags = ['push'];

  app.get(
    '/api/push/key',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getPushKey',
        summary: 'La clé publique avec laquelle un navigateur s’abonne (VAPID)',
        tags,
        response: { 200: PushKeySchema },
      },
    },
    async () => ({ publicKey }),
  );

  app.post(
    '/api/push/devices',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'savePushDevice',
        summary: 'Ce dont un téléphone est averti : des colis, son compte, ou plus rien',
        tags,
        body: SavePushDeviceSchema,
        response: { 200: MessageSchema, 400: ErrorSchema, 401: ErrorSchema, 503: ErrorSchema },
      },
    },
    async ({ body, identity, id: requestId }): Promise<Message> => {
      await devices.save(body, { userId: identity.kind === 'user' ? identity.userId : null, requestId });
      return { message: 'Abonnement enregistré' };
    },
  );

  app.patch(
    '/api/push/devices',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'replacePushDevice',
        summary: 'Le nouvel abonnement d’un navigateur à la place de l’ancien',
        tags,
        body: ReplacePushDeviceSchema,
        response: { 200: MessageSchema, 400: ErrorSchema },
      },
    },
    async ({ body }): Promise<Message> => {
      await devices.replace(body);
      return { message: 'Abonnement remplacé' };
    },
  );

  app.get(
    '/api/push/summary',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getPushSummary',
        summary: 'Le nombre de téléphones abonnés à un compte',
        tags,
        response: { 200: PushSummarySchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async () => ({ devices: await devices.count() }),
  );
};
