import { deliveryQueueOf, WHATSAPP_QUEUE } from '@fasocolis/contracts/queues';
import { forgetOldRequests } from '@fasocolis/service-kit/data/once';
import { pingRedis } from '@fasocolis/service-kit/data/redis';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { createService } from '@fasocolis/service-kit/http/service';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { startAlertWatch } from './alerts/alert-watch.ts';
import { registerBackupMetrics } from './alerts/backup-metrics.ts';
import { findAccountPhones } from './audience/account-phones.ts';
import { loadWorkerConfig, whatsappOf } from './config.ts';
import { openDatabase } from './database.ts';
import { DeliveryQueue } from './deliveries/delivery-queue.ts';
import { startDeliveries } from './deliveries/delivery-worker.ts';
import { AlertMailer } from './emails/alert-mailer.ts';
import { emailChannel } from './emails/email-channel.ts';
import { silentOrdersEmail } from './emails/silent-orders-email.ts';
import { eventHandlers } from './event-handlers.ts';
import { removeUnusedImages } from './popups/popup-images.ts';
import { removeExpiredDevices } from './push/device-service.ts';
import { watchSessions } from './push/ended-sessions.ts';
import { pushChannel } from './push/push-channel.ts';
import { removeOldContacts, removeOldDeliveries, removeOldPeopleToTell } from './retention.ts';
import { connectWhatsapp } from './whatsapp/whatsapp-worker.ts';

const HOUR_MS = 3_600_000;

const config = loadWorkerConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const queue = new DeliveryQueue(config.REDIS_URL);
const settings = whatsappOf(config);
const whatsapp = settings && connectWhatsapp({ config, settings, database, queue });
const channels = [
  emailChannel({ config, database, queue }),
  pushChannel({ config, database }),
  ...(whatsapp ? [whatsapp.channel] : []),
];
const auth = new ServiceClient({ service: 'auth', baseUrl: config.AUTH_URL, identityKey: config.IDENTITY_KEY });
const mailer = new AlertMailer(config, auth);
const findMissingPhones = () => findAccountPhones({ database, auth });
const planTelling = async () => {
  await findMissingPhones();
  await whatsapp?.plan();
};

await runService({
  service: 'notify',
  config,
  database,
  async build({ redis, options }) {
    const app = await createService({
      ...options,
      name: 'notify-worker',
      readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => pingRedis(redis) },
    });
    if (config.ALERT_BACKUP_HOURS !== undefined) registerBackupMetrics(app.metricsRegistry, database);
    return app;
  },
  handlers: ({ redis }) =>
    eventHandlers({
      config,
      queue,
      signalFeed: async () => publishSignal(redis, SIGNALS.notifications),
      // The periodic work does what this does not.
      planTelling: () => planTelling().catch(() => {}),
    }),
  queues: [...channels.map(({ name }) => deliveryQueueOf(name)), ...(whatsapp ? [WHATSAPP_QUEUE] : [])],
  periodic: [
    forgetOldRequests(database),
    { name: 'removal of unused images', everyMs: HOUR_MS, work: () => removeUnusedImages(database) },
    { name: 'removal of old deliveries', everyMs: HOUR_MS, work: () => removeOldDeliveries(database) },
    { name: 'removal of expired devices', everyMs: HOUR_MS, work: () => removeExpiredDevices(database) },
    { name: 'search for phone numbers', everyMs: config.MAIL_SWEEP_MS, work: findMissingPhones },
    { name: 'removal of old people to tell', everyMs: HOUR_MS, work: () => removeOldPeopleToTell(database) },
    { name: 'removal of old WhatsApp contacts', everyMs: HOUR_MS, work: () => removeOldContacts(database) },
    silentOrdersEmail({ database, queue }),
  ],
  background: ({ app, redis }) => [
    watchSessions({ database, redis, redisUrl: config.REDIS_URL, log: app.log }),
    startDeliveries({ app, config, database, channels, queue }),
    ...(whatsapp ? [whatsapp.start(app.log)] : []),
    ...startAlertWatch({
      config,
      database,
      redis,
      mailer,
      log: app.log,
      ownMetrics: () => app.metricsRegistry.metrics(),
    }),
    mailer,
  ],
});
