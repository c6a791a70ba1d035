import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchText } from '@fasocolis/service-kit/data/database';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { keepImage } from '../shared/product-images.ts';
import products from './demo-products.json' with { type: 'json' };

/** Stores the products from the oldest to the newest; their first image is the main one. */
export async function seedDemoProducts(database: Database): Promise<void> {
  if (await database.seed.findUnique({ where: { name: NAME } })) return;
  const read = (name: string) => readFile(join(import.meta.dirname, 'images', `${name}.webp`));
  // The transaction begins afterwards: its timeout is shorter than the conversion may take.
  const rows = await Promise.all(
    products.map(async ({ images: files, specifications, ...product }) => ({
      ...product,
      specifications: Object.entries(specifications),
      searchText: searchText(product.name, product.description),
      images: {
        create: await Promise.all(
          files.map(async (file, position) => ({ position, ...(await keepImage(database, await read(file))) })),
        ),
      },
    })),
  );
  await seedOnce<Transaction>(database, NAME, async (transaction) => {
    for (const data of rows) await transaction.product.create({ data });
  });
}

const NAME = 'demo-products';
