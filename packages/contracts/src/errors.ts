import * as z from 'zod/mini';

/** Every code an API error may carry, with the HTTP status it travels under. Programs branch on the code, people read the message. */
export const STATUS_BY_CODE = {
  'bad-request': 400,
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** What people read when the failing code says nothing more precise. */
export const DEFAULT_MESSAGE: Record<ErrorCode, string> = {
  'bad-request': 'Requête invalide',
  validation: 'Requête invalide',
  unauthenticated: 'Non authentifié',
  forbidden: 'Accès refusé',
  'not-found': 'Ressource non trouvée',
  conflict: 'Cette ressource existe déjà',
  'too-large': 'Contenu trop volumineux',
  'too-many-requests': 'Trop de tentatives. Veuillez réessayer plus tard.',
  internal: 'Erreur interne du serveur',
  unavailable: 'Service temporairement indisponible',
};

/** The one body of every error answer. `errors` is there for validation only: field path to message. */
export const ErrorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorSchema>;
