import { closeGracefully } from '@fasocolis/service-kit/process';
import { ServiceClient } from '@fasocolis/service-kit/service-client';
import { buildApp } from './app.ts';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { OrderReads } from './orders/order-reads.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const reads = new OrderReads(config.DATABASE_URL);
const auth = new ServiceClient({ baseUrl: config.AUTH_URL, caller: 'orders', signingKey: config.INTERNAL_SIGNING_KEY });
const app = await buildApp(
  { database, reads, auth },
  { logLevel: config.LOG_LEVEL, signingKey: config.INTERNAL_SIGNING_KEY },
);

closeGracefully(app, async () => {
  await app.close();
  await Promise.all([database.$disconnect(), reads.close()]);
});
await app.listen({ host: config.HOST, port: config.PORT });
