import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { rawPath } from './origin.ts';
import { assertWithin, type RateLimits } from './rate-limits.ts';
import { type ResponseCache, SharedResponse } from './response-cache.ts';
import { ROUTES } from './upstreams.ts';

/** How long a page waits for a service; it then shows that the service is unavailable. */
const DATA_TIMEOUT_MS = 800;
/** After this time the page is drawn in the browser instead. */
const RENDER_TIMEOUT_MS = 2000;
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;

/** The module of the customer site's build for the gateway (web-customer/src/app/render.tsx). */
interface Renderer {
  /** The inline script of all pages. */
  script: string;
  /** Fetches the data of a page; null for a page that is drawn in the browser alone. */
  prepare: (path: string) => Promise<{ status: number; data: string; draw: () => Promise<string> } | null>;
}

interface RendererModule {
  createRenderer: (options: {
    template: string;
    origin: string;
    fetchApi: (path: string) => Promise<Response>;
  }) => Renderer;
}

export interface PageOptions {
  cache: ResponseCache;
  publicUrl: string;
  /** The limits of the API, which pages would circumvent otherwise. */
  limits: RateLimits;
}

/** Renders the public pages of the customer site (docs/decisions/0026). */
export class Pages {
  readonly #renderer: Renderer;
  readonly #limits: RateLimits;
  /** By path, valid as long as the data are the same. */
  readonly #drawn = new LRUCache<string, { data: string; response: SharedResponse }>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ response }) => response.size,
  });

  private constructor(renderer: Renderer, limits: RateLimits) {
    this.#renderer = renderer;
    this.#limits = limits;
  }

  /** Loads the renderer of a built site; null when there is none. */
  static async load(folder: string, { cache, publicUrl, limits }: PageOptions): Promise<Pages | null> {
    const file = join(folder, '.server/render.js');
    if (!existsSync(file)) return null;
    const { createRenderer }: RendererModule = await import(pathToFileURL(file).href);
    const renderer = createRenderer({
      template: await readFile(join(folder, 'index.html'), 'utf8'),
      origin: new URL(publicUrl).origin,
      fetchApi: (path) => fetchFrom(cache, path),
    });
    return new Pages(renderer, limits);
  }

  /** The source of the inline script in the content security policy. */
  get scriptSource(): string {
    return `'sha256-${createHash('sha256').update(this.#renderer.script).digest('base64')}'`;
  }

  /** Sends the rendered page. @returns false, having sent nothing, for a page that is drawn in the browser alone */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const response = await this.#renderInTime(request, reply);
    // The result must not be returned: a reply is a thenable, and awaiting it gives undefined.
    await response?.send(reply);
    return response !== null;
  }

  async #renderInTime(request: FastifyRequest, reply: FastifyReply): Promise<SharedResponse | null> {
    try {
      return await withinDeadline(this.#render(request), RENDER_TIMEOUT_MS);
    } catch (err) {
      // Drawn in the browser, the page itself shows what is missing or refused.
      reply.log[err instanceof AppError ? 'debug' : 'error']({ err }, 'page not rendered');
      return null;
    }
  }

  async #render(request: FastifyRequest): Promise<SharedResponse | null> {
    const isLookup = rawPath(request).startsWith('/c/') || /[?&]tracking=/.test(request.url);
    await assertWithin(this.#limits, isLookup ? 'lookup' : 'request', request);
    const page = await this.#renderer.prepare(request.url);
    if (!page) return null;
    if (isLookup && page.status === 404) await this.#limits.countMiss(request);
    const known = this.#drawn.get(request.url);
    if (known?.data === page.data) return known.response;
    const response = pageResponse(page.status, await page.draw());
    this.#drawn.set(request.url, { data: page.data, response });
    return response;
  }
}

function pageResponse(status: number, body: string): SharedResponse {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(status === 200 && { etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }),
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
  };
  return new SharedResponse({ status, headers, body }, performance.now());
}

/** The response to an anonymous GET of the API. */
async function fetchFrom(cache: ResponseCache, path: string): Promise<Response> {
  const pathname = path.split('?', 1)[0] ?? '';
  const route = ROUTES.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (!route?.isShared) throw new Error(`No public route for ${path}`);
  try {
    const { status, body } = await withinDeadline(cache.get(route.service, path), DATA_TIMEOUT_MS);
    return new Response(body, { status });
  } catch (error) {
    const stale = cache.lastKnown(path);
    if (stale) return new Response(stale.body);
    const { message } = error instanceof AppError ? error : new AppError('unavailable', undefined, { cause: error });
    return Response.json({ message, code: 'unavailable' }, { status: 503 });
  }
}
