import { createService, type ServiceOptions } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database } from './database.ts';
import { orderStatusRoutes } from './order-statuses/order-status-routes.ts';
import { OrderStatusService } from './order-statuses/order-status-service.ts';
import { OrderImport } from './orders/order-import.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { OrderService } from './orders/order-service.ts';
import { savedOrderRoutes } from './saved-orders/saved-order-routes.ts';
import { SavedOrderService } from './saved-orders/saved-order-service.ts';

interface Dependencies {
  database: Database;
  auth: ServiceClient;
}

/** Builds the orders service; it does not listen. The caller closes the database. */
export async function buildApp(
  { database, auth }: Dependencies,
  options: Pick<ServiceOptions, 'logLevel' | 'signingKey' | 'logStream'>,
) {
  const app = await createService({
    ...options,
    name: 'orders',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const statuses = new OrderStatusService(database);
  await app.register(orderRoutes, {
    orders: new OrderService({ database, statuses, auth }),
    imports: new OrderImport({ database, auth }),
  });
  await app.register(savedOrderRoutes, { savedOrders: new SavedOrderService(database) });
  await app.register(orderStatusRoutes, { statuses });
  return app;
}
