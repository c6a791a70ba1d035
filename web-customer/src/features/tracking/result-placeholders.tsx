import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { shortened as shortenedTo } from '@fasocolis/contracts/reading/shortened';
import { ApiError } from '@fasocolis/web-kit/api';
import PackageSearch from 'lucide-react/icons/package-search';
import WifiOff from 'lucide-react/icons/wifi-off';
import { lazy, Suspense } from 'react';
import { Button } from '../../shared/button.tsx';

/** Rarely shown. */
const SupportLink = lazy(() =>
  import('../../shared/support-link.tsx').then((module) => ({ default: module.SupportLink })),
);

const UnknownAdvice = lazy(() => import('./unknown-advice.tsx'));

const CARD = 'rounded-2xl bg-surface px-4 py-6 shadow-xl ring-1 ring-hairline sm:px-8';

export function ResultSkeleton() {
  return (
    <output className={`${CARD} block`}>
      <span className="sr-only">Recherche de votre colis...</span>
      <div className="grid animate-shimmer gap-4">
        <div className="flex justify-between">
          <div className="h-9 w-40 rounded-lg bg-line" />
          <div className="h-8 w-28 rounded-full bg-line" />
        </div>
        <div className="h-6 w-3/4 rounded-lg bg-line" />
        <div className="h-20 rounded-xl bg-line" />
        <div className="flex justify-between py-4">
          {[1, 2, 3, 4, 5].map((step) => (
            <div key={step} className="size-11 rounded-full bg-line" />
          ))}
        </div>
        <div className="h-16 rounded-lg bg-line" />
        <div className="h-11 rounded-xl bg-line" />
      </div>
    </output>
  );
}

/** Replaces the card when there is no parcel: shows why, with advice. */
export function ResultFailure({ reference, error, onRetry }: { reference: string; error: Error; onRetry: () => void }) {
  const { status, serverMessage } = error instanceof ApiError ? error : {};
  const isUnknown = status === 404;
  const isRefused = status === 429;
  const Icon = isUnknown || isRefused ? PackageSearch : WifiOff;
  const advice = serverMessage ?? (status === 0 ? OFFLINE_ADVICE : RETRY_ADVICE);
  const text = `Bonjour, je cherche le colis ${shortened(reference)}`;
  const heading = (
    <>
      <title>{`${isUnknown ? 'Colis introuvable' : 'Recherche impossible'} - ${PRODUCT_NAME}`}</title>
      <Icon aria-hidden size={48} strokeWidth={1.25} className="text-brand" />
      <p className="text-lg font-semibold wrap-anywhere">
        {isUnknown ? `Aucun colis ne porte le numéro «\u00a0${shortened(reference)}\u00a0»` : titleOf(status)}
      </p>
    </>
  );

  return (
    <div className={`${CARD} grid animate-rise grid-cols-1 justify-items-center gap-3 text-center`}>
      <meta name="robots" content="noindex" />
      {isUnknown ? (
        <Suspense fallback={heading}>
          <UnknownAdvice key={reference} reference={reference} text={text} heading={heading} />
        </Suspense>
      ) : (
        <>
          {heading}
          <p className="text-ink-soft">{advice}</p>
        </>
      )}
      {!isUnknown && <Button label="Réessayer" className="noscript:hidden" onClick={onRetry} />}
      {isRefused && (
        <Suspense>
          <SupportLink text={text} />
        </Suspense>
      )}
    </div>
  );
}

function titleOf(status: number | undefined): string {
  if (status === 0) return 'Pas de connexion à Internet';
  return status === 429 ? 'Trop de recherches en peu de temps' : "La recherche n'a pas abouti";
}

const RETRY_ADVICE = 'Vérifiez votre connexion à Internet, puis réessayez.';

const OFFLINE_ADVICE =
  "Ce colis n'a pas encore été consulté sur cet appareil\u00a0: il faut une connexion à Internet pour le trouver. Vérifiez-la, puis réessayez.";

export const shortened = (text: string) => shortenedTo(text, 64);
