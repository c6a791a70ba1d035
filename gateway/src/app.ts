import { once } from 'node:events';
import type { Server } from 'node:http';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { AppError, sendError } from '@fasocolis/service-kit/http/errors';
import { registerHealth } from '@fasocolis/service-kit/http/health';
import {
  limitedServer,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
  registerRequestLimits,
} from '@fasocolis/service-kit/http/request-limits';
import { loggerOptions, quietLogs } from '@fasocolis/service-kit/http/service';
import { auditLog } from '@fasocolis/service-kit/ops/audit';
import { AuditEvents } from '@fasocolis/service-kit/ops/audit-events';
import { Registry, requestMetrics } from '@fasocolis/service-kit/ops/metrics';
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { registerApiDocs } from './api-docs.ts';
import { Devices, registerCallers } from './callers.ts';
import { registerCertificateMetric } from './certificate.ts';
import { registerCompression } from './compression.ts';
import type { GatewayConfig } from './config.ts';
import { findFailingServices } from './health.ts';
import { rawPath, registerHostCheck, registerOriginCheck } from './origin.ts';
import { registerProxies, type Upstream } from './proxy.ts';
import { createRateLimits, type RateLimits, registerLookups, registerRateLimits } from './rate-limits.ts';
import { ReplicaSet, type Resolve } from './replica-set.ts';
import { acceptsImages, registerRequestBodies } from './request-body.ts';
import { ResponseCache } from './response-cache.ts';
import { registerDataHeaders } from './security-headers.ts';
import { type Identify, registerSession, sessionIdentification } from './session.ts';
import { redirectBroken, registerSites } from './sites.ts';
import { mayUpgrade } from './tunnel.ts';

export interface GatewayDependencies {
  resolve?: Resolve;
  logStream?: { write(line: string): void };
  /** How long a request waits for its rate limit counter before it is accepted uncounted, in milliseconds. */
  countTimeoutMs?: number;
  cacheBytes?: number;
  timeouts?: RequestTimeouts;
}

const CACHE_BYTES = 32 * 1024 * 1024;

export async function buildGateway(config: GatewayConfig, dependencies: GatewayDependencies = {}) {
  const { resolve, countTimeoutMs = 250, cacheBytes = CACHE_BYTES, timeouts = REQUEST_TIMEOUTS } = dependencies;
  const upstreams = upstreamsOf(config, resolve);
  const sessions = connectRedis(config.REDIS_URL, { commandTimeout: 1000 });
  // A separate connection with a short timeout: a Redis that hangs delays a lookup, but does not fail it.
  const counters = connectRedis(config.REDIS_URL, { commandTimeout: countTimeoutMs });
  const registry = new Registry();
  const failingServices = findFailingServices(upstreams);
  const cache = new ResponseCache({ upstreams, maxBytes: cacheBytes, registry });

  const app = Fastify(serverOptions(config, timeouts, dependencies.logStream));
  const audit = new AuditEvents(sessions);
  app.addHook('onClose', async () => {
    await audit.close();
    sessions.disconnect();
    counters.disconnect();
    await Promise.all([...upstreams.values()].map(({ replicas }) => replicas.close()));
  });
  app.addHook('onReady', async () => {
    await Promise.all([firstContact(sessions), firstContact(counters)]);
  });
  registerErrors(app, audit);
  app.decorateRequest('identityFor', null);
  app.decorateRequest('userId', null);
  app.decorateRequest('isStaff', false);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  registerAccessLog(app);

  registerRequestLimits(app, timeouts, acceptsImages);
  registerHostCheck(app, config.PUBLIC_URL);
  await registerCallers(app, config);
  registerRequestBodies(app, { isLimited: config.RATE_LIMITS });
  const devices = new Devices(config.PUBLIC_URL);
  const limits = await createRateLimits(app, counters, devices, config);
  const identify = sessionIdentification({
    redis: sessions,
    identityKey: config.IDENTITY_KEY,
    publicUrl: config.PUBLIC_URL,
  });
  await app.register(requestMetrics, { registry });
  registerCertificateMetric(registry, config);
  registerDataHeaders(app, config.PUBLIC_URL);
  registerHealth(app, failingServices);
  await app.register(async (api) => registerApi(api, { config, identify, limits, upstreams, cache }));
  await registerSites(app, config, { cache, devices, identify, limits });

  const internal = Fastify({ logger: false });
  registerHealth(internal, failingServices);
  internal.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return { app, internal };
}

function upstreamsOf(config: GatewayConfig, resolve: Resolve | undefined): Map<ServiceName, Upstream> {
  const upstreams = new Map<ServiceName, Upstream>();
  for (const service of SERVICES) {
    const url = config.services[service];
    if (!url) continue;
    const replicas = new ReplicaSet(url, { timeoutMs: config.UPSTREAM_TIMEOUT_MS, ...(resolve && { resolve }) });
    upstreams.set(service, { url, replicas });
  }
  return upstreams;
}

/** Audits the gateway's own refusals; the services audit theirs (SEC-012). */
function registerErrors(app: FastifyInstance, events: AuditEvents): void {
  const audit = auditLog(app.log, 'gateway', events);
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply);
    const { statusCode: status } = reply;
    if (status !== 403 && status !== 429) return;
    audit(request, { account: request.userId, action: 'gateway', outcome: 'refused', status });
  });
}

function registerAccessLog(app: FastifyInstance): void {
  // Access log lines contain no secrets, and redaction takes longer than writing them.
  const accessLog = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const url = rawPath(request);
    const { id: requestId, method, userId } = request;
    // The matched route decides: the path may be percent-encoded.
    const isApi = /^\/(?:api|ws)/.test(request.routeOptions.url ?? '');
    const { statusCode: status, elapsedTime } = reply;
    // The query may contain tokens, so it is left out.
    const line = { requestId, method, url, status, ms: Math.round(elapsedTime * 10) / 10, userId };
    accessLog[isApi ? 'info' : 'debug'](line, 'request answered');
    done();
  });
}

interface ApiParts {
  config: GatewayConfig;
  identify: Identify;
  limits: RateLimits;
  upstreams: Map<ServiceName, Upstream>;
  cache: ResponseCache;
}

async function registerApi(api: FastifyInstance, { config, identify, limits, upstreams, cache }: ApiParts) {
  api.addHook('onRequest', (_request, reply, done) => {
    // Services set another value for responses that may be stored.
    reply.header('cache-control', 'no-store');
    done();
  });
  registerOriginCheck(api, config.PUBLIC_URL);
  registerRateLimits(api, limits);
  registerSession(api, identify);
  registerLookups(api, limits);
  await registerApiDocs(api, config.PUBLIC_URL);
  await api.register(async (proxies) => {
    await registerCompression(proxies, { global: false });
    await registerProxies(proxies, upstreams, cache);
  });
  const refuse = () => {
    throw new AppError('not-found');
  };
  // Calls are refused before their body is read.
  for (const path of ['/api', '/api/*']) api.all(path, { onRequest: async () => refuse() }, refuse);
}

/** Waits briefly for a connection, so that the first requests succeed; a missing Redis does not stop the start. */
async function firstContact(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(2000) }).catch(() => {});
}

function serverOptions(config: GatewayConfig, timeouts: RequestTimeouts, logStream: GatewayDependencies['logStream']) {
  const { http, ...limited } = limitedServer(timeouts);
  return {
    ...limited,
    logger: loggerOptions({ name: 'gateway', logLevel: config.LOG_LEVEL, ...(logStream && { logStream }) }),
    logController: quietLogs(),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.TRUST_PROXY ?? false,
    http: {
      ...http,
      shouldUpgradeCallback: (request) => config.NOTIFY_URL !== undefined && mayUpgrade(request),
    },
    // Requests that arrive during shutdown are served.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      if (!redirectBroken(request, reply)) sendError(error, request, reply);
    },
  } satisfies FastifyHttpOptions<Server>;
}
