import { whatsappOperations } from '@fasocolis/contracts/operations/whatsapp';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { listStoppedNumbers, resumeTellingNumber, stoppedListSpec } from './stopped-number-service.ts';
import { stopTellingPerson } from './to-tell-service.ts';

export const stoppedNumberRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, whatsappOperations.stopTellingPerson, async (request) => {
    await stopTellingPerson(database, request.params.id, actorOf(request));
    return { message: 'Cette personne ne sera plus prévenue.' };
  });

  handleList(app, whatsappOperations.listStoppedNumbers, stoppedListSpec, (list) => listStoppedNumbers(database, list));

  handle(app, whatsappOperations.resumeTellingNumber, async (request) => {
    await resumeTellingNumber(database, request.body.phone, actorOf(request));
    return { message: 'Ce numéro sera de nouveau prévenu.' };
  });
};
