import { StaticPageSchema } from '@fasocolis/contracts/content';
import type { PageSlug } from '@fasocolis/contracts/pages';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';
import { cleanHtml } from './clean-html.ts';

const FRESH_MS = 60_000;
const RETRIES = 3;

/** A refusal, such as "there is no such page", would be the same the next time. */
const mayPass = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A page of text, its HTML cleaned for display. */
export const pageQuery = (slug: PageSlug) =>
  queryOptions({
    queryKey: ['static-page', slug],
    queryFn: async ({ signal }) => {
      const page = await api.get(`/api/static-pages/${slug}`, StaticPageSchema, { signal });
      return { ...page, content: cleanHtml(page.content) };
    },
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < RETRIES && mayPass(error),
  });
