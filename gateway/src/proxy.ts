import type { IncomingMessage } from 'node:http';
import { AppError } from '@fasocolis/service-kit/errors';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/identity';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { rawPath } from './origin.ts';
import type { ReplicaSet } from './replica-set.ts';
import { ROUTES, type Route, type ServiceName, SOCKET_PATH } from './upstreams.ts';

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

/** The headers a service gets. None may be undefined: a WebSocket would then be opened and stay silent. */
function headersFor(request: FastifyRequest, passCookies: boolean): Record<string, string> {
  const sent = request.headers;
  const headers: Record<string, string> = { 'x-request-id': request.id, 'x-forwarded-for': request.ip };
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

const REPLY_HOOKS = {
  rewriteHeaders(headers) {
    // These speak of the connection behind us, not of the client's.
    delete headers.connection;
    delete headers['keep-alive'];
    return headers;
  },
  onResponse(_request, reply, response) {
    // Closing while the client still sends its body would let it see a reset instead of this answer.
    void reply.removeHeader('connection').send(response.stream);
  },
  onError(reply, { error }) {
    // A body over its limit ends the request to the service with our own error.
    const { cause } = error;
    void reply.send(cause instanceof AppError ? cause : new AppError('unavailable', undefined, { cause: error }));
  },
  // Retrying is the replica set's business: the library would ask an overloaded service ten times more.
  retryDelay: () => null,
} satisfies FastifyHttpProxyOptions['replyOptions'];

/** Paths that change on the way through a URL parser: they would reach another resource than the one checked here. */
const UNSTABLE_PATH = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function proxyOptions({ prefix, service, bodyLimit }: Route, { url, replicas }: Upstream) {
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
      ...REPLY_HOOKS,
    },
  } satisfies FastifyHttpProxyOptions;
}

/** The socket's own options; it finds a replica through DNS by itself. */
function socketOptions({ bodyLimit }: Route, { url }: Upstream) {
  return {
    websocket: true,
    wsUpstream: url.replace(/^http/, 'ws'),
    wsServerOptions: { maxPayload: bodyLimit },
    wsClientOptions: {
      handshakeTimeout: 5000,
      perMessageDeflate: false,
      rewriteRequestHeaders: (_headers: object, request: FastifyRequest) => headersFor(request, false),
    },
  } as const;
}

/** Registers every route of the table; those of a service without an upstream answer 503. */
export function registerProxies(app: FastifyInstance, upstreams: Map<ServiceName, Upstream>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(UNSTABLE_PATH.test(rawPath(request)) ? new AppError('bad-request') : undefined);
  });
  for (const route of ROUTES) {
    const upstream = upstreams.get(route.service);
    if (upstream) {
      const options = proxyOptions(route, upstream);
      if (route.prefix === SOCKET_PATH) void app.register(httpProxy, { ...options, ...socketOptions(route, upstream) });
      else void app.register(httpProxy, options);
      continue;
    }
    for (const path of [route.prefix, `${route.prefix}/*`]) {
      app.all(path, { config: { maxBodyBytes: route.bodyLimit } }, () => {
        throw new AppError('unavailable');
      });
    }
  }
}

/** Whether a request asks for a WebSocket where there may be one; anything else is answered as if it had not asked. */
export function mayUpgrade({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SOCKET_PATH;
}
