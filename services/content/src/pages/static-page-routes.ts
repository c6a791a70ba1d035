import { contentOperations } from '@fasocolis/contracts/operations/content';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { sendPage } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { presentPage, presentPageSummary } from './static-page-presenter.ts';
import { findStaticPage, listStaticPages, staticPageListSpec, updateStaticPage } from './static-page-service.ts';

export const staticPageRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, contentOperations.listStaticPages, async (request, reply) =>
    sendPage(request, reply, staticPageListSpec, (list) => listStaticPages(database, list), presentPageSummary),
  );

  handle(app, contentOperations.getStaticPage, async (request) => {
    return presentPage(await findStaticPage(database, request.params.slug));
  });

  handle(app, contentOperations.updateStaticPage, async (request) =>
    presentPage(await updateStaticPage(database, request.params.slug, request.body, actorOf(request))),
  );
};
