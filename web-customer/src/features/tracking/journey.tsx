import { ORDER_STATUSES, type OrderStatusCode, statusLabel } from '@fasocolis/contracts/order-status';

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
