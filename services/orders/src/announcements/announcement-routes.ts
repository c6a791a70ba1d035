import { announcementOperations } from '@fasocolis/contracts/operations/announcements';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { announceParcels } from './announcement-service.ts';

export const announcementRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, announcementOperations.announceParcels, (request) =>
    announceParcels(database, request.body, actorOf(request)),
  );
};
