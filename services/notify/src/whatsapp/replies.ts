import { longDate } from '@fasocolis/contracts/dates';
import { orderStatusLabel } from '@fasocolis/contracts/order-status';
import type { PublicOrder } from '@fasocolis/contracts/orders';
import { signInTag } from '@fasocolis/contracts/phone-sign-in';
import { referenceKey, shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { isLikely, READ_MAX, referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { shortened } from '@fasocolis/contracts/reading/shortened';
import { plainText, searchForm } from '@fasocolis/contracts/reading/text';
import { situationLine } from '@fasocolis/contracts/situation';
import { readStop } from './stop-request.ts';

export const HELP =
  'Envoyez SUIVI et votre numéro de colis, par exemple\u00a0: SUIVI FC-7ABC.\nPour ne plus recevoir de messages, répondez STOP.';

export const STOPPED =
  "C'est noté\u00a0: vous ne recevrez plus de messages sur vos colis. Pour en recevoir de nouveau, envoyez SUIVI et votre numéro de colis.";

export const HOW_TO_STOP = 'Pour ne plus recevoir de messages, répondez STOP.';

/** The reply to a "STOP" after which the person asked for messages again. */
export const NOT_STOPPED = `Depuis ce message, vous avez demandé à être prévenu ici. ${HOW_TO_STOP}`;

/** @param code null when no browser waits for it */
export const signInReply = (code: string | null, publicUrl: string): string =>
  code === null
    ? `Pour vous connecter, touchez WhatsApp sur ${publicUrl}/auth, puis envoyez le message sans le changer.`
    : `Votre code FasoColis\u00a0: ${code}\nIl est valable 10 minutes. Ne le donnez à personne, même à nous.`;

const noParcel = (reference: string) => `Aucun colis ne porte le numéro ${reference}.`;

export const unknownParcel = (reference: string, suggestion: string | null): string =>
  suggestion === null
    ? `${noParcel(reference)}\nVérifiez-le, puis envoyez de nouveau SUIVI et ce numéro.`
    : `${noParcel(reference)}\nVouliez-vous dire ${suggestion}\u00a0? Envoyez SUIVI ${suggestion}`;

const UPDATE_MAX = 300;
export const MAX_ORDERS_PER_REPLY = 5;

const ENDINGS = {
  following: 'Nous vous prévenons ici de la suite. Pour arrêter, répondez STOP.',
  unchanged: HOW_TO_STOP,
  stopped:
    'Vous avez demandé à ne plus recevoir de messages. Pour en recevoir de nouveau, envoyez SUIVI et votre numéro de colis.',
};
export type Ending = keyof typeof ENDINGS;

/** A parcel, with the alias or former reference that found it. */
export interface NamedParcel {
  order: PublicOrder;
  written: string | undefined;
}

interface NamedParcels {
  parcels: readonly NamedParcel[];
  more: number;
  missing: readonly string[];
  ending: Ending;
  publicUrl: string;
}

export function namedParcels({ parcels, more, missing, ending, publicUrl }: NamedParcels): string {
  const others = more === 1 ? '… et 1 autre colis' : `… et ${more} autres colis`;
  return [
    ...parcels.map((parcel) => aboutParcel(parcel, publicUrl)),
    ...(more > 0 ? [`${others}\u00a0: ${publicUrl}`] : []),
    ...missing.map(noParcel),
    ENDINGS[ending],
  ].join(parcels.length + missing.length > 1 ? '\n\n' : '\n');
}

/** Whether a reply confirms a choice that the person has changed since. */
export const isOverruled = (reply: string, isStopped: boolean): boolean =>
  isStopped ? reply.endsWith(ENDINGS.following) : reply === STOPPED;

function aboutParcel({ order, written }: NamedParcel, publicUrl: string): string {
  const at = longDate(order.latestUpdateTime ?? order.updatedAt);
  const alias = written === undefined ? '' : ` (votre numéro ${written})`;
  const line = order.situation && situationLine(order.situation);
  return [
    `Colis ${order.reference}${alias}\u00a0: ${orderStatusLabel(order)} (${at}).`,
    ...(order.latestUpdate ? [shortened(order.latestUpdate, UPDATE_MAX)] : []),
    ...(line ? [line] : []),
    publicUrl + shortLinkPath(order.reference),
  ].join('\n');
}

export type WrittenRequest =
  | { kind: 'stop' }
  /** For a code; the tag of the browser that waits for it. */
  | { kind: 'sign-in'; tag: string }
  /** Named by "SUIVI" or the like, in any other text, or beside what may be a request to stop. */
  | { kind: 'follow' | 'bare' | 'doubtful'; references: string[]; isAlone: boolean };

const POLITENESS =
  /^(?:\W*(?:bonjour|bonsoir|salut|bjr|bsr|slt|monsieur|madame|mr|mme|svp|stp|s[\u2019' ]?il (?:vous|te) plait|pardon|desolee?|excusez[ -]moi|please|d['\u2019]accord|j['\u2019]ai (?:deja )?dit|je (?:vous |t['\u2019 ])ai (?:deja )?dit|ok|oui|(?:(?:non )?merci|priere)(?: de?)?|veuillez|pouvez[ -]vous|je (?:veux|voudrais|souhaite|desire)(?: que vous)?|j['\u2019]aimerais)(?![a-z]))+/;
const FOLLOW = /(?:^|[^\p{L}])suiv(?:i|re)(?![\p{L}])/u;
/** The request itself, as opposed to a reference such as SUIVI-2026. */
const FOLLOWING = /^\W*suiv(?:i|re)(?![\p{L}\p{N}_./-])/u;
/** The words of "suivi de mon colis s'il vous plaît": no reference consists of them. */
const UNNAMED =
  /^(?:(?:bonjour|bonsoir|svp|stp|merci|s|il|vous|te|plait|de|du|d|mon|mes|le|la|les|un|une|ce|votre|colis|commandes?|paquets?)(?![\p{L}\p{N}])[^\p{L}\p{N}]*)+$/u;

export function readRequest(text: string): WrittenRequest | null {
  const tag = signInTag(text);
  if (tag !== null) return { kind: 'sign-in', tag };
  const stop = readStop(text);
  if (stop === 'yes') return { kind: 'stop' };
  const words = withoutPoliteness(searchForm(plainText(text).slice(0, READ_MAX)));
  const references = referencesIn(text);
  const isFollow = FOLLOW.test(words) && references.length > 0;
  const named = references.filter(isFollow ? isNamed : isLikely);
  if (named.length === 0) return null;
  const isAlone = referenceKey(text) === referenceKey(named[0] ?? '');
  const isDoubtful = stop === 'perhaps' && !FOLLOWING.test(words);
  return { kind: isDoubtful ? 'doubtful' : isFollow ? 'follow' : 'bare', references: named, isAlone };
}

const withoutPoliteness = (words: string) => words.replace(POLITENESS, '');

/** Whether a candidate may be a reference, as opposed to "Suivi svp". */
function isNamed(candidate: string): boolean {
  const words = searchForm(candidate);
  return !UNNAMED.test(words) && !FOLLOWING.test(withoutPoliteness(words));
}
