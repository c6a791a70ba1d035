import { closeGracefully } from '@fasocolis/service-kit/process';
import { ServiceClient } from '@fasocolis/service-kit/service-client';
import { buildApp } from './app.ts';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const auth = new ServiceClient({ baseUrl: config.AUTH_URL, caller: 'notify', signingKey: config.INTERNAL_SIGNING_KEY });
const app = await buildApp(
  { database, auth, announce: () => {} },
  { logLevel: config.LOG_LEVEL, signingKey: config.INTERNAL_SIGNING_KEY },
);

closeGracefully(app.log, async () => {
  await app.close();
  await database.$disconnect();
});
await app.listen({ host: config.HOST, port: config.PORT });
