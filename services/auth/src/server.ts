import { closeGracefully } from '@fasocolis/service-kit/process';
import { connectRedis } from '@fasocolis/service-kit/redis';
import { buildApp } from './app.ts';
import { limitsOf, loadAuthConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { signInProviders } from './social/providers.ts';

const config = loadAuthConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const redis = connectRedis(config.REDIS_URL);
const app = await buildApp(
  { database, redis },
  {
    logLevel: config.LOG_LEVEL,
    signingKey: config.INTERNAL_SIGNING_KEY,
    databaseUrl: config.DATABASE_URL,
    publicUrl: config.PUBLIC_URL,
    limits: limitsOf(config),
    socialProviders: signInProviders(config),
  },
);

closeGracefully(app, async () => {
  await app.close();
  await database.$disconnect();
  redis.disconnect();
});
await app.listen({ host: config.HOST, port: config.PORT });
