import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { imageUrls, registerImages } from '@fasocolis/image-kit/image-routes';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { type AppOptions, createService } from '@fasocolis/service-kit/http/service';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import { staffFrom } from '@fasocolis/workbook-kit/staff-names';
import type { Database } from './database.ts';
import { previewRoutes } from './images/preview-routes.ts';
import { productRoutes } from './products/product-routes.ts';

interface Dependencies {
  database: Database;
  publicUrl: string;
  auth: ServiceClient;
}

export async function buildApp({ database, publicUrl, auth }: Dependencies, options: AppOptions) {
  const app = await createService({
    ...options,
    name: 'catalog',
    readiness: { database: () => database.$queryRaw`SELECT 1` },
  });
  await app.register(productRoutes, { database, urls: imageUrls(catalogOperations.getProductImage, publicUrl) });
  registerImages(app, catalogOperations.getProductImage, async (hash, width) => {
    const variant = await database.imageVariant.findUnique({ where: { hash_width: { hash, width } } });
    return variant?.bytes ?? null;
  });
  await app.register(previewRoutes, { database });
  registerChangeLog(app, catalogOperations.listProductChanges, database);
  registerChangeExport(app, catalogOperations.exportProductChanges, { database, staff: staffFrom(auth) });
  return app;
}
