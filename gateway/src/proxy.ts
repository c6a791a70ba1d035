import { LIVE_PATH } from '@fasocolis/contracts/live';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import type { Dispatcher } from 'undici';
import { sendCompressed } from './compression.ts';
import { rawPath } from './origin.ts';
import type { ReplicaSet } from './replica-set.ts';
import { isPlainRead, isUnavailable, type ResponseCache, serveFromCache } from './response-cache.ts';
import { registerTunnel } from './tunnel.ts';
import { ROUTES, type Route } from './upstreams.ts';

export interface Upstream {
  url: string;
  replicas: ReplicaSet;
}

/** The only client headers that are forwarded: all others, identities above all, are dropped. */
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
  // This is the signature of WhatsApp's webhooks.
  'x-hub-signature-256',
] as const;

function headersFor(request: FastifyRequest, service: ServiceName): Record<string, string> {
  const sent = request.headers;
  const headers: Record<string, string> = { 'x-request-id': request.id, 'x-forwarded-for': request.address };
  for (const name of FORWARDED_HEADERS) {
    const value = sent[name];
    if (value !== undefined) headers[name] = value as string;
  }
  if (service === 'auth' && sent.cookie !== undefined) headers.cookie = sent.cookie;
  if (request.identityFor) headers[IDENTITY_HEADER] = request.identityFor(service);
  if (request.body !== undefined) {
    if (sent['content-type'] !== undefined) headers['content-type'] = sent['content-type'];
    if (sent['content-length'] !== undefined) headers['content-length'] = sent['content-length'];
  }
  return headers;
}

/** The last known response, for visitors and customers only; staff see the error. */
const lastKnownFor = (cache: ResponseCache, request: FastifyRequest) =>
  isPlainRead(request) && !request.isStaff ? cache.lastKnown(request.url) : undefined;

const replyHooks = (cache: ResponseCache) =>
  ({
    rewriteHeaders(headers) {
      // These are about the connection to the service.
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
      // Closing while the client still sends its body would reset the connection before the response.
      void sendCompressed(reply.removeHeader('connection'), response.stream);
    },
    onError(reply, { error }) {
      // A body over its limit makes the gateway abort the request, with this error.
      const { cause } = error;
      const refusal = cause instanceof AppError ? cause : undefined;
      const stale = refusal ? undefined : lastKnownFor(cache, reply.request as FastifyRequest);
      if (stale) void stale.send(reply);
      else void reply.send(refusal ?? new AppError('unavailable', undefined, { cause: error }));
    },
    // The replica set retries: the library would retry an overloaded service ten times.
    retryDelay: () => null,
  }) satisfies FastifyHttpProxyOptions['replyOptions'];

/** URL parsers normalize these paths, so that another resource than the checked one would be reached. */
const UNSTABLE_PATH = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

export async function registerProxies(
  app: FastifyInstance,
  upstreams: Map<ServiceName, Upstream>,
  cache: ResponseCache,
): Promise<void> {
  const hooks = replyHooks(cache);
  app.addHook('onRequest', (request, _reply, done) => {
    done(UNSTABLE_PATH.test(rawPath(request)) ? new AppError('bad-request') : undefined);
  });
  for (const service of SERVICES) {
    const routes = ROUTES.filter((route) => route.service === service);
    const upstream = upstreams.get(service);
    await app.register(async (scope) => {
      scope.addHook('onRoute', (added) => declare(added, routes, serveFromCache(cache, service)));
      for (const [methods, paths] of groupsOf(routes)) {
        // The routes of a proxy are in a scope of their own.
        await scope.register(async (group) => {
          if (upstream) await group.register(httpProxy, proxyOptions(service, upstream, hooks, methods, paths));
          else for (const url of paths) group.route({ method: methods, url, handler: unavailable });
        });
      }
    });
  }
  const notify = upstreams.get('notify');
  if (notify) registerTunnel(app, { ...notify, headersFor: (request) => headersFor(request, 'notify') });
  else for (const path of [LIVE_PATH, `${LIVE_PATH}/*`]) app.all(path, unavailable);
}

const unavailable = () => {
  throw new AppError('unavailable');
};

function groupsOf(routes: readonly Route[]): Map<HTTPMethods[], string[]> {
  const byMethods = Map.groupBy(routes, ({ operation: { method, hasHead = true } }) =>
    method === 'GET' && hasHead ? 'GET,HEAD' : method,
  );
  const paths = (group: readonly Route[]) => group.map(({ operation }) => operation.path);
  return new Map(Array.from(byMethods, ([methods, group]) => [methods.split(',') as HTTPMethods[], paths(group)]));
}

function declare(added: RouteOptions, routes: readonly Route[], serve: ReturnType<typeof serveFromCache>): void {
  const methods = [added.method].flat();
  const isOf = ({ path, method }: Operation) =>
    path === added.url && (methods.includes(method) || (method === 'GET' && methods.includes('HEAD')));
  const operation = routes.find((route) => isOf(route.operation))?.operation;
  if (!operation) throw new Error(`No operation ${String(added.method)} ${added.url}`);
  added.config = { ...added.config, operation };
  if (operation.shared) added.preValidation = serve;
  // Fastify adds HEAD to each GET.
  if (operation.hasHead === false && added.method === 'HEAD') added.preValidation = notFound;
}

const notFound = () => {
  throw new AppError('not-found');
};

const proxyOptions = (
  service: ServiceName,
  { url, replicas }: Upstream,
  hooks: ReturnType<typeof replyHooks>,
  httpMethods: HTTPMethods[],
  routes: string[],
) =>
  ({
    upstream: url,
    httpMethods,
    routes,
    internalRewriteLocationHeader: false,
    proxyPayloads: false,
    // References differ from request to request: caching their routes costs more than parsing.
    disableCache: true,
    disableRequestLogging: true,
    undici: { request: replicas.request.bind(replicas) as Dispatcher['request'] },
    replyOptions: {
      ...hooks,
      rewriteRequestHeaders: (request) => headersFor(request as FastifyRequest, service),
    },
  }) satisfies FastifyHttpProxyOptions;
