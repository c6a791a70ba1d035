import type { DeliveryKind } from './deliveries.ts';

export const DELIVERY_KIND_LABELS: Record<DeliveryKind, string> = {
  'password-reset': 'Nouveau mot de passe',
  'email-verification': "Vérification de l'adresse",
  'email-changed': "Changement d'adresse",
  'password-changed': 'Mot de passe changé',
  'phone-changed': 'Numéro changé',
  'provider-linked': 'Nouveau moyen de connexion',
  'second-factor-enabled': 'Deux étapes activées',
  'second-factor-disabled': 'Deux étapes désactivées',
  'second-factor-guessed': 'Codes incorrects',
  'recovery-codes-renewed': 'Codes de secours remplacés',
  'account-deleted': 'Compte supprimé',
  'agent-invitation': "Invitation dans l'équipe",
  'order-status': "Statut d'un colis",
  announcement: 'Annonce',
  'contact-message': 'Message de contact',
  'silent-orders': 'Colis sans nouvelles',
  'whatsapp-reply': 'Réponse WhatsApp',
};
