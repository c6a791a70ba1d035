import { definedKind, ORDER_STATUSES, type OrderStatusCode, statusLabel } from '@fasocolis/contracts/order-status';
import type { OrderEvent } from '@fasocolis/contracts/orders';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import ChevronDown from 'lucide-react/icons/chevron-down';

/** What happens at each step, of any parcel. */
const STEPS: Record<OrderStatusCode, string> = {
  ORDER_CONFIRMED: 'La commande est enregistrée',
  PROCESSING: 'Le colis est préparé en Chine',
  IN_TRANSIT: 'Le colis voyage, par avion ou par bateau',
  ARRIVED: 'Le colis arrive au Burkina Faso',
  DELIVERED: 'Le colis est remis à son destinataire',
};

export function Journey() {
  return (
    <section
      aria-labelledby="voyage"
      className="rounded-2xl bg-surface px-4 py-6 shadow-xl ring-1 ring-hairline sm:px-8 sm:py-8"
    >
      <h2 id="voyage" className="text-lg font-bold">
        Le voyage d'un colis, en cinq étapes
      </h2>
      <ol className="mt-4 grid gap-4 md:grid-cols-5">
        {ORDER_STATUSES.map((status, index) => (
          <li key={status} className="flex gap-3 md:flex-col">
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-full bg-green-surface font-bold text-brand tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{statusLabel(status)}</p>
              <p className="text-sm text-ink-soft">{STEPS[status]}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The recorded history of a parcel, newest first, collapsed at first. */
export function History({ events }: { events: readonly OrderEvent[] }) {
  if (events.length === 0) return null;
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        Historique
        <ChevronDown
          aria-hidden
          size={20}
          className="transition-transform duration-150 group-open:transform-[rotate(180deg)]"
        />
      </summary>
      <ol className="mb-4 ml-1 border-l-2 border-line">
        {events
          .map((event, index) => (
            <Entry key={event.id} event={event} isNewStatus={event.status !== events[index - 1]?.status} />
          ))
          .reverse()}
      </ol>
    </details>
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
