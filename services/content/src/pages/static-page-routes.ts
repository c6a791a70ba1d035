import { contentOperations } from '@fasocolis/contracts/operations/content';
import { sendPage } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { presentPage, presentPageSummary } from './static-page-presenter.ts';
import { type StaticPageService, staticPageListSpec } from './static-page-service.ts';

export const staticPageRoutes: FastifyPluginAsync<{ pages: StaticPageService }> = async (app, { pages }) => {
  handle(app, contentOperations.listStaticPages, async (request, reply) =>
    sendPage(request, reply, staticPageListSpec, (list) => pages.list(list), presentPageSummary),
  );

  handle(app, contentOperations.getStaticPage, async (request) => {
    const page = await pages.find(request.params.slug);
    return presentPage(page);
  });

  handle(app, contentOperations.updateStaticPage, async ({ params, body }) =>
    presentPage(await pages.update(params.slug, body)),
  );
};
