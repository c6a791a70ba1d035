import { MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import { ENTRY_PAGES, PUBLIC_PAGES, USER_PAGES } from '@fasocolis/contracts/site-paths';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { assertWithin, type RateLimits } from './rate-limits.ts';
import type { ResponseCache } from './response-cache.ts';
import { ROUTES } from './upstreams.ts';

const HOUR_SECONDS = 3600;
const TIMEOUT_MS = 5000;

const PUBLIC_DATA = ROUTES.flatMap(({ operation: { path, access, shared, produces } }) =>
  shared === 'everyone' || (access === 'public' && produces) ? path.replace(/:.*/, '') : [],
);
/** Parcels are excluded by their canonical URL. */
const PRIVATE_PATHS = ['/admin', ...Object.values({ ...ENTRY_PAGES, ...USER_PAGES })];
/** Without parameters, and without the other path of the home page. */
const INDEXED = Object.values(PUBLIC_PAGES).filter(
  (path) => !path.includes(':') && path !== PUBLIC_PAGES.homeOfProducts,
);

const robots = (origin: string) => `User-agent: *
${[...new Set(PUBLIC_DATA)].map((path) => `Allow: ${path}`).join('\n')}
Disallow: /api/
${PRIVATE_PATHS.map((path) => `Disallow: ${path}`).join('\n')}
Sitemap: ${origin}/sitemap.xml
`;

const ProductIdsSchema = z.array(z.object({ id: z.int() }));

interface Options {
  cache: ResponseCache;
  limits: RateLimits;
  publicUrl: string;
}

export function registerSearchEngines(app: FastifyInstance, { cache, limits, publicUrl }: Options): void {
  const { origin } = new URL(publicUrl);
  const range = encodeURIComponent(JSON.stringify([0, MAX_LIST_ROWS - 1]));
  let kept: { sitemap: string; until: number } | undefined;

  async function makeSitemap(): Promise<string> {
    const path = `/api/products?range=${range}`;
    const products = await cache.json('catalog', path, TIMEOUT_MS).catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause });
    });
    const ids = z.parse(ProductIdsSchema, products).map(({ id }) => PUBLIC_PAGES.product.replace(':id', String(id)));
    const locations = [...INDEXED, ...ids].map((path) => `<url><loc>${origin}${path}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${locations.join('\n')}
</urlset>
`;
  }

  const keepAnHour = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${HOUR_SECONDS}`);

  app.get('/robots.txt', (_request, reply) => keepAnHour(reply).type('text/plain; charset=utf-8').send(robots(origin)));

  app.get('/sitemap.xml', async (request, reply) => {
    await assertWithin(limits, 'request', request);
    if (!kept || kept.until < Date.now()) {
      kept = { sitemap: await makeSitemap(), until: Date.now() + HOUR_SECONDS * 1000 };
    }
    return keepAnHour(reply).type('application/xml; charset=utf-8').send(kept.sitemap);
  });
}

/**
 * Names the canonical URL of a page: without a query or a reference, so that no parcel is indexed. That of a parcel is the
 * search at /home: search engines distrust the root as the canonical URL of another page.
 */
export function nameCanonical(reply: FastifyReply, publicUrl: string, path: string): void {
  const { origin } = new URL(publicUrl);
  const canonical = path === '/home' ? '/' : isParcel(path) ? '/home' : path;
  reply.header('link', `<${origin}${canonical}>; rel="canonical"`);
}

/** The router of the site opens a parcel by every spelling of the path: other letter case, percent-encoded. */
const isParcel = (path: string) => /^\/(?:c|%[46]3)\//i.test(path);
