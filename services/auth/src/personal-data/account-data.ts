import { AUDIT_OUTCOME_LABELS, type AuditOutcome } from '@fasocolis/contracts/audit';
import { PROVIDER_NAMES } from '@fasocolis/contracts/auth';
import { CHANGE_ACTION_LABELS, CHANGE_SUBJECT_LABELS } from '@fasocolis/contracts/change-labels';
import type { ChangeAction, ChangeSubject } from '@fasocolis/contracts/changes';
import type { PersonalData } from '@fasocolis/contracts/personal-data';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import type { Database } from '../database.ts';
import type { TokenKind, User } from '../generated/prisma/client.ts';
import { auditLabel } from '../shared/audit-label.ts';

const SUBJECTS: Record<TokenKind, string> = {
  PASSWORD_RESET: 'Nouveau mot de passe',
  EMAIL_VERIFICATION: "Vérification de l'adresse",
  EMAIL_CHANGED: "Changement d'adresse",
  PASSWORD_CHANGED: 'Mot de passe changé',
  PROVIDER_LINKED: 'Nouveau moyen de connexion',
  SECOND_FACTOR_ENABLED: 'Validation en deux étapes activée',
  SECOND_FACTOR_DISABLED: 'Validation en deux étapes désactivée',
  SECOND_FACTOR_GUESSED: 'Codes incorrects à la connexion',
  RECOVERY_CODES_RENEWED: 'Codes de secours remplacés',
  PHONE_CHANGED: 'Numéro de téléphone changé',
  AGENT_INVITATION: "Invitation dans l'équipe",
};

const providerName = (provider: string | null) =>
  provider === null ? null : ((PROVIDER_NAMES as Record<string, string>)[provider] ?? provider);

/** What auth stores about a user, besides hashes of secrets. */
export async function readAccountData(database: Database, sessions: SessionStore, user: User): Promise<PersonalData> {
  const where = { userId: user.id };
  const [open, identities, tokens, recoveryCodes, changes, audited] = await Promise.all([
    sessions.list(user.id),
    database.socialIdentity.findMany({ where, orderBy: { linkedAt: 'asc' } }),
    database.userToken.findMany({ where, orderBy: { createdAt: 'asc' } }),
    database.recoveryCode.count({ where }),
    database.change.findMany({ where, orderBy: { id: 'asc' } }),
    database.auditEvent.findMany({ where, orderBy: { id: 'asc' } }),
  ]);
  return {
    Compte: {
      Numéro: user.id,
      "Nom d'utilisateur": user.username,
      Prénom: user.firstName,
      Nom: user.lastName,
      'Adresse e-mail': user.email,
      'Adresse vérifiée': user.emailVerified,
      Téléphone: user.phone,
      'Téléphone vérifié le': user.phoneVerifiedAt,
      'E-mails sur les colis et annonces': user.notifyByEmail,
      'Nouvelles des colis par WhatsApp': user.notifyByWhatsapp,
      'Mot de passe': user.passwordHash === null ? 'aucun' : 'gardé sous une forme qui ne permet pas de le lire',
      'Validation en deux étapes depuis le': user.secondFactorSince,
      'Codes de secours restants': recoveryCodes,
      'Créé avec': providerName(user.provider),
      'Numéro chez ce fournisseur': user.providerId,
      'Inscription le': user.createdAt,
      'Dernière connexion le': user.lastSignInAt,
      'Lien de connexion demandé le': user.linkRequestedAt,
      'Dernière modification le': user.updatedAt,
    },
    ...(user.invitedAt && {
      'Membre de l’équipe': {
        Ville: user.city,
        'Invité le': user.invitedAt,
        'Arrivé le': user.joinedAt,
        'Accès retiré le': user.revokedAt,
      },
    }),
    'Appareils connectés': open.map(({ session }) => ({
      'Connecté depuis le': session.createdAt,
      Navigateur: session.userAgent,
    })),
    'Fournisseurs de connexion': identities.map(({ provider, subject, linkedAt }) => ({
      Fournisseur: providerName(provider),
      'Numéro chez ce fournisseur': subject,
      'Lié le': linkedAt,
    })),
    'Comptes que vous avez modifiés': changes.map(({ createdAt, subject, action, name }) => ({
      Date: createdAt,
      Quoi: `${CHANGE_SUBJECT_LABELS[subject as ChangeSubject]}, ${CHANGE_ACTION_LABELS[action as ChangeAction]}`,
      Qui: name,
    })),
    'Journal de sécurité, des douze derniers mois': audited.map((event) => ({
      Date: event.createdAt,
      Action: auditLabel(event.action),
      Résultat: AUDIT_OUTCOME_LABELS[event.outcome as AuditOutcome],
      Réseau: event.address,
    })),
    'Liens et avis de sécurité envoyés': tokens.map((token) => ({
      Sujet: SUBJECTS[token.kind],
      Adresse: token.email,
      ...(token.provider !== null && { Fournisseur: providerName(token.provider) }),
      'Demandé le': token.createdAt,
      "Valable jusqu'au": token.expiresAt,
      'Utilisé le': token.usedAt,
      'Annulé le': token.voidedAt,
    })),
  };
}
