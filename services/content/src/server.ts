import { closeGracefully } from '@fasocolis/service-kit/process';
import { buildApp } from './app.ts';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadContentConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const app = await buildApp({ database }, { logLevel: config.LOG_LEVEL, signingKey: config.INTERNAL_SIGNING_KEY });

closeGracefully(app.log, async () => {
  await app.close();
  await database.$disconnect();
});
await app.listen({ host: config.HOST, port: config.PORT });
