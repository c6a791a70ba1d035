import { changeLogRoutes } from '@fasocolis/service-kit/data/change-log';
import { createService, type ServiceOptions } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { Database } from './database.ts';
import { orderStatusRoutes } from './order-statuses/order-status-routes.ts';
import { OrderStatusService } from './order-statuses/order-status-service.ts';
import { OrderEditor } from './orders/order-editor.ts';
import { OrderImport } from './orders/order-import.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { OrderService } from './orders/order-service.ts';
import { orderWriteRoutes } from './orders/order-write-routes.ts';
import { savedOrderRoutes } from './saved-orders/saved-order-routes.ts';
import { SavedOrderService } from './saved-orders/saved-order-service.ts';
import { KnownStatuses } from './shared/known-statuses.ts';
import { OrderPresenter } from './shared/order-presenter.ts';
import type { SilenceDays } from './shared/silence.ts';
import type { TransitTimes } from './shared/transit-times.ts';

interface Dependencies {
  database: Database;
  auth: ServiceClient;
  transitTimes: TransitTimes;
  silenceDays: SilenceDays;
}

/** Builds the orders service; it does not listen. The caller closes the database. */
export async function buildApp(
  { database, auth, transitTimes, silenceDays }: Dependencies,
  options: Pick<ServiceOptions, 'logLevel' | 'identityKeys' | 'logStream'>,
) {
  const app = await createService({
    ...options,
    name: 'orders',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  const statuses = new KnownStatuses(database);
  const definitions = new OrderStatusService(database);
  const presenter = new OrderPresenter({ statuses, transitTimes, silenceDays });
  const orders = new OrderService({ database, statuses, auth, silenceDays });
  await app.register(orderRoutes, { orders, presenter, transitTimes });
  await app.register(orderWriteRoutes, {
    orders,
    presenter,
    editor: new OrderEditor({ database, statuses: definitions, orders }),
    imports: new OrderImport({ database, auth }),
  });
  await app.register(savedOrderRoutes, { savedOrders: new SavedOrderService(database), presenter });
  await app.register(orderStatusRoutes, { statuses: definitions });
  await app.register(changeLogRoutes, { resource: 'order-changes', access: 'staff', database });
  return app;
}
