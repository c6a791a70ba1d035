import { closeGracefully } from '@fasocolis/service-kit/process';
import { connectRedis } from '@fasocolis/service-kit/redis';
import { buildApp } from './app.ts';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadContentConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const redis = connectRedis(config.REDIS_URL);
const app = await buildApp(
  { database, redis },
  {
    logLevel: config.LOG_LEVEL,
    signingKey: config.INTERNAL_SIGNING_KEY,
    mostMessages: config.RATE_LIMITS ? config.CONTACT_LIMIT : null,
  },
);

closeGracefully(app, async () => {
  await app.close();
  await database.$disconnect();
  redis.disconnect();
});
await app.listen({ host: config.HOST, port: config.PORT });
