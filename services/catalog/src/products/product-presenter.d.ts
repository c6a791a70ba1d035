import type { Product } from '@fasocolis/contracts/catalog';
import type { Prisma } from '../generated/prisma/client.ts';
export declare const WITH_IMAGES: {
    readonly images: {
        readonly orderBy: {
            readonly position: 'asc';
        };
    };
};
/** Columns that no response contains; the search text is as long as the description. */
export declare const WITHOUT_SEARCH: {
    readonly searchText: true;
    readonly createdAt: true;
};
export type ProductRow = Prisma.ProductGetPayload<{
    include: typeof WITH_IMAGES;
    omit: typeof WITHOUT_SEARCH;
}>;
/** A product as returned to every caller; `urlOf` returns the URL of an image of ours. */
export declare function presentProduct(row: ProductRow, urlOf: (hash: string, width: number) => string): Product;
