import { StaticPageSchema } from '@fasocolis/contracts/content';
import type { PageSlug } from '@fasocolis/contracts/pages';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';

const FRESH_MS = 60_000;
const RETRIES = 3;

/** Whether a retry may succeed; after a refusal, such as for a missing page, it would not. */
const mayPass = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Images are loaded lazily, and tables that scroll can be focused with the keyboard. */
const forDisplay = (html: string) =>
  html.replaceAll('<img ', '<img loading="lazy" ').replaceAll('<table>', '<table tabindex="0">');

export const pageQuery = (slug: PageSlug) =>
  queryOptions({
    queryKey: ['static-page', slug],
    queryFn: async ({ signal }) => {
      const page = await api.get('/api/static-pages/:slug', StaticPageSchema, { params: { slug }, signal });
      return { ...page, content: forDisplay(page.content) };
    },
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < RETRIES && mayPass(error),
  });
