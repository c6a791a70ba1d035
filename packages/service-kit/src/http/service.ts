import { DEFAULT_BODY_BYTES } from '@fasocolis/contracts/operations/operation';
import Fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import * as z from 'zod/mini';
// Type augmentations of Fastify, needed by importers of the declarations.
import '../auth/access.ts';
import { registerAccess } from '../auth/access.ts';
import { registerAudit } from '../ops/audit.ts';
import type { AuditEvents } from '../ops/audit-events.ts';
import { requestMetrics } from '../ops/metrics.ts';
import { AppError, logLevelOf, sendError } from './errors.ts';
import { failingChecks, type ReadinessCheck, registerHealth } from './health.ts';
import { requireOperation } from './operations.ts';
import { limitedServer, REQUEST_TIMEOUTS, type RequestTimeouts, registerRequestLimits } from './request-limits.ts';
import { requireTextBounds } from './text-bounds.ts';

// The fallback language of validation messages.
z.config(z.locales.fr());

declare module 'fastify' {
  interface FastifyInstance {
    /** Services register their own metrics here. */
    metricsRegistry: Registry;
  }
}

export interface ServiceOptions {
  name: string;
  logLevel: string;
  logStream?: { write(line: string): void };
  identityKeys: string;
  readiness?: Record<string, ReadinessCheck>;
  /** Where audit events go besides the log; closed with the app. */
  audit?: AuditEvents;
  timeouts?: RequestTimeouts;
}

export type AppOptions = Pick<ServiceOptions, 'logLevel' | 'identityKeys' | 'logStream' | 'audit'>;

const FLUSH_MS = 500;

/** Standard output with buffered writes: a system call per line costs a busy gateway a quarter of its time. */
function bufferedOutput() {
  const output = pino.destination({ dest: 1, minLength: 4096, sync: false });
  setInterval(() => output.flush(), FLUSH_MS).unref();
  return output;
}

/** Logger options of every process: JSON lines, one name, secrets redacted. */
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
      // Arguments of a failed Redis command may contain the password.
      'err.command.args',
    ],
    stream: logStream ?? bufferedOutput(),
  } satisfies FastifyServerOptions['logger'];
}

/** Disables Fastify's request logs; ours carry the request id under the name it has in events and responses. */
export const quietLogs = () => new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/**
 * Creates the Fastify instance of a service: zod validation, error table, request ids, identity and access, health
 * and metrics. Does not listen.
 * @throws Error when a route is registered that belongs to no operation, or with a text of any length
 */
export async function createService(options: ServiceOptions) {
  const { timeouts = REQUEST_TIMEOUTS } = options;
  const app = Fastify({
    logger: loggerOptions(options),
    logController: quietLogs(),
    // Only the gateway and other services connect; the gateway sets X-Forwarded-For.
    trustProxy: true,
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    ...limitedServer(timeouts),
    bodyLimit: DEFAULT_BODY_BYTES,
    // Requests that arrive during shutdown are served.
    return503OnClosing: false,
    // Longer than the gateway's keep-alive, so that the gateway never writes to a closing connection.
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
    // The gateway writes the access log. The query may contain tokens, so it is left out.
    log[logLevelOf(status)]({ method, url: url.split('?', 1)[0], status, ms: reply.elapsedTime }, 'request answered');
    done();
  });

  registerAudit(app, options.name, options.audit);
  registerRequestLimits(app, timeouts, ({ routeOptions }) => routeOptions.config.operation?.bodyLimit !== undefined);
  registerAccess(app, options.identityKeys, options.name);
  const registry = new Registry();
  app.decorate('metricsRegistry', registry);
  await app.register(requestMetrics, { registry });
  registerHealth(app, failingChecks(app, options.readiness ?? {}));
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  app.addHook('onRoute', requireOperation);
  app.addHook('onRoute', requireTextBounds);
  return app;
}

export type Service = Awaited<ReturnType<typeof createService>>;
