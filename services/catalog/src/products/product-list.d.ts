import { type ListRequestOf, type Page } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { type ProductRow } from './product-presenter.ts';
export declare const productListSpec: import("@fasocolis/service-kit/http/lists").ListSpec<"hasFreeshipping" | "id" | "name" | "price", {
    id: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniArray<z.ZodMiniInt>]>, z.ZodMiniTransform<{
        in: number[];
    }, number | number[]>>;
    name: z.ZodMiniString<string>;
    price: z.ZodMiniString<string>;
    hasFreeshipping: z.ZodMiniBoolean<boolean>;
}>;
export type ProductListRequest = ListRequestOf<typeof productListSpec>;
/** One page of products, newest first by default. */
export declare function listProducts(database: Database, list: ProductListRequest): Promise<Page<ProductRow>>;
