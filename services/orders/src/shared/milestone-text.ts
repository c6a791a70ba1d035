import { milestoneTitle } from '@fasocolis/contracts/milestones';

/** The text of an event, which the order shows as its latest update; null without one. */
export function eventText(event: {
  milestoneLabel: string | null;
  place: string | null;
  note: string | null;
}): string | null {
  const { milestoneLabel: label, place, note } = event;
  if (label === null) return note;
  const title = place === null ? label : milestoneTitle({ label, place });
  return note ? `${title}. ${note}` : title;
}
