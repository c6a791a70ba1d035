import type { DELIVERY_STATES, Delivery } from '@fasocolis/contracts/deliveries';
import { longMoment } from '@fasocolis/web-kit/dates';
import { dropWords } from '../../components/message-words.ts';

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The address is looked up when the message is sent; of a phone it is the push service. */
export function recipientOf({ channel, recipient }: Delivery): string {
  if (channel === 'push') return recipient ? `Téléphone (${recipient})` : 'Téléphone';
  return recipient ?? "Adresse connue à l'envoi";
}

export function outcomeOf({ channel, state, dropReason, attempts, lastError, sentAt }: Delivery): string {
  if (state === 'sent') return sentAt ? `Envoyé le ${longMoment(sentAt)}` : 'Envoyé';
  if (state === 'dropped') return `Non envoyé\u00a0: ${dropWords(dropReason)}`;
  const reason = channel === 'push' ? explainRefusedPush(lastError) : explainFailure(lastError);
  if (state === 'failed') return reason;
  if (lastError === null) return 'Part dans un instant';
  return `${reason} Nouvel essai automatique (${attempts} fait${attempts > 1 ? 's' : ''}).`;
}

/** Explanations by the messages of SMTP servers, sockets and our services; the first match counts. */
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

export function explainFailure(lastError: string | null): string {
  return CAUSES.find(([pattern]) => pattern.test(lastError ?? ''))?.[1] ?? "L'envoi n'a pas abouti.";
}

function explainRefusedPush(lastError: string | null): string {
  const [, status] = /push service responded with (\d+)/.exec(lastError ?? '') ?? [];
  if (!status) return 'Le service de notifications du téléphone est injoignable.';
  return status === '429' || Number(status) >= 500
    ? "Le service de notifications du téléphone demande d'attendre."
    : 'Le service de notifications du téléphone refuse ce message.';
}
