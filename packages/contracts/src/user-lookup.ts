import * as z from 'zod/mini';
import { boundedText, cleaned, IdSchema } from './common.ts';

/** Client codes, ids, usernames, email addresses or phone numbers. */
export const UserLookupSchema = z.object({
  logins: z.array(boundedText(200).check(cleaned())).check(z.maxLength(500)),
});

export const UserLookupResultSchema = z.array(
  z.object({
    login: z.string(),
    ids: z.array(IdSchema),
    /** Whether the login is an address that its account has not verified, which names no user. Absent if not. */
    isUnverified: z.optional(z.boolean()),
  }),
);
export type UserLookupResult = z.infer<typeof UserLookupResultSchema>;

export const UserPhonesQuerySchema = z.object({
  userIds: z.array(IdSchema).check(z.maxLength(500)),
  /** Whether those who want no news over WhatsApp are included. Absent from requests of former versions. */
  withDeclined: z.optional(z.boolean()),
});

export const UserPhonesSchema = z.array(
  z.object({
    userId: IdSchema,
    name: z.string(),
    phone: z.string(),
    /** Whether the user wants no news over WhatsApp. Absent in responses of former versions, which leave them out. */
    hasDeclined: z.optional(z.boolean()),
    /** Whether the number is verified: the product itself may send messages there. Absent if not. */
    isVerified: z.optional(z.boolean()),
  }),
);
export type UserPhones = z.infer<typeof UserPhonesSchema>;
