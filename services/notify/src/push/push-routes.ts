import { type Message, MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  type PushDevice,
  PushDevicesSchema,
  PushKeySchema,
  PushSummarySchema,
  ReplacePushDeviceSchema,
  type SavedPushDevice,
  SavedPushDeviceSchema,
  SavePushDeviceSchema,
} from '@fasocolis/contracts/push';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { DeviceService } from './device-service.ts';

interface Dependencies {
  devices: DeviceService;
  publicKey: string;
}

const tags = ['push'];

export const pushRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { devices, publicKey }) => {
  await app.register(ownDeviceRoutes, { devices });

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
        response: {
          200: SavedPushDeviceSchema,
          ...{ 400: ErrorSchema, 401: ErrorSchema, 409: ErrorSchema, 429: ErrorSchema, 503: ErrorSchema },
        },
      },
    },
    async ({ body, identity, headers, ip: address, id: requestId }, reply): Promise<SavedPushDevice> => {
      const user = identity.kind === 'user' ? identity : null;
      const caller = { user, address, requestId, userAgent: headers['user-agent'] ?? null };
      const { orderIds, unknown } = await devices.find(body, caller);
      // Also when the device is refused.
      reportUnknownReferences(reply, unknown);
      await devices.save(body, orderIds, caller);
      return { message: 'Abonnement enregistré', unknown };
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

/** The devices of the caller's account. */
const ownDeviceRoutes: FastifyPluginAsyncZod<{ devices: DeviceService }> = async (app, { devices }) => {
  app.get(
    '/api/push/devices',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listPushDevices',
        summary: 'Les téléphones qui reçoivent les nouvelles de votre compte, le plus récent d’abord',
        tags,
        response: { 200: PushDevicesSchema, 401: ErrorSchema },
      },
    },
    async (request): Promise<PushDevice[]> => {
      const { userId, sessionKey: own } = callerOf(request);
      return (await devices.listOf(userId)).map(({ id, userAgent, createdAt, sessionKey }) => ({
        ...{ id, userAgent, createdAt: createdAt.toISOString(), isCurrent: sessionKey === own },
      }));
    },
  );

  app.delete(
    '/api/push/devices/:id',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'removePushDevice',
        summary: 'Ne plus envoyer les nouvelles de votre compte à un téléphone',
        tags,
        params: z.object({ id: PathIdSchema }),
        response: { 200: MessageSchema, 400: ErrorSchema, 401: ErrorSchema },
      },
    },
    async (request): Promise<Message> => {
      await devices.remove(request.params.id, callerOf(request).userId);
      return { message: 'Téléphone retiré' };
    },
  );
};
