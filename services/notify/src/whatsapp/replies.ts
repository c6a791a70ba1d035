import { longDate } from '@fasocolis/contracts/dates';
import { orderStatusLabel } from '@fasocolis/contracts/order-status';
import type { PublicOrder } from '@fasocolis/contracts/orders';
import { signInTag } from '@fasocolis/contracts/phone-sign-in';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { isLikely, referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { plainText, searchForm, shortened } from '@fasocolis/contracts/reading/text';
import { situationLine } from '@fasocolis/contracts/situation';

export const HELP =
  'Envoyez SUIVI et votre numéro de colis, par exemple\u00a0: SUIVI FC-7ABC.\nPour ne plus recevoir de messages, répondez STOP.';

export const STOPPED =
  "C'est noté\u00a0: vous ne recevrez plus de messages sur vos colis. Pour en recevoir de nouveau, envoyez SUIVI et votre numéro de colis.";

/** @param code null when no browser waits for it */
export const signInReply = (code: string | null, publicUrl: string): string =>
  code === null
    ? `Pour vous connecter, touchez WhatsApp sur ${publicUrl}/auth, puis envoyez le message sans le changer.`
    : `Votre code FasoColis\u00a0: ${code}\nIl est valable 10 minutes. Ne le donnez à personne, même à nous.`;

export const unknownParcel = (reference: string): string =>
  `Aucun colis ne porte le numéro ${reference}.\nVérifiez-le, puis envoyez de nouveau SUIVI et ce numéro.`;

/** The longest text about a parcel. */
const UPDATE_MAX = 300;
/** The most parcels of one reply. */
export const MAX_ORDERS_PER_REPLY = 5;

/** Status, date and link of the parcels that the person follows from now on. @param more that are not among them */
export function followedParcels(orders: readonly PublicOrder[], more: number, publicUrl: string): string {
  const others = more === 1 ? '… et 1 autre colis' : `… et ${more} autres colis`;
  return [
    ...orders.map((order) => aboutParcel(order, publicUrl)),
    ...(more > 0 ? [`${others}\u00a0: ${publicUrl}`] : []),
    'Nous vous prévenons ici de la suite. Pour arrêter, répondez STOP.',
  ].join(orders.length > 1 ? '\n\n' : '\n');
}

function aboutParcel(order: PublicOrder, publicUrl: string): string {
  const at = longDate(order.latestUpdateTime ?? order.updatedAt);
  const line = order.situation && situationLine(order.situation);
  return [
    `Colis ${order.reference}\u00a0: ${orderStatusLabel(order)} (${at}).`,
    ...(order.latestUpdate ? [shortened(order.latestUpdate, UPDATE_MAX)] : []),
    ...(line ? [line] : []),
    publicUrl + shortLinkPath(order.reference),
  ].join('\n');
}

/** The request in a message. */
export type WrittenRequest =
  | { kind: 'stop' }
  /** For a code; the tag of the browser that waits for it. */
  | { kind: 'sign-in'; tag: string }
  /** Named by "SUIVI" or the like, or perhaps references only. */
  | { kind: 'follow' | 'bare'; references: string[] };

const STOP =
  /^(?:stopp?(?:er?|ez)?|arret|arret(?:e|er|ez)|desabonn(?:e|er|ez|ement)|desinscri(?:s|re|vez|ption)|unsubscribe|退订)$/;
/** "Ne m'envoyez plus de messages", "Plus de messages svp". */
const NO_MORE = /(?:^|[^a-z])n(?:e m)?['\u2019 ]envoye[rz] plus(?![a-z])|^\W*plus (?:de|aucun) messages?(?![a-z])/;
/** What people write before their request. */
const POLITENESS =
  /^(?:\W*(?:bonjour|bonsoir|salut|bjr|bsr|slt|svp|stp|s[\u2019' ]?il (?:vous|te) plait|ok|oui|(?:non )?merci(?: de)?|veuillez|pouvez[ -]vous|je (?:veux|voudrais|souhaite))(?![a-z]))+/;
/** With a point or a space after each letter. */
const SPELLED_STOP = /^\W*s[. ]t[. ]o[. ]p(?![a-z])/;
const FOLLOW = /(?:^|[^\p{L}])suiv(?:i|re)(?![\p{L}])/u;

export function readRequest(text: string): WrittenRequest | null {
  const tag = signInTag(text);
  if (tag !== null) return { kind: 'sign-in', tag };
  const written = searchForm(plainText(text));
  const words = written.replace(POLITENESS, '');
  const [first = ''] = words.match(/\p{L}+/u) ?? [];
  if (STOP.test(first) || SPELLED_STOP.test(words) || NO_MORE.test(words) || /^🛑/u.test(written))
    return { kind: 'stop' };
  const references = referencesIn(text);
  if (FOLLOW.test(words) && references.length > 0) return { kind: 'follow', references };
  const codes = references.filter(isLikely);
  return codes.length > 0 ? { kind: 'bare', references: codes } : null;
}
