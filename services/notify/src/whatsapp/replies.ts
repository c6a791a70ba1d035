import { longDate } from '@fasocolis/contracts/dates';
import { orderStatusLabel } from '@fasocolis/contracts/order-status';
import type { PublicOrder } from '@fasocolis/contracts/orders';
import { signInTag } from '@fasocolis/contracts/phone-sign-in';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { isLikely, referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { shortened } from '@fasocolis/contracts/reading/shortened';
import { plainText, searchForm } from '@fasocolis/contracts/reading/text';
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

const noParcel = (reference: string) => `Aucun colis ne porte le numéro ${reference}.`;

/** @param suggestion the reference that looks alike */
export const unknownParcel = (reference: string, suggestion: string | null): string =>
  suggestion === null
    ? `${noParcel(reference)}\nVérifiez-le, puis envoyez de nouveau SUIVI et ce numéro.`
    : `${noParcel(reference)}\nVouliez-vous dire ${suggestion}\u00a0? Envoyez SUIVI ${suggestion}`;

/** The longest text about a parcel. */
const UPDATE_MAX = 300;
/** The most parcels of one reply. */
export const MAX_ORDERS_PER_REPLY = 5;

interface FollowedParcels {
  orders: readonly PublicOrder[];
  /** The number of those that are not among them. */
  more: number;
  /** The references that no parcel has. */
  missing: readonly string[];
  /** Whether the person follows all of them from now on. */
  isFollowing: boolean;
  publicUrl: string;
}

/** Status, date and link of parcels, and whether the person follows them from now on. */
export function followedParcels({ orders, more, missing, isFollowing, publicUrl }: FollowedParcels): string {
  const others = more === 1 ? '… et 1 autre colis' : `… et ${more} autres colis`;
  return [
    ...orders.map((order) => aboutParcel(order, publicUrl)),
    ...(more > 0 ? [`${others}\u00a0: ${publicUrl}`] : []),
    ...missing.map(noParcel),
    isFollowing
      ? 'Nous vous prévenons ici de la suite. Pour arrêter, répondez STOP.'
      : 'Vous suivez déjà 50 colis\u00a0: nous ne pouvons pas vous prévenir de la suite de tous ceux-ci.',
  ].join(orders.length + missing.length > 1 ? '\n\n' : '\n');
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
  /^(?:stopp?(?:er?|ez)?|停|arret|arret(?:e|er|ez)|cess(?:er|ez)|desabonn(?:e|er|ez|ement)|desinscri(?:s|re|vez|ption)|unsubscribe|请?(?:退[订訂]|取消[订訂][阅閱]|停止(?:发送)?(?:消息|信息|短信|通知)?))$/;
const ME = String.raw`(?:me |m['\u2019 ]?)`;
const MESSAGES = String.raw`(?:de |d['\u2019])?(?:[cdlst]es |vos |aucune? |votre )?(?:messages?|msgs?|sms|notif(?:ication)?s?|alertes?)(?![a-z])`;
const ANY_MESSAGE = `(?:rien(?![a-z])|${MESSAGES})`;
const I_DO_NOT_WANT = String.raw`(?:j(?:e |['\u2019])|nous |on )n(?:e |['\u2019 ])?(?:ve(?:ux|ut)|voulons|voudrais|souhait(?:e|ons)|desire) `;
/** What stops, after "plus". */
const STOPPING = [
  `etre (?:contact|derang|notifi|prevenu)(?:ee?)?(?![a-z])`,
  `recevoir ${ANY_MESSAGE}|rien recevoir|suivre(?![a-z])`,
  `(?:que vous )?(?:${ME})?envoy(?:er|i?ez) ${ANY_MESSAGE}`,
  `(?:que vous )?${ME}(?:(?:contact|derang|notifi)(?:er|i?ez)|ecri(?:re|vi?ez))(?![a-z])`,
].join('|');
/** The beginning of a sentence that asks for no more messages. Within others these words are a complaint: "Vous ne m'envoyez plus de messages", "Je n'ai plus reçu…". */
const NO_MORE = new RegExp(
  String.raw`^\W*(?:${[
    `(?:${I_DO_NOT_WANT}|ne )(?:plus (?:${STOPPING})|pas suivre(?![a-z]))`,
    `${I_DO_NOT_WANT}(?:plus ${MESSAGES}|pas recevoir ${MESSAGES})`,
    String.raw`n(?:e ${ME}|['\u2019 ])(?:(?:envoies?|envoyiez) plus ${ANY_MESSAGE}|(?:ecri(?:s|vi?e[rz])|(?:contact|derang|notifi)i?e[rz]?) plus(?![a-z]))`,
    '(?:je me |[ms]e |etre )des(?:abonn|inscri)[a-z]*(?![a-z]| pas)',
    `(?:arrete|cesse|desactive)[rz]? (?:de m['\u2019]envoyer )?${MESSAGES}`,
    String.raw`(?:(?:pas|plus) de|no more) (?:messages?|msgs?|sms|notif(?:ication)?s?)(?: svp| stp| merci| please)?\W*$`,
    '(?:annule|supprime|desactive)[rz]? (?:le |mon |ce )?suivi(?![a-z])',
  ].join('|')})`,
);
/** "Plus de messages svp", also as the rest of "Je veux plus recevoir de messages". */
const PLUS_FIRST = new RegExp(String.raw`^\W*plus (?:(?:de|aucun) messages?(?![a-z])(?!.* depuis )|${STOPPING})`);
/** "Ne m'envoyez plus" anywhere, unless the sentence is about what we do. */
const SEND_NO_MORE = /(?<![a-z]|(?:v(?:ou)?s|pourquoi) +)n(?:e m['\u2019 ]?|['\u2019 ])envoye[rz] plus(?![a-z])/;
/** What people write before their request. */
const POLITENESS =
  /^(?:\W*(?:bonjour|bonsoir|salut|bjr|bsr|slt|monsieur|madame|mr|mme|svp|stp|s[\u2019' ]?il (?:vous|te) plait|pardon|desolee?|excusez[ -]moi|please|d['\u2019]accord|j['\u2019]ai (?:deja )?dit|je (?:vous |t['\u2019 ])ai (?:deja )?dit|ok|oui|(?:(?:non )?merci|priere)(?: de?)?|veuillez|pouvez[ -]vous|je (?:veux|voudrais|souhaite|desire)(?: que vous)?|j['\u2019]aimerais)(?![a-z]))+/;
/** With a point or a space after each letter. */
const SPELLED_STOP = /^\W*s[. ]t[. ]o[. ]p(?![a-z])/;
const FOLLOW = /(?:^|[^\p{L}])suiv(?:i|re)(?![\p{L}])/u;
/** The request itself, as opposed to a reference such as SUIVI-2026. */
const FOLLOWING = /^\W*suiv(?:i|re)(?![\p{L}\p{N}_./-])/u;
/** The words of "suivi de mon colis s'il vous plaît": no reference consists of them. */
const UNNAMED =
  /^(?:(?:bonjour|bonsoir|svp|stp|merci|s|il|vous|te|plait|de|du|d|mon|mes|le|la|les|un|une|ce|votre|colis|commandes?|paquets?)(?![\p{L}\p{N}])[^\p{L}\p{N}]*)+$/u;

export function readRequest(text: string): WrittenRequest | null {
  const tag = signInTag(text);
  if (tag !== null) return { kind: 'sign-in', tag };
  const written = searchForm(plainText(text));
  const words = withoutPoliteness(written);
  const [first = ''] = words.match(/\p{L}+/u) ?? [];
  if (STOP.test(first) || SPELLED_STOP.test(words) || wantsNoMore(written, words) || /^🛑/u.test(written))
    return { kind: 'stop' };
  const references = referencesIn(text);
  if (FOLLOW.test(words) && references.length > 0) {
    const named = references.filter(isNamed);
    return named.length > 0 ? { kind: 'follow', references: named } : null;
  }
  const codes = references.filter(isLikely);
  return codes.length > 0 ? { kind: 'bare', references: codes } : null;
}

const withoutPoliteness = (words: string) => words.replace(POLITENESS, '');

const wantsNoMore = (written: string, words: string) =>
  PLUS_FIRST.test(words) ||
  SEND_NO_MORE.test(words) ||
  written.split(/(?<=[.,;:!?])/).some((sentence) => NO_MORE.test(withoutPoliteness(sentence)));

/** Whether a candidate may be a reference, as opposed to "Suivi svp". */
function isNamed(candidate: string): boolean {
  const words = searchForm(candidate);
  return !UNNAMED.test(words) && !FOLLOWING.test(withoutPoliteness(words));
}
