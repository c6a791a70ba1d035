import { join } from 'node:path';
import { migrateAndSeed } from '@fasocolis/service-kit/data/seed';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedDemoConsignments } from './seed/demo-consignments.ts';
import { seedDemoOrders } from './seed/demo-orders.ts';
import { seedDemoParcels } from './seed/demo-parcels.ts';
import { seedMilestoneDefinitions } from './seed/milestone-definitions.ts';
import { seedOrderStatuses } from './seed/order-statuses.ts';
import { readStoredTexts } from './seed/read-stored-texts.ts';

const config = loadOrdersConfig(process.env);

await migrateAndSeed({
  config,
  migrations: join(import.meta.dirname, '../prisma/migrations'),
  openDatabase,
  async seed(database) {
    await readStoredTexts(database);
    await seedOrderStatuses(database);
    await seedMilestoneDefinitions(database);
    if (config.DEMO_DATA) {
      await seedDemoOrders(database);
      await seedDemoParcels(database);
      await seedDemoConsignments(database);
    }
  },
});
