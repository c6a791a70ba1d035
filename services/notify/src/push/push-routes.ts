import type { Message } from '@fasocolis/contracts/common';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import type { PushDevice, SavedPushDevice } from '@fasocolis/contracts/push';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { handle } from '@fasocolis/service-kit/http/operations';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsync } from 'fastify';
import type { DeviceService } from './device-service.ts';

interface Dependencies {
  devices: DeviceService;
  publicKey: string;
}

export const pushRoutes: FastifyPluginAsync<Dependencies> = async (app, { devices, publicKey }) => {
  handle(app, notificationOperations.listPushDevices, async (request): Promise<PushDevice[]> => {
    const { userId, sessionKey: own } = callerOf(request);
    return (await devices.listOf(userId)).map(({ id, userAgent, createdAt, sessionKey }) => ({
      id,
      userAgent,
      createdAt: createdAt.toISOString(),
      isCurrent: sessionKey === own,
    }));
  });

  handle(app, notificationOperations.removePushDevice, async (request): Promise<Message> => {
    await devices.remove(request.params.id, callerOf(request).userId);
    return { message: 'Téléphone retiré' };
  });

  handle(app, notificationOperations.getPushKey, async () => ({ publicKey }));

  handle(
    app,
    notificationOperations.savePushDevice,
    async ({ body, identity, headers, ip: address, id: requestId }, reply): Promise<SavedPushDevice> => {
      const user = identity.kind === 'user' ? identity : null;
      const caller = { user, address, requestId, userAgent: headers['user-agent'] ?? null };
      const { orderIds, unknown } = await devices.find(body, caller);
      // The gateway counts unknown references, even when the device is refused.
      reportUnknownReferences(reply, unknown);
      await devices.save(body, orderIds, caller);
      return { message: 'Abonnement enregistré', unknown };
    },
  );

  handle(app, notificationOperations.replacePushDevice, async ({ body }): Promise<Message> => {
    await devices.replace(body);
    return { message: 'Abonnement remplacé' };
  });

  handle(app, notificationOperations.getPushSummary, async () => ({ devices: await devices.count() }));
};
