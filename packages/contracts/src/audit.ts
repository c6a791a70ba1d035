import * as z from 'zod/mini';
import { boundedText, IdSchema, InstantSchema, uuid } from './common.ts';
import type { AuditedAction } from './operations/operation.ts';

/**
 * `refused` for 403 and 429, `failure` for other 4xx, `error` for 5xx; `pending` for a sign-in that waits for its second
 * step.
 */
export const AUDIT_OUTCOMES = ['success', 'pending', 'failure', 'refused', 'error'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const AUDIT_OUTCOME_LABELS: Record<AuditOutcome, string> = {
  success: 'Réussi',
  pending: 'Code demandé',
  failure: 'Échec',
  refused: 'Refusé',
  error: 'Erreur',
};

/** The actions that are audited for every caller; those of staff have the names of their operations. */
export const AUDITED_ACTION_LABELS: Record<AuditedAction | 'gateway', string> = {
  'sign-in': 'Connexion',
  'sign-out': 'Déconnexion',
  'session-end': 'Fin de session',
  registration: 'Inscription',
  'password-change': 'Changement de mot de passe',
  'password-reset': 'Nouveau mot de passe',
  'email-change': "Changement d'adresse e-mail",
  'phone-change': 'Changement de téléphone',
  'email-restoration': "Retour à l'ancienne adresse e-mail",
  'invitation-acceptance': 'Invitation acceptée',
  'sign-in-method-removal': "Retrait d'un moyen de connexion",
  'second-factor-change': 'Validation en deux étapes',
  'account-deletion': 'Suppression de compte',
  export: 'Export',
  gateway: "Refus à l'entrée du site",
};

/** A URL may be any length. */
export const AUDIT_TARGET_MAX = 300;

const fields = {
  service: boundedText(50),
  /** Null for visitors, and for services. */
  userId: z.nullable(IdSchema),
  outcome: z.enum(AUDIT_OUTCOMES),
  status: z.int(),
  target: boundedText(AUDIT_TARGET_MAX),
  /** The network of the caller's address, /24 or /48. */
  address: boundedText(100),
  requestId: boundedText(200),
  /** How many requests: refusals of one caller within a minute are counted. */
  count: z.int(),
  createdAt: InstantSchema,
};

export const RecordedAuditSchema = z.object({ ...fields, key: uuid(), action: boundedText(100) });
export type RecordedAudit = z.infer<typeof RecordedAuditSchema>;

export const AuditEventSchema = z.object({
  ...fields,
  id: IdSchema,
  action: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEventSchema>;
