import { AppError } from '@fasocolis/service-kit/errors';
import { isClosing } from '@fasocolis/service-kit/process';
import type { FastifyInstance } from 'fastify';
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
 * Adds `/health/live` (the process runs) and `/health/ready` (every service is ready, and the gateway is not about to
 * end; 503 otherwise).
 */
export function registerHealth(app: FastifyInstance, failingServices: () => Promise<string[]>): void {
  app.get('/health/live', async () => ({ message: 'ok' }));
  app.get('/health/ready', async (request) => {
    const failing = isClosing() ? ['gateway'] : await failingServices();
    if (failing.length > 0) {
      request.log.warn({ failing }, 'not ready');
      throw new AppError('unavailable');
    }
    return { message: 'ok' };
  });
}
