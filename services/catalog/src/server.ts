import { forgetOldRequests } from '@fasocolis/service-kit/data/once';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { removeUnusedImages } from './shared/product-images.ts';

const HOUR_MS = 3_600_000;

const config = loadCatalogConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await runService({
  service: 'catalog',
  config,
  database,
  build: ({ options, clientOf }) =>
    buildApp({ database, publicUrl: config.PUBLIC_URL, auth: clientOf('auth', config.AUTH_URL) }, options),
  handlers: () => ({}),
  periodic: [
    { name: 'removal of unused images', everyMs: HOUR_MS, work: () => removeUnusedImages(database) },
    forgetOldRequests(database),
  ],
});
