import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { SEED_PATIENCE_MS } from '@fasocolis/service-kit/seed';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { ProductImages } from './images/product-images.ts';
import { seedDemoProducts } from './seed/sow-demo-products.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadCatalogConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));

if (config.DEMO_DATA) {
  const database = openDatabase(config.DATABASE_URL, { patienceMs: SEED_PATIENCE_MS });
  await seedDemoProducts(database, new ProductImages(database, config.PUBLIC_URL));
  await database.$disconnect();
}
