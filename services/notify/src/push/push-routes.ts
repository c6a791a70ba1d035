import type { Message } from '@fasocolis/contracts/common';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import type { PushDevice, SavedPushDevice } from '@fasocolis/contracts/push';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { handle } from '@fasocolis/service-kit/http/operations';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsync } from 'fastify';
import {
  countDevices,
  type DeviceDependencies,
  devicesOf,
  findFollowed,
  removeDevice,
  replaceDevice,
  saveDevice,
} from './device-service.ts';

interface Dependencies extends DeviceDependencies {
  publicKey: string;
}

export const pushRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { database, publicKey } = dependencies;
  handle(app, notificationOperations.listPushDevices, async (request): Promise<PushDevice[]> => {
    const { userId, sessionKey: own } = callerOf(request);
    return (await devicesOf(database, userId)).map(({ id, userAgent, createdAt, sessionKey }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      isCurrent: sessionKey === own,
    }));
  });

  handle(app, notificationOperations.removePushDevice, async (request): Promise<Message> => {
    await removeDevice(database, request.params.id, callerOf(request).userId);
    return { message: 'Téléphone retiré' };
  });

  handle(app, notificationOperations.getPushKey, async () => ({ publicKey }));

  handle(
    app,
    notificationOperations.savePushDevice,
    async ({ body, identity, headers, ip: address, id: requestId }, reply): Promise<SavedPushDevice> => {
      const user = identity.kind === 'user' ? identity : null;
      const caller = { user, address, requestId, userAgent: headers['user-agent'] ?? null };
      const { orderIds, unknown } = await findFollowed(dependencies, body, caller);
      // The gateway counts unknown references, even when the device is refused.
      reportUnknownReferences(reply, unknown);
      await saveDevice(dependencies, body, orderIds, caller);
      return { message: 'Abonnement enregistré', unknown };
    },
  );

  handle(app, notificationOperations.replacePushDevice, async ({ body }): Promise<Message> => {
    await replaceDevice(dependencies, body);
    return { message: 'Abonnement remplacé' };
  });

  handle(app, notificationOperations.getPushSummary, async () => ({ devices: await countDevices(database) }));
};
