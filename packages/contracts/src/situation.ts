import { longDate } from './dates.ts';
import { orderStatusLabel, type StatusOfOrder } from './order-status.ts';
import type { Situation } from './situation-schema.ts';

/**
 * The reader of an order: `number` is that of the personal link of its recipient. Without a verified address or number its
 * owner sees no pick-up code.
 */
export type Reader = 'everyone' | 'owner' | 'unverified-owner' | 'number';

interface Facts extends StatusOfOrder {
  statusSentence: string | null;
  estimatedDelivery: string | null;
  /** The computed range, even when it is over. */
  expectedArrival: { from: string; to: string } | null;
  /** While the parcel waits for its receiver. */
  pickup: { town: string | null } | null;
  hasOwner: boolean;
  deliveredOn: string | null;
  receiver: string | null;
}

const CONTACT_US = 'Contactez le service client pour connaître la suite.';

const GIVE_CODE = "Donnez le code de retrait à l'agent.";

const PICKUP_ADVICE: Record<Reader, string> = {
  owner: GIVE_CODE,
  number: GIVE_CODE,
  'unverified-owner': 'Pour voir le code de retrait, vérifiez votre adresse email dans «\u00a0Mon Profil\u00a0».',
  everyone: 'Le code de retrait est dans le compte du client de ce colis.',
};

/** What is true of an order now, in words for its reader (CARD-001). An expected day is one of an order under way. */
export function situationOf(facts: Facts, reader: Reader, today: string): Situation {
  const { statusKind, statusSentence, pickup } = facts;
  if (facts.status === 'DELIVERED') return situation('delivered', { text: deliveryOf(facts) });
  if (statusKind === 'end' || statusKind === 'problem') {
    const kind = statusKind === 'end' ? 'ended' : 'problem';
    return situation(kind, { text: orderStatusLabel(facts), next: statusSentence ?? CONTACT_US });
  }
  if (pickup) {
    const next = reader === 'everyone' && !facts.hasOwner ? null : PICKUP_ADVICE[reader];
    return situation('ready', { text: 'À retirer', next, town: pickup.town });
  }
  return arrivalOf(facts, today);
}

const situation = (
  kind: Situation['kind'],
  { text, label = '', next = null, town = null }: { text: string } & Partial<Situation>,
): Situation => ({ kind, label, text, next, town });

function deliveryOf({ deliveredOn, receiver }: Facts): string {
  if (deliveredOn === null) return 'Livré';
  const day = longDate(deliveredOn);
  return receiver ? `Remis le ${day} à ${receiver}` : `Livré le ${day}`;
}

/** On the day that staff estimated, else between the days that similar orders suggest. */
function arrivalOf({ estimatedDelivery, expectedArrival }: Facts, today: string): Situation {
  const last = estimatedDelivery ?? expectedArrival?.to;
  if (last === undefined) return situation('unknown', { label: 'Livraison estimée', text: 'Non disponible' });
  if (last < today) return situation('late', { text: `En retard\u00a0: prévu le ${longDate(last)}`, next: CONTACT_US });
  if (estimatedDelivery || !expectedArrival) {
    return situation('expected', { label: 'Livraison estimée', text: longDate(last) });
  }
  const from = expectedArrival.from < today ? today : expectedArrival.from;
  const text = `entre le ${longDate(from)} et le ${longDate(last)}`;
  return situation('computed', { label: 'Arrivée prévue', text });
}

/** A situation in one line of a message that has the status; null when there is nothing to add. */
export function situationLine({ kind, label, text, next, town }: Situation): string | null {
  if (kind === 'unknown') return null;
  if (kind === 'ended' || kind === 'problem') return next;
  if (kind === 'ready') return town ? `${text}\u00a0: ${town}.` : `${text}.`;
  const line = label ? `${label}\u00a0: ${text}` : text;
  return [line.replace(/\.?$/, '.'), ...(next ? [next] : [])].join(' ');
}
