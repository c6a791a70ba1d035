import { AppError } from '@fasocolis/service-kit/errors';
import { isClosing } from '@fasocolis/service-kit/process';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Upstream } from './proxy.ts';

const TIMEOUT_MS = 2000;
/** However often somebody asks, the services are asked once in this time. */
const CACHE_MS = 1000;

/** Makes the function that tells which of the services are not ready. */
export function readiness(upstreams: Map<string, Upstream>): () => Promise<string[]> {
  let asked: { at: number; failing: Promise<string[]> } | undefined;

  async function ask(): Promise<string[]> {
    const checks = [...upstreams].map(([name, { replicas }]) =>
      replicas.get('/health/ready', TIMEOUT_MS).then(
        () => [],
        () => [name],
      ),
    );
    return (await Promise.all(checks)).flat();
  }

  return () => {
    if (!asked || Date.now() - asked.at >= CACHE_MS) asked = { at: Date.now(), failing: ask() };
    return asked.failing;
  };
}

/**
 * Adds `/health/live` (the process runs), `/health/ready` (every service is ready, and the gateway is not about to end;
 * 503 otherwise) and `/health/started` (every service has been ready once), for those who replace what does not answer:
 * a new gateway would find the same services away, and have forgotten what the old one remembers of them.
 */
export function registerHealth(app: FastifyInstance, failingServices: () => Promise<string[]>): void {
  let hasStarted = false;
  const isReady = async (log: FastifyBaseLogger) => {
    const failing = isClosing() ? ['gateway'] : await failingServices();
    if (failing.length > 0) log.warn({ failing }, 'not ready');
    else hasStarted = true;
    return failing.length === 0;
  };

  app.get('/health/live', async () => ({ message: 'ok' }));
  app.get('/health/ready', async (request) => {
    if (!(await isReady(request.log))) throw new AppError('unavailable');
    return { message: 'ok' };
  });
  app.get('/health/started', async (request) => {
    if (!(await isReady(request.log)) && !hasStarted) throw new AppError('unavailable');
    return { message: 'ok' };
  });
}
