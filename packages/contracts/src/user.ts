import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';

/** A person with an account. Never holds a password or its hash. Apart from the forms, as every screen asks for it. */
export const UserSchema = z.object({
  id: IdSchema,
  username: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  providerId: z.nullable(z.string()),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  isAdmin: z.boolean(),
  /** Whether mails about their parcels and announcements are welcome. */
  notifyByEmail: z.boolean(),
});
export type User = z.infer<typeof UserSchema>;
