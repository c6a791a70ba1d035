import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';

/** Never contains a password or its hash. Apart from the forms, because every screen needs it. */
export const UserSchema = z.object({
  id: IdSchema,
  username: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  /** Whether the number was shown to be the user's. Missing in responses of former releases. */
  phoneVerified: z.optional(z.boolean()),
  provider: z.nullable(z.string()),
  providerId: z.nullable(z.string()),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  isAdmin: z.boolean(),
  /** Missing in responses of releases without agents. */
  isAgent: z.optional(z.boolean()),
  /** In the response about the signed-in user: whether it is staff and has to set up a second factor before anything else. */
  needsSecondFactor: z.optional(z.boolean()),
  notifyByEmail: z.boolean(),
  /** Whether the user wants news of parcels over WhatsApp. Missing in responses of former releases. */
  notifyByWhatsapp: z.optional(z.boolean()),
});
export type User = z.infer<typeof UserSchema>;

/** Whether a user may use the back office: the administrator, and agents for a part of it. */
export const isStaff = (user: Pick<User, 'isAdmin' | 'isAgent'>): boolean => user.isAdmin || user.isAgent === true;
