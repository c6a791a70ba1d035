import type { ServiceName } from '@fasocolis/contracts/services';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { matchesEtag } from '@fasocolis/service-kit/http/http-cache';
import { UNKNOWN_REFERENCES_HEADER } from '@fasocolis/service-kit/http/unknown-references';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import { Counter, type Registry } from '@fasocolis/service-kit/ops/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type AnyReply, compressBody, type Encoding, isCompressible, preferredEncoding } from './compression.ts';
import type { ReplicaSet, ServiceResponse } from './replica-set.ts';

/** A change has to be visible within a second. */
const FRESH_MS = 900;
/** Maximum age of the last known response of an unavailable service (D-94). */
const STALE_MS = 86_400_000;
/** Timeout while a stale response exists, and interval of attempts after a failure. */
const SERVICE_TIMEOUT_MS = 2000;
const RETRY_MS = 1000;
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;
const UNAVAILABLE = new Set([502, 503, 504]);
const KEPT_HEADERS = [
  ...['content-type', 'content-range', 'cache-control', 'etag', 'retry-after', 'age'],
  UNKNOWN_REFERENCES_HEADER,
];
/** Longer paths are not stored: their keys would fill the cache. */
export const MAX_PATH_LENGTH = 2048;
/** Paths that a service may parse differently from the proxy, which handles them. */
const AMBIGUOUS_PATH = /[\\#]|\/\/|%(?:2[ef]|5c)/i;

export const isUnavailable = (status: number): boolean => UNAVAILABLE.has(status);

interface CacheOptions {
  upstreams: ReadonlyMap<ServiceName, { replicas: ReplicaSet }>;
  maxBytes: number;
  registry: Registry;
}

interface GetOptions {
  headers?: Record<string, string>;
  refresh?: boolean;
}

/**
 * Responses that all anonymous callers share (`Cache-Control: public`): fresh for less than a second, and stale while
 * their service is unavailable (docs/decisions/0016). One request per path is in flight at a time.
 */
export class ResponseCache {
  readonly #upstreams: CacheOptions['upstreams'];
  readonly #entries: LRUCache<string, SharedResponse>;
  readonly #inFlight = new Map<string, Promise<SharedResponse>>();
  readonly #requests: Counter<'result'>;

  constructor({ upstreams, maxBytes, registry }: CacheOptions) {
    this.#upstreams = upstreams;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, MAX_ENTRY_BYTES),
      // A key may be longer than its response; a character has two bytes.
      sizeCalculation: ({ size }, path) => size + 2 * path.length,
    });
    this.#requests = new Counter({
      name: 'response_cache_requests_total',
      help: 'Anonymous reads by result: hit, miss, or stale while the service is unavailable',
      labelNames: ['result'],
      registers: [registry],
    });
  }

  async get(service: ServiceName, path: string, { headers = {}, refresh = false }: GetOptions = {}) {
    const entry = this.#entries.get(path);
    const now = performance.now();
    if (entry && !refresh && now - entry.requestedAt < FRESH_MS) return this.#count('hit', entry);
    if (entry && now < entry.retryAt) return this.lastKnown(path) ?? entry;
    const request = (!refresh && this.#inFlight.get(path)) || this.#send(service, path, headers);
    if (!entry) return this.#count('miss', await request);
    try {
      return this.#count('miss', await withinDeadline(request, SERVICE_TIMEOUT_MS));
    } catch (error) {
      entry.retryAt = performance.now() + RETRY_MS;
      const stale = this.lastKnown(path);
      if (stale) return stale;
      throw error;
    }
  }

  lastKnown(path: string): SharedResponse | undefined {
    const entry = this.#entries.get(path);
    if (!entry || performance.now() - entry.requestedAt > STALE_MS) return undefined;
    return this.#count('stale', entry.asStale());
  }

  async json(service: ServiceName, path: string, timeoutMs: number): Promise<unknown> {
    const { status, body } = await withinDeadline(this.get(service, path), timeoutMs);
    if (status === 200) return JSON.parse(body);
    throw new AppError(status === 404 ? 'not-found' : 'unavailable');
  }

  #send(service: ServiceName, path: string, headers: Record<string, string>): Promise<SharedResponse> {
    const request = this.#fetch(service, path, headers);
    this.#inFlight.set(path, request);
    const settle = () => {
      if (this.#inFlight.get(path) === request) this.#inFlight.delete(path);
    };
    request.then(settle, settle);
    return request;
  }

  async #fetch(service: ServiceName, path: string, headers: Record<string, string>): Promise<SharedResponse> {
    const requestedAt = performance.now();
    const upstream = this.#upstreams.get(service);
    if (!upstream) throw new AppError('unavailable');
    const found = await upstream.replicas.fetch(path, { headers }).catch((cause: unknown) => {
      throw new AppError('unavailable', undefined, { cause });
    });
    if (isUnavailable(found.status)) throw new AppError('unavailable');
    const response = new SharedResponse(found, requestedAt);
    // An earlier request may complete after a later one.
    if ((this.#entries.peek(path)?.requestedAt ?? 0) > requestedAt) return response;
    if (isForEveryone(found) && path.length <= MAX_PATH_LENGTH) this.#entries.set(path, response);
    else this.#entries.delete(path);
    return response;
  }

  #count(result: 'hit' | 'miss' | 'stale', response: SharedResponse): SharedResponse {
    this.#requests.inc({ result });
    return response;
  }
}

function isForEveryone({ status, headers }: ServiceResponse): boolean {
  const isPublic = /\bpublic\b/.test(String(headers['cache-control'])) && headers['set-cookie'] === undefined;
  return status === 200 && isPublic && String(headers['content-type']).startsWith('application/json');
}

export class SharedResponse {
  readonly status: number;
  readonly body: string;
  readonly requestedAt: number;
  retryAt = 0;
  readonly #headers: Record<string, string>;
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor({ status, headers, body }: ServiceResponse, requestedAt: number) {
    this.status = status;
    this.body = body;
    this.requestedAt = requestedAt;
    const kept = KEPT_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []));
    this.#headers = Object.fromEntries(kept);
  }

  get unknownReferences(): string | undefined {
    return this.#headers[UNKNOWN_REFERENCES_HEADER];
  }

  /** Bytes of the body with its compressed forms and metadata. */
  get size(): number {
    return this.body.length * 3 + 1024;
  }

  /** With `Age`, and for a single object with `knownAt` (D-94). */
  asStale(): SharedResponse {
    const age = performance.now() - this.requestedAt;
    const knownAt = new Date(Date.now() - age).toISOString();
    const { etag: _, ...headers } = this.#headers;
    const body = this.body.startsWith('{') ? JSON.stringify({ ...JSON.parse(this.body), knownAt }) : this.body;
    const stale = { status: this.status, headers: { ...headers, age: String(Math.floor(age / 1000)) }, body };
    return new SharedResponse(stale, this.requestedAt);
  }

  async send(reply: AnyReply): Promise<AnyReply> {
    const { 'if-none-match': known, 'accept-encoding': accepted } = reply.request.headers;
    const { 'content-type': type, ...headers } = this.#headers;
    reply.code(this.status).headers(headers);
    const isCompressed = isCompressible(type, this.body.length);
    if (isCompressed) reply.header('vary', 'accept-encoding');
    if (headers.etag && matchesEtag(known, headers.etag)) return reply.code(304).send();
    if (type) reply.type(type);
    const encoding = isCompressed ? preferredEncoding(accepted) : undefined;
    if (!encoding) return reply.send(this.body);
    this.#compressed[encoding] ??= compressBody(Buffer.from(this.body), encoding);
    return reply.header('content-encoding', encoding).send(await this.#compressed[encoding]);
  }
}

type Reader = Pick<FastifyRequest, 'method' | 'url' | 'userId' | 'headers'>;

export const isPlainRead = ({ method, url, headers }: Reader): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !AMBIGUOUS_PATH.test(url) &&
  headers.range === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/** Returns the hook that serves anonymous reads from the cache; other requests go to the proxy. */
export const serveFromCache =
  (cache: ResponseCache, service: ServiceName) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (request.userId !== null || !isPlainRead(request)) return;
    const headers = { 'x-request-id': request.id, 'x-forwarded-for': request.address };
    const refresh = /\bno-cache\b/.test(request.headers['cache-control'] ?? '');
    const response = await cache.get(service, request.url, { headers, refresh });
    return response.send(reply);
  };
