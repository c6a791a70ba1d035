import type { ServiceName } from '@fasocolis/contracts/services';
import { AppError } from '@fasocolis/service-kit/errors';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/identity';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { sendCompressed } from './compression.ts';
import { rawPath } from './origin.ts';
import type { ReplicaSet } from './replica-set.ts';
import { isPlainRead, isUnavailable, type ResponseCache, serveFromCache } from './response-cache.ts';
import { registerTunnel } from './tunnel.ts';
import { ROUTES, type Route, SOCKET_PATH } from './upstreams.ts';

/** A configured service: where it is, and the replicas found there. */
export interface Upstream {
  url: string;
  replicas: ReplicaSet;
}

/** All a service gets to see of the client's headers: what is not listed (identities above all) stays here. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'idempotency-key',
  'last-event-id',
  'range',
  'user-agent',
] as const;

/** The headers a service gets. */
function headersFor(request: FastifyRequest, passCookies = false): Record<string, string> {
  const sent = request.headers;
  const headers: Record<string, string> = { 'x-request-id': request.id, 'x-forwarded-for': request.address };
  for (const name of FORWARDED_HEADERS) {
    const value = sent[name];
    if (value !== undefined) headers[name] = value as string;
  }
  if (passCookies && sent.cookie !== undefined) headers.cookie = sent.cookie;
  if (request.identityToken !== null) headers[IDENTITY_HEADER] = request.identityToken;
  if (request.body !== undefined) {
    if (sent['content-type'] !== undefined) headers['content-type'] = sent['content-type'];
    if (sent['content-length'] !== undefined) headers['content-length'] = sent['content-length'];
  }
  return headers;
}

/** The last known response for a signed-in customer; the administrator sees the error. */
const lastKnownFor = (cache: ResponseCache, request: FastifyRequest) =>
  isPlainRead(request) && !request.isAdmin ? cache.lastKnown(request.url) : undefined;

const replyHooks = (cache: ResponseCache) =>
  ({
    rewriteHeaders(headers) {
      // These speak of the connection behind us, not of the client's.
      delete headers.connection;
      delete headers['keep-alive'];
      return headers;
    },
    onResponse(request, reply, response) {
      const stale = isUnavailable(reply.statusCode) && lastKnownFor(cache, request as FastifyRequest);
      if (stale) {
        response.stream.destroy();
        void stale.send(reply.removeHeader('content-length'));
        return;
      }
      // Closing while the client still sends its body would let it see a reset instead of this answer.
      void sendCompressed(reply.removeHeader('connection'), response.stream);
    },
    onError(reply, { error }) {
      // A body over its limit ends the request to the service with our own error.
      const { cause } = error;
      const refusal = cause instanceof AppError ? cause : undefined;
      const stale = refusal ? undefined : lastKnownFor(cache, reply.request as FastifyRequest);
      if (stale) void stale.send(reply);
      else void reply.send(refusal ?? new AppError('unavailable', undefined, { cause: error }));
    },
    // Retrying is the replica set's business: the library would ask an overloaded service ten times more.
    retryDelay: () => null,
  }) satisfies FastifyHttpProxyOptions['replyOptions'];

/** Paths that change on the way through a URL parser: they would reach another resource than the one checked here. */
const UNSTABLE_PATH = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function proxyOptions(
  { prefix, service, bodyLimit }: Route,
  { url, replicas }: Upstream,
  hooks: ReturnType<typeof replyHooks>,
) {
  const passCookies = service === 'auth';
  return {
    prefix,
    upstream: url,
    rewritePrefix: prefix,
    internalRewriteLocationHeader: false,
    proxyPayloads: false,
    // References differ from call to call: looking them up in a cache costs more than parsing them.
    disableCache: true,
    disableRequestLogging: true,
    undici: { request: replicas.request.bind(replicas) as Dispatcher['request'] },
    config: { maxBodyBytes: bodyLimit },
    replyOptions: {
      rewriteRequestHeaders: (request) => headersFor(request as FastifyRequest, passCookies),
      ...hooks,
    },
  } satisfies FastifyHttpProxyOptions;
}

/** Registers every route of the table; those of a service without an upstream answer 503. */
export function registerProxies(
  app: FastifyInstance,
  upstreams: Map<ServiceName, Upstream>,
  cache: ResponseCache,
): void {
  const hooks = replyHooks(cache);
  app.addHook('onRequest', (request, _reply, done) => {
    done(UNSTABLE_PATH.test(rawPath(request)) ? new AppError('bad-request') : undefined);
  });
  for (const route of ROUTES) {
    const upstream = upstreams.get(route.service);
    if (upstream) {
      if (route.prefix === SOCKET_PATH) registerTunnel(app, { ...upstream, headersFor });
      else {
        void app.register(async (scope) => {
          if (route.isShared) serveFromCache(scope, cache, route.service);
          await scope.register(httpProxy, proxyOptions(route, upstream, hooks));
        });
      }
      continue;
    }
    for (const path of [route.prefix, `${route.prefix}/*`]) {
      app.all(path, { config: { maxBodyBytes: route.bodyLimit } }, () => {
        throw new AppError('unavailable');
      });
    }
  }
}
