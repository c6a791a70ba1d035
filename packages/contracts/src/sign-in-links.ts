import * as z from 'zod/mini';
import { PersonSchema } from './auth.ts';
import { boundedText, IdSchema, InstantSchema, optionalText } from './common.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';

export const CreateSignInLinkSchema = z.object({ phone: boundedText(PHONE_MAX), name: optionalText(200) });

export const SignInLinkSchema = z.object({
  url: z.url(),
  /** E.164. */
  phone: z.string(),
  text: z.string(),
  expiresAt: InstantSchema,
});
export type SignInLink = z.infer<typeof SignInLinkSchema>;

/** A user with a verified number who forgot the password and asked for a link: "Demande de lien". */
export const SignInLinkRequestSchema = z.object({
  id: IdSchema,
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  requestedAt: InstantSchema,
});
export type SignInLinkRequest = z.infer<typeof SignInLinkRequestSchema>;

export const SIGN_IN_LINK_INVALID = 'Ce lien est expiré ou a déjà servi. Demandez-nous-en un autre.';

const token = boundedText(200, SIGN_IN_LINK_INVALID).check(z.minLength(1, SIGN_IN_LINK_INVALID));

export const SignInLinkTokenSchema = z.object({ token });

/** What a link does: signs in to an account, makes one, or verifies the number of the signed-in user. */
export const SignInLinkPurposeSchema = z.object({
  purpose: z.enum(['sign-in', 'registration', 'verification']),
  firstName: z.string(),
  namesNeeded: z.boolean(),
});
export type SignInLinkPurpose = z.infer<typeof SignInLinkPurposeSchema>;

export const UseSignInLinkSchema = z.object({
  token,
  firstName: z.optional(PersonSchema.shape.firstName),
  lastName: z.optional(PersonSchema.shape.lastName),
});
export type UseSignInLink = z.input<typeof UseSignInLinkSchema>;
