import type { EventData } from '@fasocolis/contracts/events';
import { milestoneTitle, placeOfMilestone } from '@fasocolis/contracts/milestones';
import type { MilestoneDefinition, OrderEvent } from '../generated/prisma/client.ts';

export interface Entry {
  occurredAt: Date;
  /** The status that the orders have from then on. Without one they keep theirs. */
  status?: string;
  note: string | null;
  /** Without one, a status stands for the first milestone of the status. */
  milestone?: PassedMilestone | null;
  /** Whether the order shows no text from then on. An entry without a text keeps the former one otherwise. */
  clearsText?: boolean;
  /** Whether it belongs to the creation of the orders, so that they can still be deleted. */
  withCreation?: boolean;
  /** Whether the estimated delivery becomes another one; withdrawing the entry restores the one before. */
  movesDelivery?: boolean;
  /** What customers are told. Absent where nobody is told, or where all orders of a consignment are told together. */
  told?: { title: string; note: string | null };
}

interface PassedMilestone {
  id?: number;
  definitionId: number | null;
  label: string;
  place: string | null;
  opensPickup: boolean;
}

export function causeOf({ milestone, status }: Entry): EventData<'order.history-extended'>['cause'] {
  if (milestone) return 'milestone';
  return status === undefined ? 'news' : 'status';
}

/** A milestone with the words of its definition, in one of the towns if the definition lists it, else at its default place. */
export const passedMilestone = (definition: MilestoneDefinition, towns: readonly (string | null)[]) => {
  const { id: definitionId, label, opensPickup } = definition;
  return { definitionId, label, place: placeOfMilestone(definition, towns), opensPickup };
};

/** The text of an event, which the order shows as its latest update; null without one. */
export function eventText(event: Pick<OrderEvent, 'milestoneLabel' | 'place' | 'note'>): string | null {
  const { milestoneLabel: label, place, note } = event;
  if (label === null) return note;
  const title = place === null ? label : milestoneTitle({ label, place });
  return note ? `${title}. ${note}` : title;
}
