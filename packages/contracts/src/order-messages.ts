import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';
import { DELIVERY_STATES, DROP_REASONS } from './deliveries.ts';

export const OrderMessageSchema = z.object({
  id: IdSchema,
  orderId: IdSchema,
  userId: IdSchema,
  title: z.string(),
  body: z.string(),
  sentAt: InstantSchema,
  readAt: z.nullable(InstantSchema),
  email: z.nullable(
    z.object({
      state: z.enum(DELIVERY_STATES),
      recipient: z.nullable(z.string()),
      sentAt: z.nullable(InstantSchema),
      dropReason: z.optional(z.nullable(z.enum(DROP_REASONS))),
    }),
  ),
});
export const OrderMessagesSchema = z.array(OrderMessageSchema);
export type OrderMessage = z.infer<typeof OrderMessageSchema>;
