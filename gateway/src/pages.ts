import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Devices } from './callers.ts';
import { isBelowMinimum } from './older-browsers.ts';
import { assertWithin, type RateLimits } from './rate-limits.ts';
import { MAX_PATH_LENGTH, type ResponseCache, SharedResponse } from './response-cache.ts';
import { admitStyles } from './security-headers.ts';
import type { Identify } from './session.ts';
import { sharedRouteOf } from './upstreams.ts';

const DATA_TIMEOUT_MS = 1500;
/** After this time the page is drawn in the browser instead. */
const RENDER_TIMEOUT_MS = 2500;
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;

/** The module of the customer site's build for the gateway (web-customer/src/app/render.tsx). */
interface Renderer {
  script: string;
  prepare: (path: string) => Promise<Prepared>;
  /** The parameters of the query that pages depend on. */
  parameters: readonly string[];
}

interface Prepared {
  status: number;
  /** Whether the page is drawn in the browser alone; it contains what works without scripts. */
  needsScripts: boolean;
  /** Identifies the page, together with its path. */
  data: string;
  draw: () => Promise<Drawn>;
}

interface Drawn {
  html: string;
  styles: string;
}

interface RendererModule {
  createRenderer: (options: {
    template: string;
    readAsset: (path: string) => string;
    origin: string;
    fetchApi: (path: string) => Promise<Response>;
  }) => Renderer;
}

export interface PageOptions {
  cache: ResponseCache;
  publicUrl: string;
  devices: Devices;
  identify: Identify;
  /** The limits of the API, which pages would circumvent otherwise. */
  limits: RateLimits;
}

interface Visit {
  request: FastifyRequest;
  limitCheck?: Promise<void>;
  retryAfter?: number | undefined;
}

interface Page {
  response: SharedResponse;
  styleSource: string;
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Renders the public pages of the customer site (docs/decisions/0026). */
export class Pages {
  readonly #renderer: Renderer;
  readonly #options: PageOptions;
  readonly #visits = new AsyncLocalStorage<Visit>();
  /** By path, valid as long as the data are the same. */
  readonly #rendered = new LRUCache<string, Page & { data: string }>({
    maxSize: MAX_CACHE_BYTES,
    // A character of a key or of data may have two bytes.
    sizeCalculation: ({ data, response }, path) => response.size + 2 * (data.length + path.length),
  });

  private constructor({ createRenderer }: RendererModule, folder: string, options: PageOptions) {
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    this.#options = options;
    this.#renderer = createRenderer({
      template: read('index.html'),
      readAsset: read,
      origin: new URL(options.publicUrl).origin,
      fetchApi: (path) => this.#fetchApi(path),
    });
  }

  static async load(folder: string, options: PageOptions): Promise<Pages | null> {
    const file = join(folder, '.server/render.js');
    if (!existsSync(file)) return null;
    const module: RendererModule = await import(pathToFileURL(file).href);
    return new Pages(module, folder, options);
  }

  get scriptSource(): string {
    return hashSource(this.#renderer.script);
  }

  /** Sends the page. @returns false, having sent nothing, when it cannot be rendered, or needs a newer browser */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const page = await this.#renderInTime(request, reply);
    if (!page) return false;
    admitStyles(reply, page.styleSource);
    // The result must not be returned: a reply is a thenable, and awaiting it gives undefined.
    await page.response.send(reply);
    return true;
  }

  async #renderInTime(request: FastifyRequest, reply: FastifyReply): Promise<Page | null> {
    try {
      return await withinDeadline(this.#render(request), RENDER_TIMEOUT_MS);
    } catch (err) {
      // Drawn in the browser, the page itself shows what is missing or refused.
      reply.log[err instanceof AppError ? 'debug' : 'error']({ err }, 'page not rendered');
      return null;
    }
  }

  async #render(request: FastifyRequest): Promise<Page | null> {
    await assertWithin(this.#options.limits, 'request', request);
    const { url } = request;
    const visit: Visit = { request };
    const page = await this.#visits.run(visit, () => this.#renderer.prepare(url));
    if (page.needsScripts && isBelowMinimum(request.headers['user-agent'])) return null;
    const known = this.#rendered.get(url);
    if (known?.data === page.data) return known;
    const { html, styles } = await page.draw();
    const rendered = { response: pageResponse(page.status, html, visit.retryAfter), styleSource: hashSource(styles) };
    if (this.#isStorable(url)) this.#rendered.set(url, { data: page.data, ...rendered });
    return rendered;
  }

  /** Whether a URL has only parameters that pages depend on: others would fill the cache with equal pages. */
  #isStorable(url: string): boolean {
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1).split('&') : [];
    const names = query.map((pair) => pair.split('=', 1)[0] ?? '');
    return url.length <= MAX_PATH_LENGTH && names.every((name) => this.#renderer.parameters.includes(name));
  }

  async #fetchApi(path: string): Promise<Response> {
    const { service, operation } = sharedRouteOf(path.split('?', 1)[0] ?? '');
    const visit = this.#visits.getStore();
    const { cache, limits } = this.#options;
    try {
      if (visit && operation.limit === 'lookup') {
        visit.limitCheck ??= this.#checkLimit(visit);
        await visit.limitCheck;
      }
      const { status, body, unknownReferences } = await withinDeadline(cache.get(service, path), DATA_TIMEOUT_MS);
      if (visit && unknownReferences) {
        await limits.unknownReferences?.count(unknownReferences, visit.request);
      }
      return new Response(body, { status });
    } catch (error) {
      if (visit && error instanceof AppError && error.code === 'too-many-requests') {
        visit.retryAfter = error.retryAfter;
        return failure(429, error);
      }
      const stale = cache.lastKnown(path);
      if (stale) return new Response(stale.body);
      return failure(503, error instanceof AppError ? error : new AppError('unavailable', undefined, { cause: error }));
    }
  }

  async #checkLimit({ request }: Visit): Promise<void> {
    const { identify, limits } = this.#options;
    // A session that cannot be resolved is a visitor's.
    await identify(request).catch(() => {});
    await assertWithin(limits, 'lookup', request);
    limits.unknownReferences?.assertOpen(request);
  }
}

const failure = (status: number, { message, code }: AppError) => Response.json({ message, code }, { status });

function pageResponse(status: number, body: string, retryAfter = RETRY_AFTER_SECONDS): SharedResponse {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(status === 200 && { etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }),
    ...((status === 429 || status === 503) && { 'retry-after': String(retryAfter) }),
  };
  return new SharedResponse({ status, headers, body }, performance.now());
}
