import { MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { withinDeadline } from './deadline.ts';
import { AppError } from './errors.ts';

/** Something a process cannot work without. Resolves when it answers, rejects when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2000;
const FIRST_CONTACT_MS = 5000;

/**
 * Adds `/health/live` (the process runs) and `/health/ready` (everything it needs answers; 503 otherwise). Requests come
 * as soon as the app listens: before that it waits a little for what it needs, whose absence does not stop the start.
 */
export function registerHealth(app: FastifyInstance, checks: Record<string, ReadinessCheck>): void {
  app.addHook('onReady', async () => {
    await Promise.allSettled(Object.values(checks).map((check) => withinDeadline(check(), FIRST_CONTACT_MS)));
  });
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = (response: Record<number, typeof MessageSchema | typeof ErrorSchema>) => ({
    config: { access: 'public' as const },
    schema: { hide: true, response },
  });

  routes.get('/health/live', options({ 200: MessageSchema }), async () => ({ message: 'ok' }));
  routes.get('/health/ready', options({ 200: MessageSchema, 503: ErrorSchema }), async (request) => {
    const results = await Promise.allSettled(
      Object.values(checks).map((check) => withinDeadline(check(), CHECK_TIMEOUT_MS)),
    );
    const failing = Object.keys(checks).flatMap((name, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [[name, String(result.reason)]] : [];
    });
    if (failing.length > 0) {
      request.log.warn({ failing: Object.fromEntries(failing) }, 'not ready');
      throw new AppError('unavailable');
    }
    return { message: 'ok' };
  });
}
