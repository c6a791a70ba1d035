import * as z from 'zod/mini';
import { IdSchema, InstantSchema, MAX_ID } from './common.ts';
import { WHATSAPP_STATES } from './whatsapp-state.ts';

const ToldOrderSchema = z.object({
  orderId: IdSchema,
  reference: z.string(),
  /** Whether the person is told of its pick-up code: only the product's own messages and the person's links show it. */
  hasPickupCode: z.optional(z.boolean()),
});

const ChangeToTellSchema = z.object({
  title: z.string(),
  note: z.nullable(z.string()),
  occurredAt: InstantSchema,
  orders: z.array(ToldOrderSchema),
});
export type ChangeToTell = z.infer<typeof ChangeToTellSchema>;

/** A person whom staff tells of changes over WhatsApp, or has told. Until then, further changes are added. */
export const PersonToTellSchema = z.object({
  id: IdSchema,
  /** E.164. */
  phone: z.string(),
  /** In the links of the text, where the person can stop messages. Absent in responses of former versions. */
  linkToken: z.optional(z.string()),
  name: z.nullable(z.string()),
  changes: z.array(ChangeToTellSchema),
  upTo: IdSchema,
  createdAt: InstantSchema,
  /** Who told the person, null for the product itself; null while nobody did. */
  told: z.nullable(z.object({ at: InstantSchema, byUserId: z.nullable(IdSchema) })),
  whatsapp: z.nullable(z.object({ state: z.enum(WHATSAPP_STATES), at: z.nullable(InstantSchema) })),
});
export const PeopleToTellSchema = z.array(PersonToTellSchema);
export type PersonToTell = z.infer<typeof PersonToTellSchema>;

/** The newest change that the text contained: later ones are still to be told. */
export const TellSchema = z.object({
  upTo: z.int('Requête invalide').check(z.gte(1, 'Requête invalide'), z.lte(MAX_ID, 'Requête invalide')),
});
