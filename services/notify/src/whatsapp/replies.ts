import { orderStatusLabel } from '@fasocolis/contracts/order-status';
import type { Order } from '@fasocolis/contracts/orders';

const longDate = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

export const HELP =
  'Envoyez SUIVI et votre numéro de colis, par exemple\u00a0: SUIVI FC-7ABC.\nPour ne plus recevoir de messages, répondez STOP.';

export const STOPPED =
  "C'est noté\u00a0: vous ne recevrez plus de messages sur vos colis. Pour en recevoir de nouveau, envoyez SUIVI et votre numéro de colis.";

export const unknownParcel = (reference: string): string =>
  `Aucun colis ne porte le numéro ${reference}.\nVérifiez-le, puis envoyez de nouveau SUIVI et ce numéro.`;

/** Status, date and link of a parcel that the person follows from now on. */
export function followedParcel(order: Order, publicUrl: string): string {
  const at = longDate.format(new Date(order.latestUpdateTime ?? order.updatedAt));
  const arrival = order.estimatedDelivery ?? order.expectedArrival?.to;
  const isEnd = order.statusKind === 'end';
  return [
    `Colis ${order.reference}\u00a0: ${orderStatusLabel(order)} (${at}).`,
    ...(order.latestUpdate ? [order.latestUpdate] : []),
    ...(arrival && !isEnd ? [`Livraison estimée\u00a0: ${longDate.format(new Date(arrival))}.`] : []),
    `${publicUrl}/c/${encodeURIComponent(order.reference)}`,
    'Nous vous prévenons ici de la suite. Pour arrêter, répondez STOP.',
  ].join('\n');
}

/** What a person asks for. A text without "SUIVI" may be a bare reference. */
export function readRequest(text: string): { kind: 'stop' } | { kind: 'follow' | 'bare'; reference: string } | null {
  const words = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  if (/^(?:stop|arr[eê]t|arr[eê]ter)[\s.!]*$/i.test(words)) return { kind: 'stop' };
  const [, named] = /^suivi\s*:?\s*(\S.*)$/i.exec(words) ?? [];
  const reference = (named ?? words).slice(0, LONGEST);
  if (named) return { kind: 'follow', reference };
  // References have a digit almost always, questions are longer.
  return /\d/.test(words) && words.length <= LONGEST ? { kind: 'bare', reference } : null;
}

const LONGEST = 64;
