import { closeGracefully } from '@fasocolis/service-kit/process';
import { connectRedis } from '@fasocolis/service-kit/redis';
import { ServiceClient } from '@fasocolis/service-kit/service-client';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/signals';
import { buildApp } from './app.ts';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { serveLive } from './live/live-server.ts';

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const redis = connectRedis(config.REDIS_URL);
const clientOf = (baseUrl: string) =>
  new ServiceClient({ baseUrl, caller: 'notify', signingKey: config.INTERNAL_SIGNING_KEY });
const services = {
  auth: clientOf(config.AUTH_URL),
  orders: clientOf(config.ORDERS_URL),
  catalog: clientOf(config.CATALOG_URL),
  content: clientOf(config.CONTENT_URL),
};
const app = await buildApp(
  {
    database,
    auth: services.auth,
    services,
    redisUrl: config.REDIS_URL,
    announce: () => publishSignal(redis, SIGNALS.notifications),
  },
  { logLevel: config.LOG_LEVEL, signingKey: config.INTERNAL_SIGNING_KEY, publicUrl: config.PUBLIC_URL },
);
serveLive(app, { database, redis, config });

closeGracefully(app, async () => {
  await app.close();
  redis.disconnect();
  await database.$disconnect();
});
await app.listen({ host: config.HOST, port: config.PORT });
