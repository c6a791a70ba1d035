import { personalDataRoutes } from '@fasocolis/service-kit/http/personal-data';
import { createService, type ServiceOptions } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { WhatsappSettings } from './config.ts';
import type { Database } from './database.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { DeliveryService } from './deliveries/delivery-service.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { NotificationService } from './notifications/notification-service.ts';
import { orderMessageRoutes } from './notifications/order-message-routes.ts';
import { readMessageData } from './personal-data/message-data.ts';
import { PopupImages } from './popups/popup-images.ts';
import { popupRoutes } from './popups/popup-routes.ts';
import { PopupService } from './popups/popup-service.ts';
import { DeviceService } from './push/device-service.ts';
import { pushRoutes } from './push/push-routes.ts';
import { publicKeyOf } from './push/vapid-key.ts';
import { QueueOverviewService } from './queues/queue-overview.ts';
import { queueRoutes } from './queues/queue-routes.ts';
import { DeliveryQueue } from './shared/delivery-queue.ts';
import { NumberTokens } from './shared/number-tokens.ts';
import { stoppedNumberRoutes } from './to-tell/stopped-number-routes.ts';
import { StoppedNumberService } from './to-tell/stopped-number-service.ts';
import { toTellRoutes } from './to-tell/to-tell-routes.ts';
import { ToTellService } from './to-tell/to-tell-service.ts';
import { whatsappChoiceRoutes } from './whatsapp/choice-routes.ts';
import { whatsappRoutes } from './whatsapp/webhook-routes.ts';

interface Dependencies {
  database: Database;
  auth: ServiceClient;
  /** Null without the Cloud API. */
  whatsapp: WhatsappSettings | null;
  push: { privateKey: string; privateHosts: ReadonlySet<string>; orders: ServiceClient };
  /** For the state of their outboxes. */
  services: Readonly<Record<string, ServiceClient>>;
  redisUrl: string;
  signalFeed: () => void;
}

export async function buildApp(
  { database, auth, whatsapp, push, services, redisUrl, signalFeed }: Dependencies,
  { publicUrl, ...options }: Pick<ServiceOptions, 'logLevel' | 'identityKeys' | 'logStream'> & { publicUrl: string },
) {
  const app = await createService({
    ...options,
    name: 'notify',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const queue = new DeliveryQueue(redisUrl);
  app.addHook('onClose', () => queue.close());
  const deliveries = new DeliveryService(database, queue);
  await app.register(deliveryRoutes, { deliveries });
  const summarizeEmails = () => deliveries.summary();
  const overview = new QueueOverviewService({ database, summarizeEmails, services, redisUrl });
  app.addHook('onClose', () => overview.close());
  await app.register(queueRoutes, { overview });
  await app.register(notificationRoutes, {
    notifications: new NotificationService({ database, auth, queue, signalFeed }),
  });
  await app.register(orderMessageRoutes, { database });
  const tokens = new NumberTokens(push.privateKey);
  const toTell = new ToTellService(database);
  await app.register(toTellRoutes, { toTell, tokens });
  await app.register(stoppedNumberRoutes, { toTell, stopped: new StoppedNumberService(database) });
  await app.register(whatsappChoiceRoutes, { database, tokens });
  await app.register(whatsappRoutes, { settings: whatsapp, redisUrl });
  const devices = new DeviceService({ database, ...push });
  await app.register(pushRoutes, { devices, publicKey: publicKeyOf(push.privateKey) });
  const images = new PopupImages(database, publicUrl);
  await app.register(popupRoutes, { popups: new PopupService(database, images), images });
  await app.register(personalDataRoutes, { read: (subject) => readMessageData(database, subject) });
  return app;
}
