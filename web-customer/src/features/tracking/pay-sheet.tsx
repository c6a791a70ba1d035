import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { OwnOrder } from '@fasocolis/contracts/orders';
import { OPEN_REPORTS } from '@fasocolis/contracts/payment-reports';
import { type PaymentAccount, ussdCode } from '@fasocolis/contracts/payment-settings';
import { PAYMENT_METHOD_LABELS, REMOTE_METHODS } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Phone from 'lucide-react/icons/phone';
import { Button, buttonClass } from '../../shared/button.tsx';
import { ListSkeleton } from '../../shared/loading.tsx';
import { copy } from '../../shared/share.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { inquiryAbout, SupportLink } from '../../shared/support-link.tsx';
import { reportsQuery } from './ledger-queries.ts';
import { ReportForm, type TypedReport } from './report-form.tsx';

interface Props {
  order: Pick<OwnOrder, 'id' | 'reference'>;
  rest: number;
  user: User;
  typed: TypedReport | undefined;
  onType: (typed: TypedReport | undefined) => void;
  onClose: () => void;
}

/** Where a parcel can be paid from afar, and "J'ai payé". */
export default function PaySheet({ order, rest, user, typed, onType, onClose }: Props) {
  const { data, error, refetch } = useQuery(reportsQuery(user.id, order.id));
  const open = data?.reports.filter(({ state }) => state === 'open').length ?? 0;
  return (
    <Sheet
      title={`Payer ${writtenFrancs(rest)}`}
      description={`Payez le colis ${order.reference}, puis dites-nous ici que vous avez payé.`}
      onClose={onClose}
    >
      {!data && !error && <ListSkeleton text="Chargement des numéros..." />}
      {!data && error && (
        <div className="mt-4 grid grid-cols-1 gap-2">
          <p>Les numéros n'ont pas pu être chargés.</p>
          <Button label="Réessayer" onClick={() => void refetch()} />
        </div>
      )}
      {data && data.accounts.length === 0 && (
        <div className="mt-4 grid grid-cols-1 gap-2">
          <p>Vous pouvez payer au retrait. Pour payer avant, demandez notre numéro au service client.</p>
          <SupportLink text={inquiryAbout(order.reference)} />
        </div>
      )}
      {data && data.accounts.length > 0 && (
        <ul aria-label="Nos numéros" className="mt-4 divide-y divide-line border-y border-line">
          {data.accounts.map((account) => (
            <Account key={`${account.method} ${account.number}`} account={account} rest={rest} />
          ))}
        </ul>
      )}
      {data && open < OPEN_REPORTS && (
        <ReportForm
          orderId={order.id}
          rest={rest}
          user={user}
          methods={methodsOf(data.accounts)}
          typed={typed}
          onType={onType}
          onSent={onClose}
        />
      )}
      {open >= OPEN_REPORTS && (
        <p className="mt-4">{`Vous avez signalé ${open} paiements. Attendez notre réponse avant d’en signaler un autre.`}</p>
      )}
      <Button label="Fermer" className="mt-3 w-full" onClick={onClose} />
    </Sheet>
  );
}

/** The methods that have a number; all of them while there is none. */
function methodsOf(accounts: PaymentAccount[]) {
  const named = REMOTE_METHODS.filter((method) => accounts.some((account) => account.method === method));
  return named.length > 0 ? named : REMOTE_METHODS;
}

function Account({ account: { method, number, ussd }, rest }: { account: PaymentAccount; rest: number }) {
  const code = ussd === null ? null : ussdCode(ussd, rest);
  return (
    <li className="grid grid-cols-1 gap-2 py-3">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0">
          <span className="block text-sm text-ink-soft">{PAYMENT_METHOD_LABELS[method]}</span>
          <span className="text-lg font-bold wrap-anywhere tabular-nums">{number}</span>
        </p>
        <button
          type="button"
          aria-label={`Copier le numéro ${PAYMENT_METHOD_LABELS[method]}`}
          className={buttonClass('icon')}
          onClick={() => void copy(number, { title: 'Numéro copié' })}
        >
          <Copy aria-hidden size={20} />
        </button>
      </div>
      {code !== null && (
        <a href={`tel:${encodeURIComponent(code)}`} className={buttonClass('secondary', 'tabular-nums')}>
          <Phone aria-hidden size={20} />
          {`Composer ${code}`}
        </a>
      )}
    </li>
  );
}
