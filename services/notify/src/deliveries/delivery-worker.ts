import { DELIVERY_STATES } from '@fasocolis/contracts/deliveries';
import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { startJobWorker } from '@fasocolis/service-kit/events/job-worker';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import type { Service } from '@fasocolis/service-kit/http/service';
import { Gauge, type Registry } from 'prom-client';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { Channel } from './channel.ts';
import { type DeliveryQueue, sweepDeliveries } from './delivery-queue.ts';
import { DeliverySender } from './delivery-sender.ts';

const LONGEST_RETRY_MS = 15 * 60_000;

interface DeliveryParts {
  app: Service;
  config: NotifyConfig;
  database: Database;
  channels: readonly Channel[];
  queue: DeliveryQueue;
  now?: () => Date;
}

/** Sends the deliveries of all channels, each from its own queue: a slow one does not delay the others. */
export function startDeliveries({ app, config, database, channels, queue, now }: DeliveryParts): BackgroundWork {
  const { log } = app;
  const { REDIS_URL: redisUrl, MAIL_RETRY_MS: retryMs, MAIL_SWEEP_MS: everyMs } = config;
  const workers = channels.map((channel) => {
    const sender = new DeliverySender({ config, database, channel, log, ...(now && { now }) });
    const worker = startJobWorker(
      deliveryQueueOf(channel.name),
      async ({ name, id = '', data }) => {
        if (name === 'fan-out') await channel.expand?.(data.notificationId);
        else await sender.send(id);
      },
      { redisUrl, log, concurrency: channel.jobs, retryMs, longestRetryMs: LONGEST_RETRY_MS },
    );
    return {
      close() {
        sender.stop();
        return worker.close();
      },
    };
  });
  const work = () => sweepDeliveries(database, queue);
  const sweep = startPeriodic({ name: 'sweep of deliveries', everyMs, work }, log);
  registerDeliveryMetrics(app.metricsRegistry, database);

  return {
    async close() {
      await Promise.all([...workers, sweep].map((each) => each.close()));
      await queue.close();
      for (const channel of channels) channel.close();
    },
  };
}

function registerDeliveryMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'email_deliveries',
    help: 'Deliveries of all channels by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await database.delivery.groupBy({ by: ['state'], _count: true }).catch(() => null);
      if (!rows) return;
      const counts = new Map(rows.map((row) => [row.state.toLowerCase(), row._count]));
      for (const state of DELIVERY_STATES) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
