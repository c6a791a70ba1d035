import type { Product } from '@fasocolis/contracts/catalog';
import type { Prisma } from '../generated/prisma/client.ts';

export const WITH_IMAGES = {
  images: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.ProductInclude;

/** Columns that no response contains; the search text is as long as the description. */
export const WITHOUT_SEARCH = { searchText: true, createdAt: true } as const satisfies Prisma.ProductOmit;

export type ProductRow = Prisma.ProductGetPayload<{ include: typeof WITH_IMAGES; omit: typeof WITHOUT_SEARCH }>;

export function presentProduct(row: ProductRow, urlOf: (hash: string, width: number) => string): Product {
  const addresses = row.images.map(({ position, address, hash, width }) => ({
    position,
    address: address ?? urlOf(hash ?? '', width ?? 0),
  }));
  return {
    ...row,
    imageUrl: addresses.find(({ position }) => position === 0)?.address ?? null,
    imageUrls: addresses.filter(({ position }) => position > 0).map(({ address }) => address),
    // They are stored as an array of name and value pairs: an object in the database would lose their order.
    specifications: Object.fromEntries(row.specifications as [name: string, value: string][]),
  };
}
