import type { ChangeToTell, PersonToTell } from '@fasocolis/contracts/to-tell';
import type { WhatsappState } from '@fasocolis/contracts/whatsapp-state';
import type { ChangeToTell as ChangeRow, Prisma } from '../generated/prisma/client.ts';
import type { NumberTokens } from './number-tokens.ts';

export const WITH_CHANGES = {
  // What happened last comes first, whenever it was reported.
  changes: { orderBy: [{ occurredAt: 'desc' }, { eventId: 'desc' }] },
  delivery: true,
} satisfies Prisma.PersonToTellInclude;
export type PersonRow = Prisma.PersonToTellGetPayload<{ include: typeof WITH_CHANGES }>;

/** With the newest change of each order, those with the same words together. */
export function presentPerson(
  { id, phone, createdAt, toldAt, toldBy, changes, delivery }: PersonRow,
  tokens: NumberTokens,
): PersonToTell {
  return {
    id,
    phone,
    createdAt: createdAt.toISOString(),
    linkToken: tokens.issue(phone),
    name: changes.find(({ name }) => name)?.name ?? null,
    changes: groupChanges(changes),
    upTo: Math.max(0, ...changes.map((change) => change.id)),
    told: toldAt && { at: toldAt.toISOString(), byUserId: toldBy },
    whatsapp: presentDelivery(delivery),
  };
}

const STATES = { PENDING: 'pending', SENT: 'sent', FAILED: 'failed', DROPPED: null } as const;

function presentDelivery(delivery: PersonRow['delivery']): PersonToTell['whatsapp'] {
  const state = (delivery?.reached as WhatsappState | null) ?? (delivery && STATES[delivery.state]);
  if (!delivery || !state) return null;
  return { state, at: (delivery.reachedAt ?? delivery.sentAt)?.toISOString() ?? null };
}

/** The pick-up codes that a person is told of, by order; for messages of the product itself, never for staff. */
export const codesOf = (changes: ChangeRow[]): ReadonlyMap<number, string> =>
  new Map(
    changes.flatMap(({ orderId, pickupCode }): [number, string][] => (pickupCode ? [[orderId, pickupCode]] : [])),
  );

function groupChanges(changes: ChangeRow[]): ChangeToTell[] {
  const codes = codesOf(changes);
  const newest = new Map(changes.toReversed().map((change) => [change.orderId, change]));
  const groups = Map.groupBy(newest.values(), ({ title, note }) => JSON.stringify([title, note]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const occurredAt = new Date(Math.max(...group.map((change) => change.occurredAt.getTime()))).toISOString();
    const orders = group.map(({ orderId, reference }) => ({
      orderId,
      reference,
      ...(codes.has(orderId) && { hasPickupCode: true }),
    }));
    return [{ title: first.title, note: first.note, occurredAt, orders }];
  });
}
