import { runService } from '@fasocolis/service-kit/run-service';
import { buildApp } from './app.ts';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';
import { OrderReads } from './orders/order-reads.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const reads = new OrderReads(config.DATABASE_URL);

await runService({
  service: 'orders',
  config,
  database,
  async build({ options, clientOf }) {
    const app = await buildApp({ database, reads, auth: clientOf(config.AUTH_URL) }, options);
    app.addHook('onClose', () => reads.close());
    return app;
  },
  handlers: () => eventHandlers,
});
