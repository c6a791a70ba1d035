import type { Product } from '@fasocolis/contracts/catalog';

/** A product as the statements of product-list.ts read it. */
export interface ProductRow {
  id: number;
  name: string;
  description: string;
  price: string;
  hasFreeshipping: boolean;
  features: string[];
  /** Name and value of each: an object in the database would lose their order. */
  specifications: [name: string, value: string][];
  images: [position: number, address: string | null, hash: string | null, width: number | null][];
}

/** A product as everybody sees it; `urlOf` tells the address of an image of ours. */
export function presentProduct(row: ProductRow, urlOf: (hash: string, width: number) => string): Product {
  const addresses = row.images.map(([position, address, hash, width]) => ({
    position,
    address: address ?? urlOf(hash ?? '', width ?? 0),
  }));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    price: row.price,
    imageUrl: addresses.find(({ position }) => position === 0)?.address ?? null,
    imageUrls: addresses.filter(({ position }) => position > 0).map(({ address }) => address),
    hasFreeshipping: row.hasFreeshipping,
    features: row.features,
    specifications: Object.fromEntries(row.specifications),
  };
}
