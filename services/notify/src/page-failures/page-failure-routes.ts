import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { handle } from '@fasocolis/service-kit/http/operations';
import { Counter } from '@fasocolis/service-kit/ops/metrics';
import type { FastifyPluginAsync } from 'fastify';
import type { Redis } from 'ioredis';

/** Reports per address and hour. One broken release must not fill the log. */
const MAX_REPORTS = 60;

export const pageFailureRoutes: FastifyPluginAsync<{ redis: Redis }> = async (app, { redis }) => {
  const reports = new AttemptLimit(redis, { name: 'page-failures', max: MAX_REPORTS, windowSeconds: 3600 });
  const failures = new Counter({
    name: 'page_failures_total',
    help: 'Rendered pages whose scripts failed in a browser, as browsers report them',
    registers: [app.metricsRegistry],
  });

  handle(app, notificationOperations.reportPageFailure, async (request) => {
    await reports.count(request.ip);
    failures.inc();
    request.log.warn({ failure: request.body }, 'page failed in a browser');
    return { message: 'Merci' };
  });
};
