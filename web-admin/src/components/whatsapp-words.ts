import type { WhatsappState } from '@fasocolis/contracts/whatsapp-state';

export const WHATSAPP_WORDS: Record<WhatsappState, string> = {
  pending: 'WhatsApp en route',
  sent: 'WhatsApp envoyé',
  delivered: 'WhatsApp reçu',
  read: 'WhatsApp lu',
  failed: 'WhatsApp en échec',
};
