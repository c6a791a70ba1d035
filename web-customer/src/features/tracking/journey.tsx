import { ORDER_STATUSES, statusHeadline, statusLabel } from '@fasocolis/contracts/order-status';

/** What the five steps mean, for those who have not searched yet. */
export function Journey() {
  return (
    <section
      aria-labelledby="voyage"
      className="rounded-2xl bg-surface px-4 py-6 shadow-xl ring-1 ring-ink/5 sm:px-8 sm:py-8"
    >
      <h2 id="voyage" className="text-lg font-bold">
        Le voyage de votre colis, en cinq étapes
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
            <div>
              <p className="font-semibold">{statusLabel(status)}</p>
              <p className="text-sm text-ink-soft">{statusHeadline(status)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
