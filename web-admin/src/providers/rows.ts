import { ProductSchema } from '@fasocolis/contracts/catalog';
import { IdSchema } from '@fasocolis/contracts/common';
import { ContactMessageSchema, StaticPageSummarySchema } from '@fasocolis/contracts/content';
import { OrderSchema, OrderStatusSchema } from '@fasocolis/contracts/orders';
import { PersonToTellSchema } from '@fasocolis/contracts/to-tell';
import { UserSchema } from '@fasocolis/contracts/user';
import type { RaRecord } from 'react-admin';
import * as z from 'zod/mini';

type RowSchema = z.ZodMiniType<RaRecord>;

/** The schemas of the rows that the first screen shows or counts. */
const FIRST_ROWS = new Map<string, RowSchema>([
  ['contact-messages', ContactMessageSchema],
  // The response to a write of an order contains the id of its event as well.
  ['orders', z.extend(OrderSchema, { eventId: z.optional(z.nullable(IdSchema)) })],
  ['order-statuses', OrderStatusSchema],
  ['products', ProductSchema],
  ['static-pages', StaticPageSummarySchema],
  ['to-tell', PersonToTellSchema],
  ['users', UserSchema],
]);

/** The schema of the rows of a resource, or of a part of its records (`orders/1/order-events`). @throws Error for others */
export async function rowSchema(resource: string, part?: string): Promise<RowSchema> {
  const first = part === undefined && FIRST_ROWS.get(resource);
  if (first) return first;
  const { OTHER_ROWS } = await import('./other-rows.ts');
  const schema = OTHER_ROWS.get(part ?? resource) ?? OTHER_ROWS.get(resource) ?? FIRST_ROWS.get(resource);
  if (!schema) throw new Error(`The rows of ${resource} have no schema`);
  return schema;
}
