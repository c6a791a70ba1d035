import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { writtenQuantity } from '@fasocolis/contracts/money/freight';
import type { OwnOrder } from '@fasocolis/contracts/orders';
import type { PaymentReport } from '@fasocolis/contracts/payment-reports';
import { type Ledger, PAYMENT_METHOD_LABELS } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { shortDate } from '@fasocolis/web-kit/dates';
import { useQuery } from '@tanstack/react-query';
import ImageIcon from 'lucide-react/icons/image';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../shared/button.tsx';
import { OptionalPart, optional } from '../../shared/optional.tsx';
import { ledgerQuery, reportsQuery } from './ledger-queries.ts';
import type { TypedReport } from './report-form.tsx';

/** What the owner of a parcel alone is shown: what it costs, and the photos of its receipt. */
export default function OwnParcel({ order, user }: { order: OwnOrder; user: User }) {
  return (
    <>
      {order.due > 0 && <OwnLedger order={order} user={user} />}
      {order.photos && <ReceptionPhotos ids={order.photos} />}
    </>
  );
}

/** The photos of the receipt, which are loaded when the owner wants to see them. */
function ReceptionPhotos({ ids }: { ids: readonly number[] }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <Button
        label={ids.length > 1 ? `Voir les ${ids.length} photos de la réception` : 'Voir la photo de la réception'}
        className="mt-3 w-full"
        icon={ImageIcon}
        onClick={() => setShown(true)}
      />
    );
  }
  return (
    <ul aria-label="Photos de la réception" className="mt-3 grid gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <img
            src={`/api/reception-photos/${id}`}
            alt={`Votre colis à la réception, vue ${index + 1}`}
            width={1280}
            height={960}
            className="h-auto w-full rounded-xl bg-canvas"
          />
        </li>
      ))}
    </ul>
  );
}

const PaySheet = optional(() => import('./pay-sheet.tsx'));

/** What is left to pay of an own parcel, for what, and what was paid. */
function OwnLedger({ order, user }: { order: Pick<OwnOrder, 'id' | 'reference' | 'due' | 'paid'>; user: User }) {
  const { data: ledger, error, refetch } = useQuery(ledgerQuery(user.id, order.id));
  const { due, paid } = ledger ?? order;
  const rest = due - paid;
  const { data: { reports } = { reports: [] } } = useQuery({
    ...reportsQuery(user.id, order.id),
    enabled: rest > 0,
  });
  const [isPaying, setPaying] = useState(false);
  const [typed, setTyped] = useState<TypedReport>();
  return (
    <section aria-labelledby="a-payer" className="mt-4 rounded-xl bg-canvas p-3 sm:px-4">
      <h3 id="a-payer" className="text-lg font-bold tabular-nums">
        {rest > 0 ? `À payer\u00a0: ${writtenFrancs(rest)}` : `Payé\u00a0: ${writtenFrancs(paid)}`}
      </h3>
      {ledger && <Lines ledger={ledger} orderId={order.id} />}
      {error && !ledger && (
        <p className="flex flex-wrap items-center gap-x-3">
          Le détail n'a pas pu être chargé.
          <Button label="Réessayer" onClick={() => void refetch()} />
        </p>
      )}
      {rest > 0 && reports.some(({ state }) => state !== 'confirmed') && <Reports reports={reports} />}
      {rest > 0 && (
        <Button
          label="Payer"
          variant="primary"
          className="mt-3 w-full"
          aria-haspopup="dialog"
          onClick={() => setPaying(true)}
        />
      )}
      {isPaying && (
        <OptionalPart>
          <Suspense fallback={<output className="mt-2 block text-center">Chargement...</output>}>
            <PaySheet
              order={order}
              rest={rest}
              user={user}
              typed={typed}
              onType={setTyped}
              onClose={() => setPaying(false)}
            />
          </Suspense>
        </OptionalPart>
      )}
    </section>
  );
}

function Lines({ ledger: { charges, storage, payments }, orderId }: { ledger: Ledger; orderId: number }) {
  return (
    <ul aria-label="Frais et paiements" className="mt-2 divide-y divide-line">
      {charges.map(({ id, label, quantity, unit, amount }) => (
        <Line key={id} amount={amount}>
          {label}
          {quantity !== null && unit && ` (${writtenQuantity(quantity, unit)})`}
        </Line>
      ))}
      {storage && <Line amount={storage.amount}>{storage.label}</Line>}
      {payments.map(({ id, method, paidAt, receipt, receiptPath, shares }) => (
        <Line key={id} amount={-(shares.find((share) => share.orderId === orderId)?.amount ?? 0)}>
          {`Payé le ${shortDate(paidAt)}, ${PAYMENT_METHOD_LABELS[method]} `}
          <a href={receiptPath} target="_blank" rel="noopener" className="text-link font-semibold">
            {`Reçu ${receipt}`}
          </a>
        </Line>
      ))}
    </ul>
  );
}

function Line({ amount, children }: { amount: number; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1">
      <span className="min-w-0 grow basis-24 wrap-anywhere">{children}</span>
      <span className="ml-auto whitespace-nowrap tabular-nums">{writtenFrancs(amount)}</span>
    </li>
  );
}

const STATE_WORDS: Record<Exclude<PaymentReport['state'], 'confirmed'>, string> = {
  open: 'nous vérifions votre paiement.',
  refused: 'nous n’avons pas pu le confirmer.',
};

/** What the owner reported and is no payment: not yet, or not at all. */
function Reports({ reports }: { reports: PaymentReport[] }) {
  return (
    <ul aria-label="Paiements signalés" className="mt-2 grid gap-1 text-sm">
      {reports.map(({ id, state, amount, method, transactionReference, reason }) =>
        state === 'confirmed' ? null : (
          <li key={id} className="wrap-anywhere">
            {`${writtenFrancs(amount)}, ${PAYMENT_METHOD_LABELS[method]} ${transactionReference}\u00a0: ${STATE_WORDS[state]}`}
            {reason && <span className="block font-semibold">{reason}</span>}
          </li>
        ),
      )}
    </ul>
  );
}
