import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { withinDeadline } from '../ops/deadline.ts';
import { AppError } from './errors.ts';

export type ReadinessCheck = () => Promise<unknown>;

export type FindFailing = () => Promise<Record<string, string>>;

const CHECK_TIMEOUT_MS = 2000;
const FIRST_CONTACT_MS = 5000;

/**
 * Runs the readiness checks. Before the app listens, waits briefly for its dependencies; their absence does not stop
 * the start.
 */
export function failingChecks(app: FastifyInstance, checks: Record<string, ReadinessCheck>): FindFailing {
  const check = (timeoutMs: number) =>
    Promise.allSettled(Object.values(checks).map((it) => withinDeadline(it(), timeoutMs)));
  app.addHook('onReady', async () => {
    await check(FIRST_CONTACT_MS);
  });
  return async () => {
    const results = await check(CHECK_TIMEOUT_MS);
    const failing = Object.keys(checks).flatMap((name, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [[name, String(result.reason)]] : [];
    });
    return Object.fromEntries(failing);
  };
}

/**
 * Adds `/health/live` (the process runs), `/health/ready` (all checks pass; 503 otherwise) and `/health/started` (all
 * checks passed once), for orchestrators that replace unhealthy processes.
 */
export function registerHealth(app: FastifyInstance, findFailing: FindFailing): void {
  let hasStarted = false;
  const isReady = async (log: FastifyBaseLogger) => {
    const failing = await findFailing();
    const isReadyNow = Object.keys(failing).length === 0;
    if (isReadyNow) hasStarted = true;
    else log.warn({ failing }, 'not ready');
    return isReadyNow;
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
