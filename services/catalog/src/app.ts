import { createService, type ServiceOptions } from '@fasocolis/service-kit/service';
import type { Database } from './database.ts';

/** Builds the catalog service; it does not listen. The caller closes the database. */
export async function buildApp(
  { database }: { database: Database },
  options: Pick<ServiceOptions, 'logLevel' | 'signingKey' | 'logStream'>,
) {
  return createService({
    ...options,
    name: 'catalog',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
}
