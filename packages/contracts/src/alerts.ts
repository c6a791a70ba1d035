import * as z from 'zod/mini';
import { ALERT_KINDS } from './alert-words.ts';
import { IdSchema, InstantSchema } from './common.ts';

export const AlertsSchema = z.object({
  /** When the product was last checked; null where it never is. */
  checkedAt: z.nullable(InstantSchema),
  alerts: z.array(
    z.object({
      id: IdSchema,
      kind: z.enum(ALERT_KINDS),
      detail: z.string(),
      beganAt: InstantSchema,
    }),
  ),
});
export type Alerts = z.infer<typeof AlertsSchema>;
