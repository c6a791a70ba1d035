import { MessageSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError } from './errors.ts';

/** Something a process cannot work without. Resolves when it answers, rejects when it does not. */
export type ReadinessCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2000;

/** Adds `/health/live` (the process runs) and `/health/ready` (everything it needs answers; 503 otherwise). */
export function registerHealth(app: FastifyInstance, checks: Record<string, ReadinessCheck>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const options = (response: Record<number, typeof MessageSchema | typeof ErrorSchema>) => ({
    config: { access: 'public' as const },
    schema: { hide: true, response },
  });

  routes.get('/health/live', options({ 200: MessageSchema }), async () => ({ message: 'ok' }));
  routes.get('/health/ready', options({ 200: MessageSchema, 503: ErrorSchema }), async (request) => {
    const results = await Promise.allSettled(Object.values(checks).map((check) => withTimeout(check)));
    const failing = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected');
    if (failing.length > 0) {
      request.log.warn({ failing }, 'not ready');
      throw new AppError('unavailable');
    }
    return { message: 'ok' };
  });
}

async function withTimeout(check: ReadinessCheck): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('readiness check timed out')), CHECK_TIMEOUT_MS);
  try {
    await Promise.race([check(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
