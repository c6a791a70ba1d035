import { DELIVERY_STATES } from '@fasocolis/contracts/email';
import { EMAIL_QUEUE } from '@fasocolis/contracts/queues';
import { type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import { startJobWorker } from '@fasocolis/service-kit/events/job-worker';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import type { Service } from '@fasocolis/service-kit/http/service';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { Gauge, type Registry } from 'prom-client';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import { type EmailQueue, sweepEmails } from '../shared/email-queue.ts';
import { EmailContents } from './email-contents.ts';
import { EmailSender, PARALLEL_EMAILS } from './email-sender.ts';
import { fanOut } from './fan-out.ts';

const LONGEST_RETRY_MS = 15 * 60_000;

interface EmailParts {
  app: Service;
  config: NotifyConfig;
  database: Database;
  /** Closed with the worker. */
  queue: EmailQueue;
}

export function startEmails({ app, config, database, queue }: EmailParts): BackgroundWork {
  const { log } = app;
  const { PUBLIC_URL: publicUrl, REDIS_URL: redisUrl, MAIL_RETRY_MS: retryMs, MAIL_SWEEP_MS: everyMs } = config;
  const clientOf = (service: ServiceName) =>
    new ServiceClient({ service, baseUrl: config[urlVariableOf(service)], identityKey: config.IDENTITY_KEY });
  const auth = clientOf('auth');
  const [content, orders] = [clientOf('content'), clientOf('orders')];
  const contents = new EmailContents({ database, auth, content, orders, publicUrl });
  const sender = new EmailSender({ config, database, contents, log });
  const worker = startJobWorker(
    EMAIL_QUEUE,
    ({ name, id = '', data }) =>
      name === 'fan-out' ? fanOut({ database, auth, queue }, data.notificationId) : sender.send(id),
    { redisUrl, log, concurrency: PARALLEL_EMAILS, retryMs, longestRetryMs: LONGEST_RETRY_MS },
  );
  const sweep = startPeriodic({ name: 'sweep of mails', everyMs, work: () => sweepEmails(database, queue) }, log);
  registerEmailMetrics(app.metricsRegistry, database);

  return {
    async close() {
      await Promise.all([worker.close(), sweep.close()]);
      await queue.close();
      sender.close();
    },
  };
}

/** Exports the number of emails by state, or nothing while the database is unreachable. */
function registerEmailMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'email_deliveries',
    help: 'Mails by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await database.emailDelivery.groupBy({ by: ['state'], _count: true }).catch(() => null);
      if (!rows) return;
      const counts = new Map(rows.map((row) => [row.state.toLowerCase(), row._count]));
      for (const state of DELIVERY_STATES) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
