import { QUEUE_PREFIX } from '@fasocolis/service-kit/outbox';
import { blockingConnection } from '@fasocolis/service-kit/redis';
import type { Service } from '@fasocolis/service-kit/service';
import { ServiceClient } from '@fasocolis/service-kit/service-client';
import type { BackgroundWork } from '@fasocolis/service-kit/worker';
import { Worker } from 'bullmq';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import { registerMailMetrics } from './mail-metrics.ts';
import { deliveryIdOf, MAIL_QUEUE, MailQueue } from './mail-queue.ts';
import { MailSender, PARALLEL_MAILS } from './mail-sender.ts';

const LONGEST_PAUSE_MS = 15 * 60_000;
const LOCK_MS = 5000;

interface MailParts {
  app: Service;
  /** The worker that handles events: each may have asked for a mail. */
  consumer: Worker;
  config: NotifyConfig;
  database: Database;
}

/** Starts to send the mails that events ask for: one job, one mail. */
export function startMails({ app, consumer, config, database }: MailParts): BackgroundWork {
  const { log } = app;
  const auth = new ServiceClient({
    baseUrl: config.AUTH_URL,
    caller: 'notify',
    signingKey: config.INTERNAL_SIGNING_KEY,
  });
  const queue = new MailQueue({ database, redisUrl: config.REDIS_URL, log, sweepMs: config.MAIL_SWEEP_MS });
  const sender = new MailSender({ config, database, auth, log });
  const worker = new Worker(MAIL_QUEUE, (job) => sender.send(deliveryIdOf(job)), {
    prefix: QUEUE_PREFIX,
    connection: blockingConnection(config.REDIS_URL),
    concurrency: PARALLEL_MAILS,
    // A killed worker's mail is taken up again within seconds, and as often as that happens.
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: 1_000_000,
    settings: {
      backoffStrategy: (attempts) => Math.min(config.MAIL_RETRY_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS),
    },
  });
  worker.on('failed', (job, err) => log.warn({ err, job: job?.id, attempt: job?.attemptsMade }, 'mail not sent yet'));
  worker.on('error', (err) => log.warn({ err }, 'mail queue unreachable'));
  // A mail's id is that of the event that asked for it.
  consumer.on('completed', (job) => queue.add(job.data.id));
  registerMailMetrics(app.metricsRegistry, database, queue);

  return {
    async close() {
      await Promise.all([worker.close(), queue.close()]);
      sender.close();
    },
  };
}
