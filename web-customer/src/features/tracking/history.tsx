import { definedKind } from '@fasocolis/contracts/order-status';
import type { OrderEvent } from '@fasocolis/contracts/orders';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Disclosure } from '../../shared/disclosure.tsx';

/** The recorded history of a parcel, newest first, collapsed at first. */
export function History({ events }: { events: readonly OrderEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Disclosure summary="Historique" className="border-t border-line">
      <ol className="mb-4 ml-1 border-l-2 border-line">
        {events
          .map((event, index) => (
            <Entry key={event.id} event={event} isNewStatus={event.status !== events[index - 1]?.status} />
          ))
          .reverse()}
      </ol>
    </Disclosure>
  );
}

const KIND_COLOURS = { step: 'bg-teal', waiting: 'bg-amber', problem: 'bg-danger', end: 'bg-ink-soft' };

/** A status, a milestone with its place, or both when the milestone brought the status. */
function Entry({ event, isNewStatus }: { event: OrderEvent; isNewStatus: boolean }) {
  const { status, label, kind, note, milestone, place, occurredAt } = event;
  const defined = definedKind(status, kind);
  const colour = defined ? KIND_COLOURS[defined] : 'bg-brand';
  return (
    <li data-kind={defined ?? undefined} className="relative pb-4 pl-5 last:pb-0">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-surface ${colour}`}
      />
      {(isNewStatus || !milestone) && <p className="font-medium">{label}</p>}
      {milestone && (
        <p className={isNewStatus ? undefined : 'font-medium'}>{[milestone, place].filter(Boolean).join(', ')}</p>
      )}
      {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <time dateTime={occurredAt} className="text-sm text-ink-soft tabular-nums">
        {longDate(occurredAt)}, {timeGmt(occurredAt)}
      </time>
    </li>
  );
}
