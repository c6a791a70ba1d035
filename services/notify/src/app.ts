import { createService, type ServiceOptions } from '@fasocolis/service-kit/service';
import type { Database } from './database.ts';
import { deliveryRoutes } from './emails/delivery-routes.ts';
import { DeliveryService } from './emails/delivery-service.ts';

/** Builds the notify service; it does not listen. The caller closes the database. */
export async function buildApp(
  { database }: { database: Database },
  options: Pick<ServiceOptions, 'logLevel' | 'signingKey' | 'logStream'>,
) {
  const app = await createService({
    ...options,
    name: 'notify',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  await app.register(deliveryRoutes, { deliveries: new DeliveryService(database) });
  return app;
}
