import type { OrderEvent } from '@fasocolis/contracts/orders';
import { ApiError } from '@fasocolis/web-kit/api';
import { loadable } from '@fasocolis/web-kit/loadable';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parcelDeletions } from '../../shared/forget-device.ts';
import { paths } from '../../shared/paths.ts';
import { Journey } from './journey.tsx';
import { ResultFailure, ResultSkeleton } from './result-placeholders.tsx';
import { SearchForm } from './search-form.tsx';
import { type Found, isGone, isUnanswered, isUnknown, trackingQueries } from './tracking-queries.ts';

export const ResultCard = loadable(() => import('./result-card.tsx'));
const ParcelGone = lazy(() => import('./parcel-gone.tsx'));
const Matches = lazy(() => import('./matches.tsx'));
/**
 * The card's code is loaded in parallel with its data, or while the reference is typed; a failure is shown in place of
 * the card.
 */
export const preloadResultCard = () => void ResultCard.load().catch(() => undefined);

interface Props {
  reference: string;
  wasBlank: boolean;
  /** In the place of the result while nothing is searched for; by default the journey of a parcel. */
  children: ReactNode;
}

/** The search and its result. The URL determines the search, so that back, forward and shared links work. */
export function Tracking({ reference, wasBlank, children }: Props) {
  const navigate = useNavigate();
  const order = useQuery(trackingQueries.order(reference));
  const events = useQuery(trackingQueries.events(reference));

  useRememberParcel(reference, order, events);
  const [repetitions, setRepetitions] = useState(0);
  // The page was rendered with this parcel.
  const [rendered] = useState(order.data?.order ? reference : undefined);
  useEffect(() => {
    if (reference) preloadResultCard();
  }, [reference]);

  const { failure, dismiss } = useFailure(reference, order);
  const searchAgain = async () => {
    dismiss();
    await Promise.all([order.refetch(), events.refetch()]);
    setRepetitions((before) => before + 1);
  };
  const search = (wanted: string) => (wanted === reference ? searchAgain() : navigate(paths.tracking(wanted)));

  return (
    <>
      <section aria-labelledby="suivre" className={`bg-brand text-white ${reference ? '' : 'route-drawing'}`}>
        <div className={`mx-auto max-w-3xl px-4 pb-16 ${reference ? 'pt-5' : 'pt-8 sm:pt-14'}`}>
          <h1 id="suivre" className={reference ? 'mb-2 text-lg font-bold' : 'text-2xl font-bold'}>
            Suivre Votre Colis
          </h1>
          {!reference && (
            <p className="mt-1 mb-5 text-lg">De la Chine au Burkina Faso, voyez où se trouve votre colis.</p>
          )}
          <SearchForm
            reference={reference}
            wasBlank={wasBlank}
            onFocus={preloadResultCard}
            onSearch={(wanted) => void search(wanted)}
          />
        </div>
      </section>
      <div className="relative mx-auto -mt-8 max-w-3xl px-4">{result()}</div>
    </>
  );

  function result() {
    if (!reference) return children || <Journey />;
    const skeleton = <ResultSkeleton />;
    if (isGone(failure)) {
      return (
        <Suspense fallback={skeleton}>
          <ParcelGone reference={reference} />
        </Suspense>
      );
    }
    if (failure) {
      return <ResultFailure reference={reference} error={failure} onRetry={() => void searchAgain()} />;
    }
    const found = order.data;
    if (found?.matches) {
      return (
        <Suspense fallback={skeleton}>
          <Matches text={reference} matches={found.matches} />
        </Suspense>
      );
    }
    // Recorded times replace interpolated ones: waiting for both prevents that the dates change on the screen.
    if (!found || events.isPending) return skeleton;
    const { lastSeen } = found;
    const seenAt = lastSeen?.seenAt ?? found.order.knownAt;
    const isRendered = reference === rendered;
    const card = (
      <ResultCard
        key={found.order.id}
        order={found.order}
        fetchedAt={order.dataUpdatedAt}
        events={lastSeen?.events ?? events.data ?? []}
        search={isRendered && repetitions === 0 ? null : `${reference} ${repetitions}`}
        seenAt={seenAt}
        onRetry={() => void searchAgain()}
      />
    );
    // On a rendered page a boundary of its own would respond later than the rest.
    return isRendered ? card : <Suspense fallback={skeleton}>{card}</Suspense>;
  }
}

/**
 * The failure of a search. It stays on the screen while the app itself asks again, and the message about an unknown number
 * even without a response: the user may be filling in the form below it.
 */
function useFailure(reference: string, { error, data, isPending }: UseQueryResult<Found>) {
  const [shown, setShown] = useState<{ reference: string; error: Error } | null>(null);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const isKept = shown?.reference === reference && shown.error !== dismissed;
  if (shown && shown.reference !== reference) setShown(null);
  else if (error && error !== shown?.error && !(isKept && isUnknown(shown.error) && isUnanswered(error))) {
    setShown({ reference, error });
  }
  return {
    failure: isKept && !data && (isPending || isUnanswered(error)) ? shown.error : error,
    /** Before the user searches again. */
    dismiss: () => setDismissed(shown?.error ?? null),
  };
}

/** Stores what the service returns about a parcel on this device, for outages, and deletes a parcel that is gone. */
function useRememberParcel(reference: string, order: UseQueryResult<Found>, events: UseQueryResult<OrderEvent[]>) {
  const { order: response, lastSeen } = order.data ?? {};
  // A last known state was stored when it was new.
  const found = order.isSuccess && !lastSeen && !response?.knownAt ? response : undefined;
  const recorded = events.isSuccess ? events.data : undefined;
  const seenAt = Math.min(order.dataUpdatedAt, events.dataUpdatedAt);
  useEffect(() => {
    if (!found || !recorded) return;
    const deletions = parcelDeletions();
    import('./last-seen.ts')
      .then(({ rememberParcel }) => {
        if (deletions === parcelDeletions()) rememberParcel(found, recorded, new Date(seenAt).toISOString());
      })
      .catch(() => undefined);
  }, [found, recorded, seenAt]);
  const isForgotten = order.error instanceof ApiError && [404, 410].includes(order.error.status);
  useEffect(() => {
    if (!isForgotten) return;
    import('./last-seen.ts').then(({ forgetParcel }) => forgetParcel(reference)).catch(() => undefined);
  }, [isForgotten, reference]);
}
