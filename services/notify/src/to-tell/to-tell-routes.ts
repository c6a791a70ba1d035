import { whatsappOperations } from '@fasocolis/contracts/operations/whatsapp';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { NumberTokens } from '../audience/number-tokens.ts';
import { type PersonRow, presentPerson } from '../audience/person-presenter.ts';
import type { Database } from '../database.ts';
import { listStoppedNumbers, resumeTellingNumber, stoppedListSpec } from './stopped-number-service.ts';
import { listPeopleToTell, stopTellingPerson, tellPerson, toTellListSpec, undoTellPerson } from './to-tell-service.ts';

interface Dependencies {
  database: Database;
  tokens: NumberTokens;
}

export const toTellRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, tokens }) => {
  const present = (row: PersonRow) => presentPerson(row, tokens);

  handleList(
    app,
    whatsappOperations.listPeopleToTell,
    toTellListSpec,
    (list) => listPeopleToTell(database, list),
    present,
  );

  handle(app, whatsappOperations.tellPerson, async (request) =>
    present(await tellPerson(database, request.params.id, request.body.upTo, actorOf(request))),
  );

  handle(app, whatsappOperations.undoTellPerson, async (request) =>
    present(await undoTellPerson(database, request.params.id, actorOf(request))),
  );

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
