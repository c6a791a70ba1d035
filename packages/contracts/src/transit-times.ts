import * as z from 'zod/mini';
import { TRANSPORT_MODES } from './orders.ts';

/** A step of the journey, until the arrival or, for the arrival, until the delivery. In days. */
const TransitTimeSchema = z.object({
  mode: z.enum(TRANSPORT_MODES),
  step: z.enum(['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED']),
  medianDays: z.number(),
  p90Days: z.number(),
  orders: z.int(),
});
export const TransitTimesSchema = z.array(TransitTimeSchema);
export type TransitTime = z.infer<typeof TransitTimeSchema>;
