import { loadSharp } from '@fasocolis/image-kit/sharp';
import { searchText } from '@fasocolis/service-kit/database';
import { sow } from '@fasocolis/service-kit/seed';
import type { Database, Transaction } from '../database.ts';
import type { ProductImages } from '../images/product-images.ts';
import { DEMO_PRODUCTS } from './demo-products.ts';

/** Eight products to look at. */
export async function seedDemoProducts(database: Database, images: ProductImages): Promise<void> {
  if (await database.seed.findUnique({ where: { name: NAME } })) return;
  // Uploads may not be SVG (image-kit); our own drawings are.
  const sharp = await loadSharp();
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  // As a photo would be uploaded; compressing it well would only take time.
  const draw = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  // Before the transaction, because drawing takes longer than a transaction may; at once, for whoever waits for a start.
  const products = await Promise.all(
    DEMO_PRODUCTS.map(async ({ drawings, specifications, ...product }) => ({
      ...product,
      specifications: Object.entries(specifications),
      searchText: searchText(product.name, product.description),
      images: {
        create: await Promise.all(
          drawings.map(async (drawing, position) => ({ position, hash: await images.keep(await draw(drawing)) })),
        ),
      },
    })),
  );
  await sow<Transaction>(database, NAME, async (transaction) => {
    for (const data of products) await transaction.product.create({ data });
  });
}

const NAME = 'demo-products';
