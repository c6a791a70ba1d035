import type { DELIVERY_STATES, EmailDelivery, EmailKind } from '@fasocolis/contracts/email';
import { longMoment } from '@fasocolis/web-kit/dates';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const KIND_WORDS: Record<EmailKind, string> = {
  'password-reset': 'Nouveau mot de passe',
  'email-verification': "Vérification de l'adresse",
  'email-changed': "Changement d'adresse",
  'password-changed': 'Mot de passe changé',
  'provider-linked': 'Nouveau moyen de connexion',
  'agent-invitation': "Invitation dans l'équipe",
  'order-status': "Statut d'un colis",
  announcement: 'Annonce',
  'contact-message': 'Message de contact',
  'silent-orders': 'Colis sans nouvelles',
};

/** The address is looked up when the mail is sent. */
export const recipientOf = ({ recipient }: EmailDelivery) => recipient ?? "Adresse connue à l'envoi";

export function outcomeOf({ state, attempts, lastError, sentAt }: EmailDelivery): string {
  if (state === 'sent') return sentAt ? `Envoyé le ${longMoment(sentAt)}` : 'Envoyé';
  if (state === 'dropped') return 'Plus nécessaire : non envoyé';
  if (state === 'failed') return explainFailure(lastError);
  if (lastError === null) return 'Part dans un instant';
  return `${explainFailure(lastError)} Nouvel essai automatique (${attempts} fait${attempts > 1 ? 's' : ''}).`;
}

/** Causes by the messages of mail servers, sockets and our services; the first match counts. */
const CAUSES: [RegExp, string][] = [
  [/\b503 unavailable\b|temporairement indisponible/i, 'Un service de la plateforme ne répondait pas.'],
  [
    /Invalid login|EAUTH|\b53[045]\b|authenticat/i,
    "Le serveur d'e-mails refuse notre identifiant ou notre mot de passe.",
  ],
  [/certificate|\bSSL\b|\bTLS\b|wrong version number/i, "La connexion sécurisée au serveur d'e-mails a échoué."],
  [/timed? ?-?out|ETIMEDOUT|ETIME\b/i, "Le serveur d'e-mails n'a pas répondu à temps."],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EDNS|ESOCKET|socket|connection closed/i,
    "Le serveur d'e-mails est injoignable.",
  ],
  [/\b[45]52\b|quota|mailbox (is )?full|over ?quota/i, 'La boîte du destinataire est pleine.'],
  [/spam|blacklist|block(ed|list)|reputation|\b554\b/i, "Le serveur du destinataire prend l'e-mail pour indésirable."],
  [/\b55[013]\b|no such|unknown user|user unknown|does not exist/i, "L'adresse n'existe pas ou refuse nos e-mails."],
  [/\b4\d\d\b/, "Le serveur du destinataire demande d'attendre."],
];

/** Why a mail was not sent, in plain words. */
export function explainFailure(lastError: string | null): string {
  return CAUSES.find(([pattern]) => pattern.test(lastError ?? ''))?.[1] ?? "L'envoi n'a pas abouti.";
}
