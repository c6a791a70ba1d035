import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { OrderMatches } from '@fasocolis/contracts/orders';
import { MAX_REFERENCES } from '@fasocolis/contracts/reading/references-in-text';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { shortened } from './result-placeholders.tsx';

const LINE = 'flex min-h-14 items-center gap-3 px-4 py-2 focus-visible:outline-2 focus-visible:outline-brand sm:px-8';

interface Props {
  text: string;
  matches: OrderMatches;
}

/** Replaces the card for a text that names several parcels, a line for each, or looks like the reference of one. */
export default function Matches({ text, matches: { orders, missing, suggestion } }: Props) {
  return (
    <div className="animate-rise rounded-2xl bg-surface py-4 shadow-xl ring-1 ring-hairline">
      <title>{`${suggestion === null ? 'Colis trouvés' : 'Colis introuvable'} - ${PRODUCT_NAME}`}</title>
      <meta name="robots" content="noindex" />
      {suggestion === null ? (
        <div role="status" className="px-4 pb-2 sm:px-8">
          <p className="text-lg font-semibold">
            {orders.length === 1 ? '1 colis trouvé' : `${orders.length} colis trouvés`}
          </p>
          {missing.length > 0 && <p className="wrap-anywhere">{missingText(missing)}</p>}
          {orders.length + missing.length >= MAX_REFERENCES && (
            <p>{MAX_REFERENCES}&nbsp;numéros au plus sont lus à la fois&nbsp;: cherchez les suivants à part.</p>
          )}
        </div>
      ) : (
        <p role="status" className="px-4 pb-2 text-ink-soft wrap-anywhere sm:px-8">
          {`Aucun colis ne porte le numéro «\u00a0${shortened(text)}\u00a0».`}
        </p>
      )}
      {suggestion !== null && (
        <Link to={paths.tracking(suggestion)} className={`${LINE} text-lg font-semibold text-brand`}>
          <span className="grow">
            Vouliez-vous dire <span className="font-mono">{suggestion}</span>&nbsp;?
          </span>
          <ChevronRight aria-hidden />
        </Link>
      )}
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>
            <Link to={paths.tracking(order.reference)} className={LINE}>
              <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="font-mono font-semibold tracking-wide wrap-anywhere">{order.reference}</span>
                <StatusBadge order={order} />
              </span>
              <ChevronRight aria-hidden className="shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function missingText(references: string[]): string {
  const numbers = references.map((reference) => `«\u00a0${shortened(reference)}\u00a0»`).join(', ');
  return references.length === 1
    ? `Aucun colis suivi sous le numéro ${numbers}. Vérifiez-le, lettre par lettre.`
    : `Aucun colis suivi sous les numéros ${numbers}. Vérifiez-les, lettre par lettre.`;
}
