import { PathNameSchema } from '@fasocolis/contracts/common';
import { StaticPageSchema, StaticPageSummarySchema, UpdateStaticPageSchema } from '@fasocolis/contracts/content';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { revalidate, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { presentPage, presentPageSummary } from './static-page-presenter.ts';
import { type StaticPageService, staticPageListSpec } from './static-page-service.ts';

const bySlug = z.object({ slug: PathNameSchema });

export const staticPageRoutes: FastifyPluginAsyncZod<{ pages: StaticPageService }> = async (app, { pages }) => {
  const tags = ['static-pages'];

  app.get(
    '/api/static-pages',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listStaticPages',
        summary: 'Les pages, sans leur contenu',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(StaticPageSummarySchema), 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, staticPageListSpec, (list) => pages.list(list), presentPageSummary),
  );

  app.get(
    '/api/static-pages/:slug',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getStaticPage',
        summary: 'Une page',
        tags,
        params: bySlug,
        response: { 200: StaticPageSchema, 404: ErrorSchema },
      },
      onSend: revalidate,
    },
    async (request, reply) => {
      const page = await pages.find(request.params.slug);
      shareWithAnonymous(request, reply);
      return presentPage(page);
    },
  );

  app.patch(
    '/api/static-pages/:slug',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateStaticPage',
        summary: 'Modifier une page',
        tags,
        params: bySlug,
        body: UpdateStaticPageSchema,
        response: { 200: StaticPageSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async ({ params, body }) => presentPage(await pages.update(params.slug, body)),
  );
};
