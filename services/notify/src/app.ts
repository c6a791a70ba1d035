import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { imageUrls } from '@fasocolis/image-kit/image-routes';
import { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { registerPersonalData } from '@fasocolis/service-kit/http/personal-data';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import type { Redis } from 'ioredis';
import { alertRoutes } from './alerts/alert-routes.ts';
import { NumberTokens } from './audience/number-tokens.ts';
import type { WebhookSettings } from './config.ts';
import type { Database } from './database.ts';
import { DeliveryQueue } from './deliveries/delivery-queue.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { NotificationService } from './notifications/notification-service.ts';
import { orderMessageRoutes } from './notifications/order-message-routes.ts';
import { pageFailureRoutes } from './page-failures/page-failure-routes.ts';
import { readMessageData } from './personal-data/message-data.ts';
import { popupRoutes } from './popups/popup-routes.ts';
import type { PushHosts } from './push/push-hosts.ts';
import { pushRoutes } from './push/push-routes.ts';
import { publicKeyOf } from './push/vapid-key.ts';
import { toTellRoutes } from './to-tell/to-tell-routes.ts';
import { personalParcelRoutes, whatsappChoiceRoutes } from './whatsapp/choice-routes.ts';
import { whatsappRoutes } from './whatsapp/webhook-routes.ts';

interface Dependencies {
  database: Database;
  auth: ServiceClient;
  whatsapp: WebhookSettings | null;
  push: { privateKey: string; hosts: PushHosts; orders: ServiceClient };
  redis: Redis;
  redisUrl: string;
  signalFeed: () => void;
}

interface NotifyOptions extends AppOptions {
  publicUrl: string;
  /** Push devices per address and hour that are new and have no account; null for any number. */
  maxDevices: number | null;
}

export async function buildApp(
  { database, auth, whatsapp, push, redis, redisUrl, signalFeed }: Dependencies,
  { publicUrl, maxDevices, ...options }: NotifyOptions,
) {
  const app = await createService({
    ...options,
    name: 'notify',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const queue = new DeliveryQueue(redisUrl);
  app.addHook('onClose', () => queue.close());
  await app.register(deliveryRoutes, { database, queue });
  await app.register(notificationRoutes, {
    notifications: new NotificationService({ database, auth, queue, signalFeed }),
  });
  await app.register(orderMessageRoutes, { database });
  await app.register(pageFailureRoutes, { redis });
  await app.register(alertRoutes, { database });
  const tokens = new NumberTokens(push.privateKey);
  await app.register(toTellRoutes, { database, tokens });
  await app.register(whatsappChoiceRoutes, { database, tokens });
  await app.register(personalParcelRoutes, { orders: push.orders, tokens });
  await app.register(whatsappRoutes, { settings: whatsapp, redisUrl });
  const newDevices = new AttemptLimit(redis, { name: 'push-devices', max: maxDevices, windowSeconds: 3600 });
  await app.register(pushRoutes, { database, newDevices, ...push, publicKey: publicKeyOf(push.privateKey) });
  registerChangeLog(app, notificationOperations.listMessageChanges, database);
  registerChangeExport(app, notificationOperations.exportMessageChanges, { database, staff: staffFrom(auth) });
  await app.register(popupRoutes, {
    database,
    urls: imageUrls(notificationOperations.getPopupImage, publicUrl),
  });
  registerPersonalData(app, (subject) => readMessageData(database, subject));
  return app;
}
