import { closeGracefully } from '@fasocolis/service-kit/process';
import { buildApp } from './app.ts';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { ProductImages } from './images/product-images.ts';
import { ProductReads } from './products/product-reads.ts';

const config = loadCatalogConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const images = new ProductImages(database, config.PUBLIC_URL);
const reads = new ProductReads(config.DATABASE_URL, images.urlOf);
const app = await buildApp(
  { database, images, reads },
  { logLevel: config.LOG_LEVEL, signingKey: config.INTERNAL_SIGNING_KEY },
);

closeGracefully(app, async () => {
  await app.close();
  await Promise.all([database.$disconnect(), reads.close()]);
});
await app.listen({ host: config.HOST, port: config.PORT });
