import * as z from 'zod/mini';
import { IdSchema } from './common.ts';

/** Something the shop sells. The price is free text, shown as it was typed. */
export const ProductSchema = z.object({
  id: IdSchema,
  name: z.string(),
  description: z.string(),
  price: z.string(),
  imageUrl: z.nullable(z.string()),
  imageUrls: z.array(z.string()),
  hasFreeshipping: z.boolean(),
  features: z.array(z.string()),
  specifications: z.record(z.string(), z.string()),
});
export type Product = z.infer<typeof ProductSchema>;
