import type { BackgroundWork } from '@fasocolis/service-kit/periodic';
import type { Service } from '@fasocolis/service-kit/service';
import { ServiceClient } from '@fasocolis/service-kit/service-client';
import { SIGNALS, subscribeSignals } from '@fasocolis/service-kit/signals';
import type { Worker } from 'bullmq';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import { openBatchQueue } from './batch-queue.ts';
import { MailContents } from './mail-contents.ts';
import { registerMailMetrics } from './mail-metrics.ts';
import { openMailQueue } from './mail-queue.ts';
import { MailSender, PARALLEL_MAILS } from './mail-sender.ts';

interface MailParts {
  app: Service;
  /** The worker that handles events: each may have asked for mails. */
  consumer: Worker | undefined;
  config: NotifyConfig;
  database: Database;
}

/** Starts to send the mails that events and announcements ask for: one job, one mail. */
export function startMails({ app, consumer, config, database }: MailParts): BackgroundWork {
  const { log } = app;
  const { PUBLIC_URL, REDIS_URL, MAIL_RETRY_MS, MAIL_SWEEP_MS } = config;
  const clientOf = (baseUrl: string) =>
    new ServiceClient({ baseUrl, caller: 'notify', signingKey: config.INTERNAL_SIGNING_KEY });
  const auth = clientOf(config.AUTH_URL);
  const content = clientOf(config.CONTENT_URL);
  const contents = new MailContents({ database, auth, content, publicUrl: PUBLIC_URL });
  const sender = new MailSender({ config, database, contents, log });
  const queueOptions = { redisUrl: REDIS_URL, log, sweepMs: MAIL_SWEEP_MS, retryMs: MAIL_RETRY_MS };
  const mails = openMailQueue(database, {
    ...queueOptions,
    parallel: PARALLEL_MAILS,
    work: (deliveryId) => sender.send(deliveryId),
  });
  const batches = openBatchQueue({ database, auth, onMails: () => mails.wake() }, queueOptions);
  const wake = () => {
    batches.wake();
    mails.wake();
  };
  const signals = subscribeSignals(REDIS_URL, { [SIGNALS.notifications]: wake }, { onConnect: wake });
  consumer?.on('completed', () => mails.wake());
  registerMailMetrics(app.metricsRegistry, database);

  return {
    async close() {
      signals.close();
      await Promise.all([mails.close(), batches.close()]);
      sender.close();
    },
  };
}
