import { whatsappOperations } from '@fasocolis/contracts/operations/whatsapp';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { sendPage } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type StoppedNumberService, stoppedListSpec } from './stopped-number-service.ts';
import type { ToTellService } from './to-tell-service.ts';

interface Dependencies {
  toTell: ToTellService;
  stopped: StoppedNumberService;
}

export const stoppedNumberRoutes: FastifyPluginAsync<Dependencies> = async (app, { toTell, stopped }) => {
  handle(app, whatsappOperations.stopTellingPerson, async (request) => {
    await toTell.stop(request.params.id, callerOf(request).userId);
    return { message: 'Cette personne ne sera plus prévenue.' };
  });

  handle(app, whatsappOperations.listStoppedNumbers, async (request, reply) =>
    sendPage(request, reply, stoppedListSpec, (list) => stopped.list(list)),
  );

  handle(app, whatsappOperations.resumeTellingNumber, async (request) => {
    await stopped.resume(request.body.phone);
    return { message: 'Ce numéro sera de nouveau prévenu.' };
  });
};
