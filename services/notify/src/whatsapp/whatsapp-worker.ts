import { WHATSAPP_QUEUE } from '@fasocolis/contracts/queues';
import { startJobWorker } from '@fasocolis/service-kit/events/job-worker';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { FastifyBaseLogger } from 'fastify';
import { NumberTokens } from '../audience/number-tokens.ts';
import type { NotifyConfig, WhatsappSettings } from '../config.ts';
import type { Database } from '../database.ts';
import type { Channel } from '../deliveries/channel.ts';
import type { DeliveryJob, DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { GraphClient } from './graph-client.ts';
import { receiveMessage } from './inbox.ts';
import { planMessages } from './plan-messages.ts';
import { storeStatus } from './statuses.ts';
import { readPayload } from './webhook-payload.ts';
import { PARALLEL_MESSAGES, whatsappChannel } from './whatsapp-channel.ts';

const PARALLEL_WEBHOOKS = 5;

interface Parts {
  config: NotifyConfig;
  settings: WhatsappSettings;
  database: Database;
  queue: DeliveryQueue;
  now?: () => Date;
}

export function connectWhatsapp({ config, settings, database, queue, now }: Parts) {
  const { MAIL_TIMEOUT_MS: timeoutMs, PUBLIC_URL: publicUrl, IDENTITY_KEY: identityKey } = config;
  const content = new ServiceClient({ service: 'content', baseUrl: config.CONTENT_URL, identityKey });
  const orders = new ServiceClient({ service: 'orders', baseUrl: config.ORDERS_URL, identityKey });
  const auth = new ServiceClient({ service: 'auth', baseUrl: config.AUTH_URL, identityKey });
  const clock = now && { now };
  const client = new GraphClient({ settings, timeoutMs, sockets: PARALLEL_MESSAGES });
  const channel: Channel = whatsappChannel({
    database,
    client,
    content,
    token: settings.token,
    publicUrl,
    ...clock,
    numberTokens: new NumberTokens(config.VAPID_PRIVATE_KEY),
  });
  const inbox = { database, orders, auth, publicUrl, ...clock };
  const plan = () => planMessages({ database, queue, delayMs: config.ORDER_MAIL_DELAY_MS });

  return {
    channel,
    plan,
    start(log: FastifyBaseLogger): BackgroundWork {
      const worker = startJobWorker(
        WHATSAPP_QUEUE,
        async ({ data: { payload, requestId } }) => {
          const { messages, statuses } = readPayload(payload);
          const replies: DeliveryJob[] = [];
          try {
            for (const message of messages) replies.push(...(await receiveMessage(inbox, message, requestId)));
          } finally {
            await queue.add(replies);
          }
          for (const status of statuses) await storeStatus(database, status);
        },
        { redisUrl: config.REDIS_URL, log, concurrency: PARALLEL_WEBHOOKS },
      );
      const periodic = startPeriodic({ name: 'plan of messages', everyMs: config.MAIL_SWEEP_MS, work: plan }, log);
      return { close: () => Promise.all([worker.close(), periodic.close()]) };
    },
  };
}
