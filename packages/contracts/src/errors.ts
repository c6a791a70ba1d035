import * as z from 'zod/mini';

/** All error codes with their HTTP status. Programs use the code, users read the message. */
export const STATUS_BY_CODE = {
  'bad-request': 400,
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  'reauthentication-required': 403,
  'second-factor-required': 403,
  'not-found': 404,
  timeout: 408,
  conflict: 409,
  'balance-due': 409,
  /** Some parcels of a consignment were scanned when it arrived, and others were not. */
  'not-scanned': 409,
  gone: 410,
  'too-large': 413,
  misdirected: 421,
  'headers-too-large': 431,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

export const DEFAULT_MESSAGE: Record<ErrorCode, string> = {
  'bad-request': 'Requête invalide',
  validation: 'Requête invalide',
  unauthenticated: 'Non authentifié',
  forbidden: 'Accès refusé',
  'reauthentication-required': 'Confirmez votre mot de passe pour continuer.',
  'second-factor-required':
    "Activez d'abord la validation en deux étapes dans votre profil\u00a0: elle est obligatoire pour l'équipe.",
  'not-found': 'Ressource non trouvée',
  timeout: "La requête n'est pas arrivée à temps. Vérifiez votre connexion, puis réessayez.",
  conflict: 'Cette ressource existe déjà',
  'balance-due': 'Il reste à payer',
  'not-scanned': "Des colis n'ont pas été scannés.",
  gone: "Cette ressource n'existe plus",
  'too-large': 'Contenu trop volumineux',
  misdirected: "Cette adresse n'est pas celle du site.",
  'headers-too-large': 'Les en-têtes de la requête sont trop volumineux.',
  'too-many-requests': 'Trop de tentatives. Veuillez réessayer plus tard.',
  internal: 'Erreur interne du serveur',
  unavailable: 'Service temporairement indisponible',
};

/** The body of every error response. `errors` maps field paths to messages, for validation only. */
export const ErrorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorSchema>;
