import * as z from 'zod/mini';
import { PASSWORD_MAX } from './auth.ts';
import { boundedText, IdSchema } from './common.ts';

export const PERSONAL_DATA_FILE = 'mes-donnees-fasocolis.json';

export const PERSONAL_DATA_SERVICES = ['orders', 'notify', 'content'] as const;

export const PersonalDataSubjectSchema = z.object({
  userId: IdSchema,
  /** Null without a verified address: data of an address are exported to its proven owner alone. */
  verifiedEmail: z.nullable(boundedText(200)),
  /** Whether the user has a verified phone number, which counts like a verified address. Absent if not. */
  hasVerifiedPhone: z.optional(z.boolean()),
  /** True for staff, who see no pick-up codes; absent otherwise. */
  isStaff: z.optional(z.boolean()),
});
export type PersonalDataSubject = z.infer<typeof PersonalDataSubjectSchema>;

/** Sections of the file by their French titles. Its fields have French names too: people read it. */
export const PersonalDataSchema = z.record(z.string(), z.unknown());
export type PersonalData = z.infer<typeof PersonalDataSchema>;

export const ConfirmationSchema = z.object({
  currentPassword: z.optional(boundedText(PASSWORD_MAX, 'Requête invalide')),
});
export type Confirmation = z.infer<typeof ConfirmationSchema>;
