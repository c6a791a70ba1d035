import * as z from 'zod/mini';
import { PersonSchema } from './auth.ts';
import { IdSchema, InstantSchema, isSafeName, requiredText } from './common.ts';

export const INVITATION_DAYS = 7;

/** Invited, invited with a link that no longer works, with access to the back office, or without it again. */
export const AGENT_STATES = ['invited', 'expired', 'active', 'revoked'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

export const AgentSchema = z.object({
  id: IdSchema,
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  city: z.string(),
  state: z.enum(AGENT_STATES),
  invitedAt: InstantSchema,
  joinedAt: z.nullable(InstantSchema),
  /** Both are missing in responses of former releases. */
  hasSecondFactor: z.optional(z.boolean()),
  lastSignInAt: z.optional(z.nullable(InstantSchema)),
});
export type Agent = z.infer<typeof AgentSchema>;

export const TeamSecuritySchema = z.object({ requiresSecondFactor: z.boolean('Requête invalide') });
export type TeamSecurityRules = z.infer<typeof TeamSecuritySchema>;

export const InviteAgentSchema = z.extend(PersonSchema, {
  city: requiredText({ min: 2, max: 100, message: 'La ville doit contenir au moins 2 caractères' }).check(
    z.refine(isSafeName, 'Ce nom contient des caractères non autorisés'),
  ),
});
export type InviteAgent = z.infer<typeof InviteAgentSchema>;

/** The address belongs to the agent, who changes it in the profile. */
export const UpdateAgentSchema = z.omit(InviteAgentSchema, { email: true });
export type UpdateAgent = z.infer<typeof UpdateAgentSchema>;

/** The administrator, or a present or former agent, as named in files and the change log. */
export const StaffMemberSchema = z.object({
  id: IdSchema,
  firstName: z.string(),
  lastName: z.string(),
  city: z.optional(z.string()),
});
export type StaffMember = z.infer<typeof StaffMemberSchema>;
