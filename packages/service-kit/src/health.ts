import { MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { withinDeadline } from './deadline.ts';
import { AppError } from './errors.ts';

/** Something a process cannot work without. Resolves when it answers, rejects when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2000;
const FIRST_CONTACT_MS = 5000;

/**
 * Adds `/health/live` (the process runs), `/health/ready` (everything it needs answers; 503 otherwise) and
 * `/health/started` (everything has answered once), for those who replace what does not: a new process would miss the
 * same. Requests come as soon as the app listens: before that it waits a little for what it needs, whose absence does
 * not stop the start.
 */
export function registerHealth(app: FastifyInstance, checks: Record<string, ReadinessCheck>): void {
  const check = (patienceMs: number) =>
    Promise.allSettled(Object.values(checks).map((it) => withinDeadline(it(), patienceMs)));
  app.addHook('onReady', async () => {
    await check(FIRST_CONTACT_MS);
  });

  let hasStarted = false;
  const isReady = async (log: FastifyBaseLogger) => {
    const results = await check(CHECK_TIMEOUT_MS);
    const failing = Object.keys(checks).flatMap((name, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [[name, String(result.reason)]] : [];
    });
    if (failing.length > 0) log.warn({ failing: Object.fromEntries(failing) }, 'not ready');
    else hasStarted = true;
    return failing.length === 0;
  };

  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = {
    config: { access: 'public' as const },
    schema: { hide: true, response: { 200: MessageSchema, 503: ErrorSchema } },
  };
  routes.get('/health/live', options, async () => ({ message: 'ok' }));
  routes.get('/health/ready', options, async (request) => {
    if (!(await isReady(request.log))) throw new AppError('unavailable');
    return { message: 'ok' };
  });
  routes.get('/health/started', options, async (request) => {
    if (!(await isReady(request.log)) && !hasStarted) throw new AppError('unavailable');
    return { message: 'ok' };
  });
}
