import { runService } from '@fasocolis/service-kit/run-service';
import { buildApp } from './app.ts';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { ProductImages } from './images/product-images.ts';
import { removeUnusedImages } from './images/unused-images.ts';
import { ProductReads } from './products/product-reads.ts';

const HOUR_MS = 3_600_000;

const config = loadCatalogConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const images = new ProductImages(database, config.PUBLIC_URL);
const reads = new ProductReads(config.DATABASE_URL, images.urlOf);

await runService({
  service: 'catalog',
  config,
  database,
  async build({ options }) {
    const app = await buildApp({ database, images, reads }, options);
    app.addHook('onClose', () => reads.close());
    return app;
  },
  handlers: () => ({}),
  periodic: [{ name: 'removal of unused images', everyMs: HOUR_MS, work: () => removeUnusedImages(database) }],
});
