import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { SERVICES, urlVariableOf } from '@fasocolis/contracts/services';
import { consumeEvents } from '@fasocolis/service-kit/events/consumer';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { createService } from '@fasocolis/service-kit/http/service';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerQueueMetrics } from '@fasocolis/service-kit/ops/metrics';
import { TEST_PUBLIC_KEYS, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { onTestFinished } from 'vitest';
import { findAccountPhones } from '../src/audience/account-phones.ts';
import { loadWorkerConfig, whatsappOf } from '../src/config.ts';
import type { Transaction } from '../src/database.ts';
import { DeliveryQueue } from '../src/deliveries/delivery-queue.ts';
import { startDeliveries } from '../src/deliveries/delivery-worker.ts';
import { emailChannel } from '../src/emails/email-channel.ts';
import { eventHandlers } from '../src/event-handlers.ts';
import { watchSessions } from '../src/push/ended-sessions.ts';
import { pushChannel } from '../src/push/push-channel.ts';
import { connectWhatsapp } from '../src/whatsapp/whatsapp-worker.ts';
import { type Notify, TEST_VAPID_KEY } from './helpers.ts';

interface WorkerOptions {
  notify: Notify;
  authUrl: string;
  smtpUrl: string;
  env?: Record<string, string>;
  /** The clock of quiet hours. */
  now?: () => Date;
}

/** Settings with short intervals. */
export const environmentOf = ({ notify, authUrl, smtpUrl, env }: WorkerOptions) => ({
  DATABASE_URL: notify.databaseUrl,
  REDIS_URL: testRedisUrl(),
  ...testIdentityVariables('notify'),
  ...Object.fromEntries(SERVICES.map((service) => [urlVariableOf(service), authUrl])),
  SMTP_URL: smtpUrl,
  PUBLIC_URL: 'https://colis.example.com',
  MAIL_RETRY_MS: '50',
  MAIL_SWEEP_MS: '200',
  MAIL_TIMEOUT_MS: '500',
  CONTACT_MAIL_PERIOD_MS: '0',
  ORDER_MAIL_DELAY_MS: '0',
  VAPID_PRIVATE_KEY: TEST_VAPID_KEY,
  PUSH_HOSTS: notify.pushHosts,
  QUIET_HOURS: '',
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...env,
});

/** Handles events and sends emails in this process until the test ends. */
export async function startDeliveryWorker(surroundings: WorkerOptions) {
  const config = loadWorkerConfig(environmentOf(surroundings));
  const lines: string[] = [];
  const app = await createService({
    name: 'notify-worker',
    logLevel: 'info',
    logStream: { write: (line) => void lines.push(line) },
    identityKeys: TEST_PUBLIC_KEYS,
  });
  const { database } = surroundings.notify;
  const queue = new DeliveryQueue(config.REDIS_URL);
  const auth = new ServiceClient({ service: 'auth', baseUrl: config.AUTH_URL, identityKey: config.IDENTITY_KEY });
  const settings = whatsappOf(config);
  const clock = surroundings.now && { now: surroundings.now };
  const whatsapp = settings && connectWhatsapp({ config, settings, database, queue, ...clock });
  const consumer = consumeEvents<Transaction>({
    service: 'notify',
    database,
    handlers: eventHandlers({
      config,
      queue,
      signalFeed: async () => {},
      planTelling: async () => {
        await findAccountPhones({ database, auth }).catch(() => {});
        await whatsapp?.plan();
      },
    }),
    redisUrl: config.REDIS_URL,
    log: app.log,
  });
  const channels = [
    emailChannel({ config, database, queue }),
    pushChannel({ config, database }),
    ...(whatsapp ? [whatsapp.channel] : []),
  ];
  const received = whatsapp?.start(app.log);
  const { redis } = surroundings.notify;
  const sessions = watchSessions({ database, redis, redisUrl: config.REDIS_URL, log: app.log });
  const deliveries = startDeliveries({
    app,
    config,
    database,
    channels,
    queue,
    ...(surroundings.now && { now: surroundings.now }),
  });
  const queues = channels.map(({ name }) => openQueue(deliveryQueueOf(name), config.REDIS_URL));
  registerQueueMetrics(app.metricsRegistry, { service: 'notify', queues, database });
  onTestFinished(async () => {
    await Promise.all(
      [consumer, sessions, deliveries, ...(received ? [received] : []), ...queues].map((each) => each.close()),
    );
    await app.close();
  });
  return { app, logged: () => lines.join('') };
}

/** The worker in a separate process, which can be killed; it ends with the test. */
export function startWorkerProcess(surroundings: WorkerOptions): ChildProcess {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/worker.ts')], {
    env: { ...process.env, ...environmentOf(surroundings) },
    stdio: 'inherit',
  });
  onTestFinished(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  });
  return worker;
}
