import { join } from 'node:path';
import { migrateAndSeed } from '@fasocolis/service-kit/data/seed';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedDemoProducts } from './seed/seed-demo-products.ts';

const config = loadCatalogConfig(process.env);

await migrateAndSeed({
  config,
  migrations: join(import.meta.dirname, '../prisma/migrations'),
  openDatabase,
  async seed(database) {
    if (config.DEMO_DATA) await seedDemoProducts(database);
  },
});
