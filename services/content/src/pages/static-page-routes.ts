import type { StaticPage } from '@fasocolis/contracts/content';
import { contentOperations } from '@fasocolis/contracts/operations/content';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import type { StaticPage as StaticPageRow } from '../generated/prisma/client.ts';
import { cleanPageHtml } from './page-html.ts';
import { findStaticPage, listStaticPages, staticPageListSpec, updateStaticPage } from './static-page-service.ts';

export const staticPageRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(
    app,
    contentOperations.listStaticPages,
    staticPageListSpec,
    (list) => listStaticPages(database, list),
    presentPageSummary,
  );

  handle(app, contentOperations.getStaticPage, async (request) => {
    return presentPage(await findStaticPage(database, request.params.slug));
  });

  handle(app, contentOperations.updateStaticPage, async (request) =>
    presentPage(await updateStaticPage(database, request.params.slug, request.body, actorOf(request))),
  );
};

function presentPageSummary({ id, slug, title, lastUpdated }: Omit<StaticPageRow, 'content'>) {
  return { id, slug, title, lastUpdated: lastUpdated.toISOString() };
}

/** Sanitizes the HTML again: a row may have been written in another way. */
function presentPage(row: StaticPageRow): StaticPage {
  return { ...presentPageSummary(row), content: cleanPageHtml(row.content) };
}
