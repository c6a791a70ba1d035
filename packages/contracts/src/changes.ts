import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';

export const CHANGE_SUBJECTS = [
  ...(['order', 'order-status', 'consignment', 'milestone-definition', 'tariff', 'payment', 'setting'] as const),
  ...(['page', 'contact-message', 'product', 'popup', 'notification', 'delivery', 'person-to-tell'] as const),
  ...(['user', 'agent', 'team-security', 'sign-in-link'] as const),
] as const;
export const CHANGE_ACTIONS = [
  ...['created', 'changed', 'deleted', 'archived', 'unarchived', 'event-withdrawn'],
  ...['milestone-recorded', 'milestone-cancelled', 'milestone-withdrawn', 'handed-over', 'anonymized'],
  ...['charged', 'charge-cancelled', 'paid', 'payment-cancelled', 'payment-refused'],
  ...['sent', 'retried', 'told', 'telling-undone', 'telling-stopped', 'telling-resumed'],
  ...['invited', 'revoked', 'second-factor-reset'],
] as const;

/** Values by field; only fields that changed. */
const ValuesSchema = z.nullable(z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))));

export const ChangeSchema = z.object({
  id: IdSchema,
  subject: z.enum(CHANGE_SUBJECTS),
  subjectId: z.string(),
  name: z.string(),
  action: z.enum(CHANGE_ACTIONS),
  userId: z.nullable(IdSchema),
  before: ValuesSchema,
  after: ValuesSchema,
  requestId: z.nullable(z.string()),
  createdAt: InstantSchema,
});
export const ChangesSchema = z.array(ChangeSchema);
export type Change = z.infer<typeof ChangeSchema>;
export type ChangeSubject = Change['subject'];
export type ChangeAction = Change['action'];
