import type { DropReason } from '@fasocolis/contracts/deliveries';
import type { WhatsappState } from '@fasocolis/contracts/whatsapp-state';

/** Why a message was not sent, after "Non envoyé". */
const REASONS: Record<DropReason, string> = {
  'no-address': "pas d'adresse e-mail",
  'unverified-address': 'adresse non vérifiée',
  'opted-out': "ne veut pas d'e-mails",
  cancelled: 'annulé',
  stopped: 'ne veut plus de messages WhatsApp',
  told: "déjà prévenu par l'équipe",
  'no-template': 'plus de 24 heures sans message de la personne\u00a0: voir «\u00a0À prévenir\u00a0»',
  'device-gone': "le téléphone n'est plus abonné",
  'not-needed': 'plus nécessaire',
};

/** The words for a dropped message; those of former versions have no reason. */
export const dropWords = (reason: DropReason | null | undefined) => REASONS[reason ?? 'not-needed'];

export const WHATSAPP_WORDS: Record<WhatsappState, string> = {
  pending: 'WhatsApp en route',
  sent: 'WhatsApp envoyé',
  delivered: 'WhatsApp reçu',
  read: 'WhatsApp lu',
  failed: 'WhatsApp en échec',
};
