import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyServerOptions, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import * as z from 'zod/mini';
// For those who build on the declarations: they need what this adds to Fastify's own.
import './access.ts';
import { registerAccess } from './access.ts';
import { AppError, sendError } from './errors.ts';
import { findFailingOf, type ReadinessCheck, registerHealth } from './health.ts';
import { requestMetrics } from './metrics.ts';
import {
  DEFAULT_BODY_BYTES,
  limitedServer,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
  registerRequestLimits,
} from './request-limits.ts';

// Where a rule has no sentence of its own, people still read French.
z.config(z.locales.fr());

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` prints: a service registers its own metrics here. */
    metricsRegistry: Registry;
  }
}

export interface ServiceOptions {
  /** Name of the service in logs, metrics and the API documentation. */
  name: string;
  logLevel: string;
  /** Where log lines go instead of standard output (tests read them). */
  logStream?: { write(line: string): void };
  /** Key with which identities are signed (HMAC SHA-256). */
  signingKey: string;
  /** What has to answer before the service says it is ready. */
  readiness?: Record<string, ReadinessCheck>;
  timeouts?: RequestTimeouts;
}

const FLUSH_MS = 500;

/** Standard output, written to in larger pieces: a system call for every line costs a busy gateway a quarter of its time. */
function bufferedOutput() {
  const output = pino.destination({ dest: 1, minLength: 4096, sync: false });
  setInterval(() => output.flush(), FLUSH_MS).unref();
  return output;
}

/** Logger settings every process of ours shares: JSON lines, one name, no secret. */
export function loggerOptions({ name, logLevel, logStream }: Pick<ServiceOptions, 'name' | 'logLevel' | 'logStream'>) {
  return {
    level: logLevel,
    base: { service: name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: [
      'password',
      'token',
      'req.headers.authorization',
      'req.headers.cookie',
      'req.headers["x-identity"]',
      '*.password',
      '*.token',
      // What Redis was asked when it refused: the password, maybe.
      'err.command.args',
    ],
    stream: logStream ?? bufferedOutput(),
  } satisfies FastifyServerOptions['logger'];
}

/** Lines of our own only, each with the request id under the name it has in events and answers. */
export const quietLogs = () => new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/**
 * Builds the Fastify instance that every service starts from: zod in and out, the error table, request ids, identity
 * and access, health, metrics and the OpenAPI document. It does not listen.
 *
 * @throws Error while routes are registered, when one declares no access
 */
export async function createService(options: ServiceOptions) {
  const { timeouts = REQUEST_TIMEOUTS } = options;
  const app = Fastify({
    logger: loggerOptions(options),
    logController: quietLogs(),
    // Only the gateway and other services reach us; the gateway sets X-Forwarded-For itself.
    trustProxy: true,
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    ...limitedServer(timeouts),
    bodyLimit: DEFAULT_BODY_BYTES,
    // What still arrives while we are closing is answered all the same.
    return503OnClosing: false,
    // Longer than the gateway's own keep-alive, so that it never writes to a connection we are closing.
    keepAliveTimeout: 72_000,
    frameworkErrors: sendError,
  }).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new AppError('not-found');
  });
  app.addHook('onResponse', ({ log, method, url }, reply, done) => {
    const status = reply.statusCode;
    // The gateway has the access log; behind it a line a request would only say the same again.
    const level = status >= 500 ? 'error' : 'debug';
    // Without the query: it may hold tokens.
    log[level]({ method, url: url.split('?', 1)[0], status, ms: reply.elapsedTime }, 'request answered');
    done();
  });

  registerRequestLimits(app, timeouts, ({ routeOptions }) => routeOptions.bodyLimit > DEFAULT_BODY_BYTES);
  registerAccess(app, options.signingKey);
  const registry = new Registry();
  app.decorate('metricsRegistry', registry);
  await app.register(requestMetrics, { registry });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${PRODUCT_NAME} ${options.name}`, version: '1.0.0' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  registerHealth(app, findFailingOf(app, options.readiness ?? {}));
  const internal = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/metrics', internal, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  app.get('/openapi.json', internal, async () => app.swagger());
  return app;
}

export type Service = Awaited<ReturnType<typeof createService>>;
