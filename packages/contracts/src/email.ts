import * as z from 'zod/mini';
import { SOCIAL_PROVIDERS } from './auth.ts';
import { boundedText, IdSchema, InstantSchema, MAX_ID } from './common.ts';

/** Changes of an account, about which its user gets an email with a link; not those that name a provider. */
const PLAIN_CHANGE_KINDS = [
  'email-changed',
  'password-changed',
  'second-factor-enabled',
  'second-factor-disabled',
  'second-factor-guessed',
  'recovery-codes-renewed',
  'agent-invitation',
  'phone-changed',
] as const;

export const ACCOUNT_CHANGE_EMAIL_KINDS = [...PLAIN_CHANGE_KINDS, 'provider-linked'] as const;

const REQUEST_KINDS = ['password-reset', 'email-verification'] as const;

export const TOKEN_EMAIL_KINDS = [...REQUEST_KINDS, ...ACCOUNT_CHANGE_EMAIL_KINDS] as const;

export const EMAIL_REFUSALS = ['no-address', 'unverified-address', 'opted-out'] as const;

/**
 * Data of an email with a link, requested when it is about to be sent. The token travels only here: events and queues
 * hold its id.
 */
const emailToken = {
  userId: IdSchema,
  email: z.string(),
  /** Empty for an unverified address: an attacker may have chosen the name. */
  firstName: z.string(),
  /** In invitations, because the product chose it. */
  username: z.optional(z.string()),
  token: z.string(),
  expiresAt: InstantSchema,
};
export const EmailTokenSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum([...REQUEST_KINDS, ...PLAIN_CHANGE_KINDS]), ...emailToken }),
  z.object({ kind: z.literal('provider-linked'), provider: z.enum(SOCIAL_PROVIDERS), ...emailToken }),
]);
export type EmailToken = z.infer<typeof EmailTokenSchema>;

export const EmailRecipientSchema = z.object({
  userId: IdSchema,
  email: z.string(),
  firstName: z.string(),
  unsubscribeToken: z.string(),
  /** True for staff, who get no pick-up codes; absent otherwise. */
  isStaff: z.optional(z.boolean()),
});
export type EmailRecipient = z.infer<typeof EmailRecipientSchema>;

export const EmailRefusalSchema = z.object({ userId: IdSchema, refusal: z.enum(EMAIL_REFUSALS) });
export type EmailRefusal = z.infer<typeof EmailRefusalSchema>;

export const AdministratorAddressSchema = z.object({ email: z.string(), firstName: z.string() });
export type AdministratorAddress = z.infer<typeof AdministratorAddressSchema>;

export const EmailRecipientIdsSchema = z.array(IdSchema);

/** In the query, because email programs support nothing else. */
export const UnsubscribeQuerySchema = z.object({ token: z._default(boundedText(200), '') });

const wholeNumber = (least: number, max: number) =>
  z.pipe(boundedText(20), z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(max))));

export const PageOfIdsSchema = z.object({
  after: z._default(wholeNumber(0, MAX_ID), 0),
  limit: z._default(wholeNumber(1, 1000), 1000),
});
