import { contentOperations } from '@fasocolis/contracts/operations/content';
import { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { pingRedis } from '@fasocolis/service-kit/data/redis';
import { registerPersonalData } from '@fasocolis/service-kit/http/personal-data';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import type { Redis } from 'ioredis';
import type { Database } from './database.ts';
import { contactMessageRoutes } from './messages/contact-message-routes.ts';
import { staticPageRoutes } from './pages/static-page-routes.ts';
import { readContentData } from './personal-data/content-data.ts';
import { appSettingRoutes } from './settings/app-setting-routes.ts';

interface Dependencies {
  database: Database;
  redis: Redis;
  auth: ServiceClient;
}

interface ContentOptions extends AppOptions {
  maxMessages: number | null;
}

export async function buildApp({ database, redis, auth }: Dependencies, { maxMessages, ...options }: ContentOptions) {
  const app = await createService({
    ...options,
    name: 'content',
    readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => pingRedis(redis) },
  });
  const limit = new AttemptLimit(redis, { name: 'contact', max: maxMessages, windowSeconds: 3600 });
  await app.register(staticPageRoutes, { database });
  await app.register(contactMessageRoutes, { database, limit });
  await app.register(appSettingRoutes, { database });
  registerChangeLog(app, contentOperations.listSettingChanges, database);
  registerChangeExport(app, contentOperations.exportSettingChanges, { database, staff: staffFrom(auth) });
  registerPersonalData(app, (subject) => readContentData(database, subject));
  return app;
}
