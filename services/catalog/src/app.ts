import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { registerImages } from '@fasocolis/image-kit/image-routes';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import type { Database } from './database.ts';
import { previewRoutes } from './images/preview-routes.ts';
import { productRoutes } from './products/product-routes.ts';
import type { ProductImages } from './shared/product-images.ts';

interface Dependencies {
  database: Database;
  images: ProductImages;
  auth: ServiceClient;
}

export async function buildApp({ database, images, auth }: Dependencies, options: AppOptions) {
  const app = await createService({
    ...options,
    name: 'catalog',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  await app.register(productRoutes, { database, images });
  registerImages(app, catalogOperations.getProductImage, (hash, width) => images.load(hash, width));
  await app.register(previewRoutes, { images });
  registerChangeLog(app, catalogOperations.listProductChanges, database);
  registerChangeExport(app, catalogOperations.exportProductChanges, { database, staff: staffFrom(auth) });
  return app;
}
