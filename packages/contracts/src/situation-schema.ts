import * as z from 'zod/mini';
import { IdSchema } from './common.ts';

const SITUATION_KINDS = ['unknown', 'expected', 'computed', 'late', 'ready', 'problem', 'ended', 'delivered'] as const;

export const SituationSchema = z.object({
  /** A delivery on a day, an arrival that was computed from other orders, or what happened instead. */
  kind: z.enum(SITUATION_KINDS),
  label: z.string(),
  text: z.string(),
  next: z.nullable(z.string()),
  town: z.nullable(z.string()),
});
export type Situation = z.infer<typeof SituationSchema>;

/** Orders of one request. */
export const MAX_SITUATIONS = 500;
export const OrderIdsSchema = z.object({ orderIds: z.array(IdSchema).check(z.maxLength(MAX_SITUATIONS)) });
export const SituationLinesSchema = z.array(z.object({ orderId: IdSchema, line: z.string() }));
